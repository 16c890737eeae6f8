"""Speed, measured side by side on one machine; nothing here is a test."""
