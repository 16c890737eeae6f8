# Which models the image holds and offers; ids of the model hub may be added.
ARG MODELS="minilm e5 smollm2"

FROM python:3.11-slim AS build
# PyPI's torch for Linux is a CUDA build of several GB; the CPU build lies on this index.
# A site with its own mirror sets the ARG; empty means: where pip is set up to look.
ARG TORCH_INDEX_URL=https://download.pytorch.org/whl/cpu
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PATH=/opt/venv/bin:$PATH
RUN python -m venv /opt/venv
COPY requirements-torch.txt requirements.lock /build/
WORKDIR /build
# One index at a time: of two, pip takes whatever has the higher version.
RUN pip install --no-deps ${TORCH_INDEX_URL:+--index-url ${TORCH_INDEX_URL}} -r requirements-torch.txt \
 && pip install --no-deps --require-hashes -r requirements.lock \
 && pip check \
 && python -c "import torch; assert torch.version.cuda is None, 'CUDA build of torch'"

# Only what fetches weights: other changes to the code leave this layer, and 0.8 GB, as they are.
ARG MODELS
COPY assets/weights.toml assets/setup.toml assets/
COPY attention/errors.py attention/reasons.py attention/sizes.py attention/
COPY attention/hub attention/hub
COPY attention/weights attention/weights
RUN ATTENTION_HOME=/opt/attention HF_HOME=/opt/attention python -m attention.weights ${MODELS} \
 && chmod -R a+rX /opt/attention

# What only installing, compiling and setting up need. All *.pyc stay: a read-only root can't make them.
WORKDIR /opt/venv/lib/python3.11/site-packages
RUN pip uninstall -q -y accelerate gguf \
 && find . -type d -name tests -prune -exec rm -rf {} + \
 && rm -rf torch/include torch/bin/protoc* torch/bin/test_* \
           pip pip-* setuptools setuptools-* _distutils_hack distutils-precedence.pth /opt/venv/bin/pip*

FROM python:3.11-slim
ARG MODELS
ENV PATH=/opt/venv/bin:$PATH HOME=/tmp \
    PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 GLIBC_TUNABLES=glibc.malloc.hugetlb=1 \
    ATTENTION_HOME=/opt/attention ATTENTION_MODELS="${MODELS}" \
    HF_HOME=/opt/attention HF_HUB_OFFLINE=1 HF_HUB_DISABLE_TELEMETRY=1 \
    STREAMLIT_BROWSER_GATHER_USAGE_STATS=false \
    STREAMLIT_SERVER_HEADLESS=true \
    STREAMLIT_SERVER_ADDRESS=0.0.0.0 \
    STREAMLIT_SERVER_PORT=8501
RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin app \
 && python -m pip uninstall -q -y --root-user-action=ignore setuptools wheel pip \
 && rm -rf /usr/local/lib/python3.11/ensurepip
# What changes least comes first: an update sends only the layers behind what has changed.
COPY --from=build /opt/attention /opt/attention
COPY --from=build /opt/venv /opt/venv
COPY LICENSE NOTICE streamlit_app.py /app/
COPY .streamlit /app/.streamlit
COPY assets /app/assets
COPY attention /app/attention
COPY app /app/app
WORKDIR /app
USER 10001
EXPOSE 8501
HEALTHCHECK --interval=15s --timeout=3s --start-period=300s --retries=3 \
  CMD ["python", "-c", "import os, urllib.request as u; e = os.environ.get; b = e('STREAMLIT_SERVER_BASE_URL_PATH', '').strip('/'); u.urlopen('http://127.0.0.1:' + e('STREAMLIT_SERVER_PORT', '8501') + ('/' + b if b else '') + '/_stcore/health', timeout=2)"]
CMD ["python", "-m", "app.serve"]
