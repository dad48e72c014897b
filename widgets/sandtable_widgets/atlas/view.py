"""MapView: the theatre map in a notebook, with counters on it, lit spaces, and clicks that come back."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

import ipyleaflet
import ipywidgets
import traitlets

from sandtable.errors import Unknown
from sandtable.game import Game
from sandtable.view import View

from .surface import Surface

TILES = "https://tile.openstreetmap.org/{z}/{x}/{y}.png"
TARGET_KINDS = ("move", "attack", "place", "choice")
THEMES = ("auto", "light", "dark")


@dataclass(frozen=True, slots=True)
class Target:
    """A space that is lit up: why, and a short text in it (a cost, the odds)."""

    kind: str
    text: str = ""

    def __post_init__(self) -> None:
        if self.kind not in TARGET_KINDS:
            raise ValueError(f"no kind of target {self.kind!r}; there are: {', '.join(TARGET_KINDS)}")


@dataclass(frozen=True, slots=True)
class Click:
    """A space that was clicked (or entered with the keyboard), and the unit if a counter was hit."""

    space: str
    unit: str | None = None


class MapView(ipywidgets.Box):
    """The map of a game: `show` a view of a position, light up `targets`, listen with `on_click`.

    theme: "light", "dark", or "auto" to follow JupyterLab. Only what changes is sent to the browser.

    >>> import sandtable as st
    >>> game = st.load("shanghai-nanking")
    >>> map_view = MapView(game)
    >>> map_view.show(game.view(game.new("campaign"), None))
    """

    theme = traitlets.Enum(THEMES, "auto")
    labels = traitlets.Bool(True, help="names of towns and waters")
    tint = traitlets.Bool(True, help="the colour of the side that holds a space, and the front line")
    ids = traitlets.Bool(True, help="numbers of the spaces, when the map is near enough to read them")
    tiles = traitlets.Bool(False, help="tiles from the internet beneath the board")
    text_scale = traitlets.Float(1.0, min=0.5, max=3.0, help="size of all lettering")

    def __init__(self, game: Game, *, theme: str = "auto", height: str = "640px", **options: Any) -> None:
        self.game = game
        self._listeners: list[Callable[[Click], None]] = []
        self.map = ipyleaflet.Map(
            layers=(), zoom_control=False, attribution_control=False, keyboard=False, scroll_wheel_zoom=False,
            double_click_zoom=False, zoom_snap=0.25, zoom_delta=0.5, box_zoom=False, max_zoom=18,
            layout=ipywidgets.Layout(height=height, width="auto", margin="0"),
        )  # fmt: skip
        self.surface = Surface(game, self.map)
        west, south, east, north = self.surface.bounds
        self.map.center = ((south + north) / 2, (west + east) / 2)
        self._tile_layer: ipyleaflet.TileLayer | None = None
        super().__init__(
            children=(self.map, self.surface), layout=ipywidgets.Layout(width="100%", display="block")
        )
        self.add_class("sandtable-map")
        for setting in ("theme", "labels", "tint", "ids", "tiles", "text_scale"):
            traitlets.link((self, setting), (self.surface, setting))
        self.theme = theme
        for setting, value in options.items():
            if setting not in self.trait_names():
                raise TypeError(f"MapView has no setting {setting!r}")
            setattr(self, setting, value)
        self.surface.on_click(self._clicked)

    def show(self, view: View) -> None:
        """Put a position on the map: counters, control and front line."""
        self.surface.show(view)

    def together(self) -> AbstractContextManager[None]:
        """A position and its marks that belong together are sent, and drawn, at once."""
        return self.surface.together()

    def targets(self, marks: Mapping[str, Target]) -> None:
        """Light up these spaces and no others."""
        self._known(marks)
        self.surface.mark(targets={space: [mark.kind, mark.text] for space, mark in marks.items()})

    def select(self, space: str | None, units: Collection[str] = ()) -> None:
        """A halo around a space and around units; None clears it."""
        self._known([space] if space else [])
        self.surface.mark(space=space, selected=sorted(units))

    def path(self, spaces: Sequence[str]) -> None:
        """An arrow through spaces; an empty path clears it."""
        self._known(spaces)
        self.surface.mark(path=list(spaces))

    def fan(self, space: str | None) -> None:
        """Spread the counters in a space so that each can be clicked; None closes the fan."""
        self._known([space] if space else [])
        self.surface.mark(fan=space)

    def mark(
        self,
        targets: Mapping[str, Target],
        space: str | None = None,
        units: Collection[str] = (),
        fan: str | None = None,
    ) -> None:
        """Targets, halo and fan at once, in a single message; there is no path any more."""
        self._known([*targets, *filter(None, (space, fan))])
        lit = {id: [target.kind, target.text] for id, target in targets.items()}
        self.surface.mark(targets=lit, space=space, selected=sorted(units), fan=fan, path=[])

    def focus(self, space: str) -> None:
        """Bring a space into sight."""
        self._known([space])
        self.surface.tell({"focus": space})

    def near(self, spaces: Collection[str]) -> None:
        """Come near enough to these spaces to read the counters in them."""
        self._known(spaces)
        self.surface.tell({"near": list(spaces)})

    def on_click(self, callback: Callable[[Click], None]) -> None:
        """Call back with every click on a space or a counter."""
        self._listeners.append(callback)

    def click(self, space: str, unit: str | None = None) -> None:
        """What a click in the browser does, for tests and lessons."""
        self._known([space])
        self._clicked(space, unit)

    def _clicked(self, space: str, unit: str | None) -> None:
        for callback in list(self._listeners):
            callback(Click(space, unit))

    def _known(self, spaces: Collection[str]) -> None:
        for space in spaces:
            if space not in self.game.board.number:
                raise Unknown("space", space, self.game.board.ids)

    @traitlets.observe("tiles")
    def _tiles_changed(self, change: Any) -> None:
        """Tiles lie under everything; without a network they stay blank and the board is as before."""
        if change["new"] and self._tile_layer is None:
            self._tile_layer = ipyleaflet.TileLayer(url=TILES, attribution="© OpenStreetMap contributors")
            self.map.add(self._tile_layer)
        elif not change["new"] and self._tile_layer is not None:
            self.map.remove(self._tile_layer)
            self._tile_layer = None
