"""The entry: window, language, pages. Start it with ``streamlit run streamlit_app.py``."""

import streamlit as st

from app import door, state, topbar
from app.i18n import ASSETS, words

t = words(state.read().lang)
st.set_page_config(
    page_title=t("app.name"),
    page_icon=str(ASSETS / "icon.svg"),
    layout="wide",
    initial_sidebar_state="collapsed",
)

start = st.Page("app/pages/start.py", title=t("nav.heads"), default=True, visibility="hidden")
pages = [st.Page(f"app/pages/{p}.py", title=t(f"nav.{p}"), url_path=p) for p in topbar.PAGES]
page = st.navigation([start, *pages], position="hidden")
if door.is_open(t):
    page.run()
