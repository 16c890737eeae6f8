"""The screen: pages, pictures, components, two languages and the address that holds the state."""
