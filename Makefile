# Type `make` to see what it can do.
PYTHON      ?= python3
PORT        ?= 8501
# Where Linux takes torch from: PyTorch's CPU build. PyPI's own is a CUDA build of several GB.
# Empty, or out of reach: pip looks where it is set up to look.
TORCH_INDEX ?= $(if $(filter Linux,$(shell uname -s)),https://download.pytorch.org/whl/cpu)

# Ask Linux for large pages: fetching small ones costs a tenth of a run over 512 tokens.
export GLIBC_TUNABLES ?= glibc.malloc.hugetlb=1

# What PyPI's torch for Linux brings along and the CPU build does without.
CUDA := triton cuda-bindings cuda-pathfinder cuda-toolkit nvidia-cublas nvidia-cuda-cupti \
        nvidia-cuda-nvrtc nvidia-cuda-runtime nvidia-cudnn-cu13 nvidia-cufft nvidia-cufile \
        nvidia-curand nvidia-cusolver nvidia-cusparse nvidia-cusparselt-cu13 nvidia-nccl-cu13 \
        nvidia-nvjitlink nvidia-nvshmem-cu13 nvidia-nvtx

VENV := .venv
PY   := $(VENV)/bin/python
PIP  := $(PY) -m pip --disable-pip-version-check

.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help run weights test check style types rules unit e2e browser balancer bench lock sbom clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z0-9]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
	@echo "  with, if need be: PYTHON=python3.12 PORT=8600 TORCH_INDEX=…"

run: $(VENV)/app ## set up what is missing (the first time), then open the app
	@STREAMLIT_SERVER_PORT=$(PORT) $(PY) -m app.serve --fetch

weights: $(VENV)/app ## fetch and convert the three embedded models, if they are not there
	@$(PY) -m attention.weights

test: check unit e2e ## everything: style, types, import rules, unit tests, real browser

check: style types rules ## style, types and import rules only

style: $(VENV)/dev
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .

types: $(VENV)/dev
	$(PY) -m pyright

rules: $(VENV)/dev
	$(PY) -m pytest -q tests/test_architecture.py

unit: $(VENV)/dev weights balancer ## tests without a browser
	$(PY) -m pytest -m "not e2e"

e2e: $(VENV)/dev weights browser balancer ## tests in a real browser
	@# A busy machine delays a browser at will: what fails once is tried again, and named.
	$(PY) -m pytest -m e2e --reruns 1 -rR

bench: $(VENV)/dev weights balancer ## speed alone, with a class of visitors, in the browser; a server lost
	$(PY) -m bench.trace
	$(PY) -m bench.serve
	$(PY) -m bench.screen
	$(PY) -m bench.failover

lock: $(VENV)/dev ## pin what the pinned packages bring along, with hashes, for every system
	$(PY) -m uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-annotate \
	  --no-header $(addprefix --no-emit-package ,torch $(CUDA)) -o requirements.lock \
	  requirements.txt requirements-torch.txt

sbom: $(VENV)/dev ## list everything the app is made of, as CycloneDX: sbom.json
	cat requirements.lock requirements-torch.txt | $(PY) -m cyclonedx_py requirements - \
	  --pyproject pyproject.toml --output-reproducible --of JSON -o sbom.json

clean: ## remove the environment and caches (weights stay in ATTENTION_HOME)
	rm -rf $(VENV) .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/app: requirements-torch.txt requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Python 3.11 or newer is needed; '$(PYTHON)' is not. Name one: make run PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "Python's venv module is missing. On Debian and Ubuntu: apt-get install python3-venv"; exit 1; }
	@$(PYTHON) -m venv $(VENV)
	@if [ -n "$(TORCH_INDEX)" ]; then \
	  $(PIP) install --no-deps --timeout 8 --retries 1 --index-url $(TORCH_INDEX) -r requirements-torch.txt \
	  || echo "$(TORCH_INDEX) is out of reach: taking torch from where pip is set up to look."; fi
	@echo "Installing the rest: some 60 packages, 1 to 3 minutes."
	@$(PIP) install -q --no-deps --require-hashes -r requirements.lock
	@$(PIP) install -q -r requirements-torch.txt
	@touch $@

$(VENV)/dev: $(VENV)/app requirements-dev.txt
	@$(PIP) install -q -r requirements-dev.txt
	@touch $@

browser: $(VENV)/dev
	@$(PY) -m tests.e2e.browser

balancer: $(VENV)/dev
	@$(PY) -m tests.e2e.replicas.balancer
