# Every target does its own set-up: it needs Python 3.11 or newer (with venv and pip) and make, nothing else.
PYTHON ?= python3
ARGS ?=

VENV := .venv
PY := $(VENV)/bin/python
STAMP := $(VENV)/.installed
EXTRAS := lab,study,test,dev
WORKSPACES := $(VENV)/workspaces
# JupyterLab's name for the layout that it opens when none is asked for.
WORKSPACE := default-37a8.jupyterlab-workspace
# JupyterLab greets newcomers with a question about news, and would go online for it.
NEWS := @jupyterlab/apputils-extension:announcements
# How the server talks to the browser: at once (see the module).
PROMPT := kernel_websocket_connection_class=sandtable_widgets.server.PromptConnection

.DEFAULT_GOAL := help
.PHONY: help lab app test bench pictures clean

help:
	@echo "make lab     open JupyterLab in notebooks/"
	@echo "make app     serve the games as a page, for a class (ARGS='--Voila.ip=0.0.0.0' lets others in)"
	@echo "make test    ruff, mypy, tests and notebooks (ARGS='-k forecast' goes to pytest)"
	@echo "make bench   measure speed beside peers     (ARGS goes to the benchmarks)"
	@echo "make pictures  take the pictures of the README and the notebooks anew (needs chromium)"
	@echo "make clean   remove .venv and caches"
	@echo "PYTHON=/path/to/python3 chooses the interpreter that a new .venv is made with"

# JupyterLab refuses to run as root unless told; in a container root is the only user there is. The first time it
# opens with its side panels folded away, so that the map has room; what people change later is kept.
lab: $(STAMP)
	@mkdir -p $(WORKSPACES)
	@test -f $(WORKSPACES)/$(WORKSPACE) || cp app/lab.jupyterlab-workspace $(WORKSPACES)/$(WORKSPACE)
	JUPYTERLAB_WORKSPACES_DIR=$(CURDIR)/$(WORKSPACES) $(PY) -m jupyterlab --ServerApp.root_dir=notebooks \
		--ServerApp.$(PROMPT) \
		--LabApp.default_url=/lab/tree/00-start-here.ipynb $(if $(filter 0,$(shell id -u)),--allow-root) $(ARGS)

# Our template is Voila's own without the fonts that it would fetch from the internet.
app: $(STAMP)
	JUPYTER_PATH=app $(PY) -m voila notebooks/app.ipynb --template=sandtable --Voila.$(PROMPT) $(ARGS)

pictures: $(STAMP)
	$(PY) docs/make_pictures.py $(ARGS)
	$(if $(ARGS),,$(PY) docs/make_study_pictures.py && $(PY) docs/make_plates.py)

test: $(STAMP)
	$(PY) -m ruff check
	$(PY) -m mypy
	$(PY) -m pytest -n logical --dist worksteal $(ARGS)
	$(PY) -m pytest --nbval-lax --nbval-cell-timeout=120 notebooks

bench: $(STAMP)
	$(PY) -m benchmarks $(ARGS)

clean:
	rm -rf $(VENV) .hypothesis .mypy_cache .pytest_cache .ruff_cache build dist
	find . -name __pycache__ -prune -exec rm -rf {} +
	find . -name '*.egg-info' -prune -exec rm -rf {} +

# An editable install holds absolute paths, so a checkout that was moved or copied is installed again.
ifneq ($(shell cat $(STAMP) 2>/dev/null),$(CURDIR))
.PHONY: $(STAMP)
endif

define CHECK_PYTHON
import sys
if sys.version_info < (3, 11):
    sys.exit("Sandtable needs Python 3.11 or newer; %s is %d.%d (choose another: make PYTHON=...)"
             % (sys.executable, sys.version_info[0], sys.version_info[1]))
try:
    import ensurepip, venv
except ImportError:
    sys.exit("Sandtable needs Python's venv module; %s lacks it (on Debian: apt install python3-venv)"
             % sys.executable)
endef
export CHECK_PYTHON

$(STAMP): pyproject.toml constraints.txt
	@command -v $(PYTHON) >/dev/null || { echo "Sandtable needs Python 3.11 or newer; $(PYTHON) was not found" >&2; exit 1; }
	@$(PYTHON) -c "$$CHECK_PYTHON"
	@echo "Setting up $(VENV) (some minutes the first time) ..."
	@{ $(PY) -c "$$CHECK_PYTHON" && $(PY) -m pip --version; } >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV)
	@$(PY) -m pip install -q --disable-pip-version-check -c constraints.txt setuptools
	@$(PY) -m pip install -q --disable-pip-version-check -c constraints.txt --no-build-isolation -e '.[$(EXTRAS)]'
	@$(PY) -m jupyterlab.labextensions disable --level=sys_prefix $(NEWS) 2>/dev/null
	@$(PY) -m sandtable_widgets.atlas >/dev/null
	@echo '$(CURDIR)' > $@
