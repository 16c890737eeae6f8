"""The plain address: Streamlit ignores the path of a default page, so ``/heads`` is another."""

import runpy
from pathlib import Path

runpy.run_path(str(Path(__file__).with_name("heads.py")))
