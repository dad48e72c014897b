"""For the Jupyter server: what a kernel says goes to the browser at once.

A click on the table is answered by several small messages. As Jupyter sets its sockets up, the second of
them waits until the browser has acknowledged the first, which may be put off for 40 ms. `make lab` and
`make app` use this connection; elsewhere it is an option of the server:

    jupyter lab --ServerApp.kernel_websocket_connection_class=sandtable_widgets.server.PromptConnection
"""

from __future__ import annotations

from typing import Any

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection


class PromptConnection(ZMQChannelsWebsocketConnection):
    """Jupyter's own connection, without waiting for more to send."""

    def connect(self) -> Any:
        self.websocket_handler.set_nodelay(True)
        return super().connect()
