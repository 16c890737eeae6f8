"""The entry: window, language, pages. Start it with ``streamlit run streamlit_app.py``."""

import streamlit as st

from app import state
from app.i18n import ASSETS, words

t = words(state.read().lang)
st.set_page_config(
    page_title=t("app.name"),
    page_icon=str(ASSETS / "icon.svg"),
    layout="wide",
    initial_sidebar_state="collapsed",
)

# Streamlit ignores the path of a default page, so the plain address has an entry of its own.
heads, title = "app/pages/heads.py", t("heads.title")
pages = [
    st.Page(heads, title=title, url_path="start", default=True, visibility="hidden"),
    st.Page(heads, title=title, url_path="heads"),
]
st.navigation(pages, position="hidden").run()
