// Around the map: zoom buttons, the menu of layers, the key, the scale bar and the north arrow.

const SWITCHES = [["labels", "Names"], ["tint", "Control and front line"], ["ids", "Space numbers"], ["tiles", "Online tiles"]];
const THEME_NAMES = [["auto", "as JupyterLab"], ["light", "light"], ["dark", "dark"]];

class Controls {
  constructor(board, container, model, sheet) {
    this.board = board;
    this.model = model;
    const root = this.root = html("div", { class: "st-controls" }, container);
    for (const name of ["click", "dblclick", "pointerdown", "mousedown", "wheel", "touchstart"])
      root.addEventListener(name, (event) => event.stopPropagation());
    const bar = html("div", { class: "st-bar", role: "group", "aria-label": "Map" }, root);
    this._button(bar, "+", "Zoom in", () => board.zoomBy(0.5));
    this._button(bar, "−", "Zoom out", () => board.zoomBy(-0.5));
    this._button(bar, "⤢", "Whole map", () => board.whole());
    const layers = this._button(bar, "☰", "Layers and lettering", () => this._toggle(this.menu, layers));
    this.menu = this._menu(root);
    if (sheet.legend) {
      const key = this._button(bar, "?", "Key to the map", () => this._toggle(this.key, key));
      this.key = html("div", { class: "st-panel st-key", hidden: "", role: "region", "aria-label": "Key to the map" }, root);
      this.key.innerHTML = sheet.legend;
    }
    this._tiles(board.map, root);
    const scale = this.scale = svg("svg", { class: "st-scale", "aria-hidden": "true" }, root);
    svg("path", { class: "north", d: "M9 2L14 20L9 16L4 20z" }, scale);
    svg("text", { class: "n", x: 9, y: 31, "text-anchor": "middle" }, scale).textContent = "N";
    this.bar = svg("path", { class: "bar" }, scale);
    this.far = svg("text", { "text-anchor": "end" }, scale);
  }
  // Tiles come from elsewhere: where they cannot be had, a line says so, and the board is as it was.
  _tiles(map, root) {
    const note = html("div", { class: "st-panel st-note", hidden: "", role: "status" }, root);
    const failed = () => { note.textContent = "The online tiles cannot be reached; the map goes on without them."; note.hidden = false; };
    const clear = () => { note.hidden = true; };
    const credit = html("div", { class: "st-credit" }, root);
    const follow = (layer) => {
      if (!layer.getTileUrl) return;
      layer.on("tileerror", failed).on("tileload", clear);
      credit.textContent = layer.getAttribution() || "";
    };
    const added = (event) => follow(event.layer), removed = ({ layer }) => {
      if (!layer.getTileUrl) return;
      layer.off("tileerror", failed).off("tileload", clear);
      clear();
      credit.textContent = "";
    };
    map.eachLayer(follow);
    map.on("layeradd", added).on("layerremove", removed);
    this.board.off.push(() => map.off("layeradd", added).off("layerremove", removed));
  }
  _button(parent, sign, title, act) {
    const button = html("button", { type: "button", title, "aria-label": title }, parent, sign);
    button.addEventListener("click", act);
    return button;
  }
  _toggle(panel, button) {
    panel.hidden = !panel.hidden;
    button.setAttribute("aria-expanded", String(!panel.hidden));
  }
  _menu(root) {
    const panel = html("div", { class: "st-panel st-menu", hidden: "", role: "region", "aria-label": "Layers" }, root);
    const { model } = this, set = (name, value) => { model.set(name, value); model.save_changes(); };
    for (const [name, text] of SWITCHES) {
      const line = html("label", {}, panel), box = html("input", { type: "checkbox" }, line);
      line.append(text);
      const show = () => { box.checked = model.get(name); };
      show();
      this.board.listen(`change:${name}`, show);
      box.addEventListener("change", () => set(name, box.checked));
    }
    const line = html("label", {}, panel, "Text "), range = html("input", { type: "range", min: 0.8, max: 2, step: 0.1, "aria-label": "Size of text" }, line);
    const showText = () => { range.value = model.get("text_scale"); };
    showText();
    this.board.listen("change:text_scale", showText);
    range.addEventListener("input", () => set("text_scale", Number(range.value)));
    const theme = html("label", {}, panel, "Theme "), select = html("select", {}, theme);
    for (const [value, text] of THEME_NAMES) html("option", { value }, select, text);
    const showTheme = () => { select.value = model.get("theme"); };
    showTheme();
    this.board.listen("change:theme", showTheme);
    select.addEventListener("change", () => set("theme", select.value));
    return panel;
  }
  // A round number of kilometres that fits into 140 pixels.
  update(metresPerPixel) {
    const most = (140 * metresPerPixel) / 1000, power = 10 ** Math.floor(Math.log10(most));
    const km = [5, 2, 1].map((n) => n * power).find((n) => n <= most) || power;
    const px = (km * 1000) / metresPerPixel, x = 26;
    this.bar.setAttribute("d", `M${x} 14v6h${px}v-6M${x + px / 2} 20v-4`);
    this.far.textContent = km >= 1 ? `${km} km` : `${Math.round(km * 1000)} m`;
    this.far.setAttribute("x", x + px); this.far.setAttribute("y", 10);
    this.scale.setAttribute("width", x + px + 8);
    this.scale.setAttribute("height", 34);
  }
  remove() { this.root.remove(); }
}
