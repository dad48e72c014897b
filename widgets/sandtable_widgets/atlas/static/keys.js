// The map by keyboard: arrows move a visible cursor from space to space, Enter clicks, digits pick a counter of the
// pile, + and − zoom. Keys are taken only while the map itself has the focus, so a notebook still scrolls.

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

class Keys {
  constructor(board, container) {
    this.board = board;
    this.container = container;
    this.at = null;
    container.tabIndex = 0;
    container.setAttribute("role", "application");
    container.setAttribute("aria-label", `Map of ${board.sheet.head.title}. Arrow keys move over the spaces, Enter clicks.`);
    container.dataset.lmSuppressShortcuts = "true";
    this.voice = html("div", { class: "st-voice", "aria-live": "polite" }, container);
    this.down = (event) => this._key(event);
    this.blur = () => this.board.overlay.setCursor(null);
    this.focus = () => { if (this.container.matches(":focus-visible")) this._show(); };
    container.addEventListener("keydown", this.down);
    container.addEventListener("blur", this.blur);
    container.addEventListener("focus", this.focus);
  }
  _key(event) {
    if (event.target !== this.container || event.altKey || event.ctrlKey || event.metaKey) return;
    const { key } = event, { board } = this;
    if (key in ARROWS) this._move(ARROWS[key]);
    else if (key === "Enter" || key === " ") { if (this.at) board.click(this.at, null); else this._show(); }
    else if (/^[1-9]$/.test(key)) { const unit = this.at && board.counters.nth(this.at, Number(key) - 1); if (unit) board.click(this.at, unit); }
    else if (key === "+" || key === "=") board.zoomBy(0.5);
    else if (key === "-") board.zoomBy(-0.5);
    else if (key === "0") board.whole();
    // Other keys are the table's around the map: Escape lets go there what was picked here.
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  // The neighbour that lies best in this direction; without one, the nearest space that does.
  _move([dx, dy]) {
    const { overlay, sheet } = this.board;
    const here = overlay.byId.get(this.at);
    if (!here) return this._show();
    const rate = (space, reach) => {
      const x = space.x - here.x, y = space.y - here.y, far = Math.hypot(x, y);
      const along = (x * dx + y * dy) / far;
      return along < 0.35 ? Infinity : far * (reach + (1 - along) * 2);
    };
    const best = (ids, reach) => ids.map((id) => [rate(overlay.byId.get(id), reach), id]).filter(([r]) => r < Infinity).sort((a, b) => a[0] - b[0])[0];
    const found = best(sheet.near[this.at], 0.2) || best([...overlay.byId.keys()].filter((id) => id !== this.at), 1);
    if (found) { this.at = found[1]; this._show(); }
  }
  put(space) { this.at = space; }
  _show() {
    const { board } = this;
    if (!this.at) this.at = board.nearestToMiddle();
    const space = board.overlay.byId.get(this.at);
    board.overlay.setCursor(this.at);
    board.reveal(this.at);
    const target = board.overlay.targets[this.at];
    this.voice.textContent = [space.id, space.name, space.terrain.replaceAll("_", " "), board.counters.words(this.at), target ? `lit: ${target.words}` : ""].filter(Boolean).join(", ");
  }
  remove() {
    this.container.removeEventListener("keydown", this.down);
    this.container.removeEventListener("blur", this.blur);
    this.container.removeEventListener("focus", this.focus);
    this.voice.remove();
  }
}
