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

title = t("heads.title")
pages = [
    st.Page("app/pages/start.py", title=title, default=True, visibility="hidden"),
    st.Page("app/pages/heads.py", title=title, url_path="heads"),
    st.Page("app/pages/steps.py", title=t("walk.title"), url_path="steps"),
    st.Page("app/pages/qkv.py", title=t("projection.title"), url_path="qkv"),
    st.Page("app/pages/many_heads.py", title=t("nav.many_heads"), url_path="many_heads"),
    st.Page("app/pages/course.py", title=t("nav.course"), url_path="course"),
]
st.navigation(pages, position="hidden").run()
