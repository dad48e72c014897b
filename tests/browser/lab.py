"""A JupyterLab of its own for browser tests: loopback only, with its own folders, no news, no password."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import nbformat
from playwright.sync_api import Browser, Page, Playwright

CHROMIUM_FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
RUN_ALL = """async () => {
  const app = window.jupyterapp; let panel;
  for (let i = 0; i < 400; i++) {
    panel = app.shell.currentWidget;
    if (panel && panel.sessionContext) break;
    await new Promise((done) => setTimeout(done, 50));
  }
  await panel.context.ready; await panel.sessionContext.ready;
  await panel.sessionContext.session.kernel.info; await panel.revealed;
  return await app.commands.execute('notebook:run-all-cells');
}"""
"""JupyterLab now and then drops a "run all" that comes too soon; this waits until it is ready."""


class Lab:
    """A running server."""

    def __init__(self, root: Path, port: int) -> None:
        self.root, self.port = root, port
        self.url = f"http://127.0.0.1:{port}"

    def write(self, cells: Sequence[str], name: str = "test.ipynb") -> str:
        """A notebook of code cells; returns its name."""
        book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
        book.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
        nbformat.write(book, self.root / name)
        return name

    def open(self, page: Page, name: str) -> None:
        """Open a notebook in simple mode, with nothing else around it."""
        page.goto(f"{self.url}/lab/tree/{name}?reset")
        page.wait_for_selector(".jp-Notebook .jp-Cell", timeout=60_000)

    def run(self, page: Page, name: str) -> None:
        """Open a notebook and run all of its cells."""
        self.open(page, name)
        page.evaluate(RUN_ALL)

    def close_sessions(self) -> None:
        """A fresh kernel for the next test."""
        for session in self._api("sessions"):
            self._api(f"sessions/{session['id']}", "DELETE")

    def _api(self, path: str, method: str = "GET") -> Any:
        request = urllib.request.Request(f"{self.url}/api/{path}", method=method)
        with urllib.request.urlopen(request, timeout=10) as answer:
            text = answer.read()
        return json.loads(text) if text else None


def free_port() -> int:
    """A port on loopback that nobody listens to."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def jupyter_lab(home: Path, port: int | None = None) -> Iterator[Lab]:
    """A server whose folders all lie below `home`, stopped at the end."""
    lab = Lab(home / "notebooks", port or free_port())
    lab.root.mkdir(parents=True)
    folders = {
        "JUPYTER_CONFIG_DIR": "config", "JUPYTER_DATA_DIR": "data", "JUPYTER_RUNTIME_DIR": "runtime",
        "JUPYTERLAB_SETTINGS_DIR": "settings", "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "IPYTHONDIR": "ipython",
    }  # fmt: skip
    settings = home / "settings" / "@jupyterlab" / "apputils-extension"
    settings.mkdir(parents=True)
    (settings / "notification.jupyterlab-settings").write_text(
        '{"fetchNews": "false", "checkForUpdates": false}'
    )
    environment = os.environ | {name: str(home / folder) for name, folder in folders.items()}
    command = [
        sys.executable, "-m", "jupyterlab", "--no-browser", "--ServerApp.ip=127.0.0.1",
        f"--ServerApp.port={lab.port}", "--ServerApp.port_retries=0", "--IdentityProvider.token=",
        "--ServerApp.password=", "--ServerApp.disable_check_xsrf=True",
        f"--ServerApp.root_dir={lab.root}", "--LabApp.expose_app_in_browser=True", "--allow-root",
        "--ServerApp.kernel_websocket_connection_class=sandtable_widgets.server.PromptConnection",
    ]  # fmt: skip
    with (home / "server.log").open("wb") as log:
        server = subprocess.Popen(command, env=environment, stdout=log, stderr=log, cwd=home)
        try:
            _wait_for(lab, server, home / "server.log")
            yield lab
            lab.close_sessions()
        finally:
            server.terminate()
            try:
                server.wait(15)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def _wait_for(lab: Lab, server: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + 90
    while time.monotonic() < deadline:
        if server.poll() is not None:
            break
        try:
            lab._api("status")
            return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.2)
    raise RuntimeError(f"JupyterLab did not start:\n{log.read_text(errors='replace')[-3000:]}")


def launch(playwright: Playwright) -> Browser:
    """Chromium as the system has it."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        raise RuntimeError("browser tests need chromium: `apt install chromium`, or run .ci/run, which does")
    return playwright.chromium.launch(executable_path=found, args=list(CHROMIUM_FLAGS))
