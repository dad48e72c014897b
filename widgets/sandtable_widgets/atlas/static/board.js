// One map on the screen: its frames from the ground up, what is set upon them, and how it answers to the mouse.

const BAR = 52;   // pixels that the buttons take

class Board {
  constructor(model, box, map, sheet, scene) {
    Object.assign(this, { model, box, map, sheet, off: [] });
    // Ids of drawings and clips are the page's; every map has its own, whatever its widget was loaded from.
    this.uid = `st${Math.random().toString(36).slice(2, 10)}`;
    this.container = map.getContainer();
    hush(map);
    this.place = new Place(map, sheet.frame);
    const frame = (name, z, scaled) => new Frame(map, this.place, name, z, scaled);
    this.ground = frame("st-ground", 250, true);
    this.letters = frame("st-letters", 300, false);
    this.spaces = frame("st-spaces", 350, true);
    this.signs = frame("st-signs", 420, false);
    this.pieces = frame("st-pieces", 500, false);
    this.arrows = frame("st-arrows", 550, false);
    this.frames = [this.ground, this.letters, this.spaces, this.signs, this.pieces, this.arrows];
    this.ground.content.innerHTML = `${sheet.ground}<g class="numbers">${this._numbers()}</g>`;
    this.letters.uid = this.spaces.uid = this.uid;
    this.overlay = new Overlay(this.spaces, this.signs, sheet, model.get("sides"));
    this.arrows.content.append(this.overlay.route, this.overlay.costs);
    this.counters = new Counters(this.pieces, svg("defs", {}, this.pieces.svg), this.uid, (id) => this.overlay.byId.get(id));
    this.labels = new Labels(this.letters, sheet);
    this.controls = new Controls(this, this.container, model, sheet);
    this.keys = new Keys(this, this.container);
    this._colours();
    this._bind();
    this.take(scene);
    this.whole(false);
    this._fonts();
  }
  listen(name, act) {
    this.model.on(name, act);
    this.off.push(() => this.model.off(name, act));
  }
  _numbers() {
    const { sheet } = this, size = Math.round(sheet.size * 0.125);
    this.ground.content.style.setProperty("--number", `${size}px`);
    if (!sheet.numbered) return "";
    return sheet.spaces.filter((s) => s[5] !== "out_of_play").map(([id, , x, y]) => `<text x="${x}" y="${y - Math.round(sheet.size * 0.37)}">${id}</text>`).join("");
  }
  // Names keep off the numbers if they can.
  _numberBoxes() {
    const { scale, sheet } = this, { size, near } = this.found;
    if (!near || !sheet.numbered || !this.model.get("ids")) return [];
    return sheet.spaces.map(([id, , x, y]) => {
      const half = size * 0.034 * id.length, py = y * scale - size * 0.37;
      return [x * scale - half, py - size * 0.1, x * scale + half, py];
    });
  }
  _bind() {
    const { map } = this;
    const moved = () => { for (const f of this.frames) f.update(); };
    const zoomed = () => this.set();
    const animate = (event) => { for (const f of this.frames) f.animate(event.center, event.zoom); };
    for (const [name, act] of [["moveend", moved], ["resize", moved], ["zoomend", zoomed], ["zoomanim", animate]]) {
      map.on(name, act);
      this.off.push(() => map.off(name, act));
    }
    let start = null;
    const down = (event) => { start = [event.clientX, event.clientY]; };
    const click = (event) => {
      if (start && Math.hypot(event.clientX - start[0], event.clientY - start[1]) > 5) return;
      const counter = event.target.closest(".counter"), pile = event.target.closest(".pile"), space = event.target.closest(".space");
      if (pile) this.click(this.counters.stacks[pile.dataset.stack][0], counter ? counter.dataset.unit || null : null);
      else if (space) this.click(space.dataset.space, null);
    };
    // One tooltip for all spaces: it moves to the one under the mouse.
    const tip = svg("title");
    const over = (event) => {
      const space = this.overlay.byId.get(event.target.dataset?.space);
      if (!space || tip.parentNode === space.path) return;
      tip.textContent = [space.id, space.name, space.terrain.replaceAll("_", " ")].filter(Boolean).join(", ");
      space.path.append(tip);
    };
    this.spaces.svg.addEventListener("pointerover", over);
    this.container.addEventListener("pointerdown", down, true);
    this.container.addEventListener("click", click);
    this.off.push(() => this.container.removeEventListener("pointerdown", down, true), () => this.container.removeEventListener("click", click));
    const wheel = (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      map.setZoomAround(map.mouseEventToContainerPoint(event), map.getZoom() - Math.sign(event.deltaY) * 0.5);
    };
    this.container.addEventListener("wheel", wheel, { passive: false });
    this.off.push(() => this.container.removeEventListener("wheel", wheel));
    const touch = () => { this.touched = true; };
    map.on("dragstart", touch);
    this.off.push(() => map.off("dragstart", touch));
    // Until somebody has moved the map, it stays whole when its window changes.
    const wide = new ResizeObserver(() => {
      map.invalidateSize({ pan: false });
      if (!this.touched && map.getSize().x) this.whole(false);
    });
    wide.observe(this.container);
    const theme = new MutationObserver(() => this._colours());
    theme.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
    this.off.push(() => wide.disconnect(), () => theme.disconnect());
    for (const name of ["theme", "tint", "ids", "tiles"]) this.listen(`change:${name}`, () => this._colours());
    for (const name of ["labels", "text_scale"]) this.listen(`change:${name}`, () => { this._colours(); this.set(); });
  }
  click(space, unit) {
    this.keys.put(space);
    this.container.focus({ preventScroll: true });
    this.model.send({ type: "click", space, unit });
  }
  _colours() {
    const theme = this.model.get("theme"), sides = this.model.get("sides");
    const dark = theme === "dark" || (theme === "auto" && document.body.dataset.jpThemeLight === "false");
    this.box.classList.toggle("st-dark", dark);
    for (const name of ["labels", "tint", "ids", "tiles"]) this.box.classList.toggle(`st-no-${name}`, !this.model.get(name));
    this.box.classList.toggle("st-tiles", this.model.get("tiles"));
    sides.forEach(([, colour], n) => this.box.style.setProperty(`--side-${n}`, colour));
  }
  _fonts() {
    const loaded = () => this.set(), fonts = document.fonts;
    if (fonts.sandtableLoaded) return;
    document.addEventListener("sandtable-fonts", loaded);
    this.off.push(() => document.removeEventListener("sandtable-fonts", loaded));
    // One page asks once; again only if the kernel that was asked has gone.
    if (Date.now() - (fonts.sandtableAsked || 0) < 8000) return;
    fonts.sandtableAsked = Date.now();
    this.model.send({ type: "fonts" });
  }
  // Everything that keeps its size while the map grows.
  set() {
    const scale = this.scale = this.place.scale;
    this.found = measures(this.sheet, scale, this.model.get("text_scale"));
    setMeasures(this.box, this.found);
    this.counters.placeAll(scale, this.found.counter);
    this._placeOverlay();
    this.letter();
    const middle = this.map.getCenter();
    this.controls.update((40075016.686 * Math.cos((middle.lat * Math.PI) / 180)) / (256 * 2 ** this.map.getZoom()));
    for (const f of this.frames) f.update();
  }
  _placeOverlay() {
    const under = (id) => (this.counters.bySpace.has(id) ? this.found.counter * 0.56 : 0);
    this.overlay.place(this.scale, this.model.get("text_scale"), this.found.size, under);
  }
  letter() {
    if (!this.scale || !this.model.get("labels")) return;
    this.labels.set(this.scale, this.found.large, this.model.get("text_scale"), this.counters.boxes(), this._numberBoxes());
  }
  // A scene, or what has changed in it.
  take(news) {
    if (news.looks) this.counters.addLooks(news.looks);
    const moved = this.counters.apply(news.units, news.stacks).size;
    if (news.control) this.overlay.setControl(news.control);
    if (news.targets) this.overlay.setTargets(news.targets);
    const marks = news.marks || {};
    if ("space" in marks) this.overlay.setChosen(marks.space);
    if ("selected" in marks) this.counters.select(marks.selected || []);
    if ("path" in marks) this.overlay.setRoute(marks.path);
    if ("fan" in marks) this.counters.fan(marks.fan);
    if (this.scale) {
      this._placeOverlay();
      if (moved) (window.requestIdleCallback || setTimeout)(() => this.letter(), { timeout: 200 });
    }
    this.box.dataset.step = news.step;
  }
  zoomBy(step) { this.touched = true; this.map.setZoom(this.map.getZoom() + step); }
  whole(animate = true) {
    const [west, south, east, north] = this.sheet.head.bounds;
    this.map.setMinZoom(0);
    const bounds = [[south, west], [north, east]];
    const fit = this.map.getBoundsZoom(bounds, false, [BAR + 14, 24]);
    // The buttons stand at the left: nothing of the board lies under them.
    this.map.fitBounds(bounds, { paddingTopLeft: [BAR, 12], paddingBottomRight: [14, 12], animate });
    this.touched = false;
    this.map.setMinZoom(fit - 0.75);
    this.map.setMaxZoom(fit + 4.5);
    this.map.setMaxBounds([[south - (north - south) * 0.4, west - (east - west) * 0.4], [north + (north - south) * 0.4, east + (east - west) * 0.4]]);
    this.set();
  }
  reveal(id) {
    const space = this.overlay.byId.get(id);
    if (!space) return;
    const at = this.map.latLngToContainerPoint(this.place.latLng(space.x, space.y)), size = this.map.getSize();
    const pad = Math.min(size.x, size.y) * 0.12;
    if (at.x < pad || at.y < pad || at.x > size.x - pad || at.y > size.y - pad)
      this.map.panTo(this.place.latLng(space.x, space.y), { animate: true, duration: 0.25 });
  }
  // Come near enough to read the counters in these spaces, if they can be seen together.
  near(ids) {
    const found = ids.map((id) => this.overlay.byId.get(id)).filter(Boolean).map((s) => this.place.latLng(s.x, s.y));
    if (!found.length) return;
    const lats = found.map((p) => p.lat), lngs = found.map((p) => p.lng), size = this.map.getSize();
    const corners = [[Math.min(...lats), Math.min(...lngs)], [Math.max(...lats), Math.max(...lngs)]];
    const legible = this.map.getZoom() + Math.log2(50 / (this.sheet.size * this.scale));
    const zoom = Math.min(this.map.getBoundsZoom(corners, false, [90, 90]), legible, this.map.getMaxZoom());
    const seen = found.every((p) => { const at = this.map.latLngToContainerPoint(p); return at.x > 24 && at.y > 24 && at.x < size.x - 24 && at.y < size.y - 24; });
    if (seen && this.map.getZoom() > zoom - 0.3) return;
    this.map.setView([(corners[0][0] + corners[1][0]) / 2, (corners[0][1] + corners[1][1]) / 2], zoom, { animate: true, duration: 0.25 });
  }
  nearestToMiddle() {
    const size = this.map.getSize();
    let best = null, least = Infinity;
    for (const [id, space] of this.overlay.byId) {
      const at = this.map.latLngToContainerPoint(this.place.latLng(space.x, space.y));
      const far = Math.hypot(at.x - size.x / 2, at.y - size.y / 2);
      if (far < least) { least = far; best = id; }
    }
    return best;
  }
  remove() {
    for (const undo of this.off) undo();
    for (const f of this.frames) f.remove();
    this.controls.remove();
    this.keys.remove();
  }
}
