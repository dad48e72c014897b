// One map on the screen: its frames from the ground up, what is set upon them, and how it answers to the mouse.

const EDGE = 8;   // pixels of a strip along the window that stops a name
const LEGIBLE = [51, 62];   // pixels of a counter that is read with ease, in a small window and in a large one

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
    this.lit = frame("st-lit", 420, true);
    this.pieces = frame("st-pieces", 500, false);
    this.arrows = frame("st-arrows", 550, false);
    this.frames = [this.ground, this.letters, this.spaces, this.lit, this.pieces, this.arrows];
    this.ground.content.innerHTML = `${sheet.ground}<g class="numbers">${this._numbers()}</g>`;
    this.letters.uid = this.spaces.uid = this.uid;
    this.overlay = new Overlay(this.spaces, this.lit, this.arrows, sheet, model.get("sides"));
    this.counters = new Counters(this.pieces, svg("defs", {}, this.pieces.svg), this.uid, (id) => this.overlay.byId.get(id), () => this.overlay.litBoxes(this.scale));
    // Rims lie over all counters, but under the numbers of the piles.
    this.counters.heaps.after(this.overlay.rims);
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
      const counter = event.target.closest(".counter"), pile = event.target.closest("[data-stack]"), space = event.target.closest(".space");
      // A cost is written over counters, and whoever clicks it means its space.
      const corner = map.latLngToContainerPoint(this.place.corner), at = map.mouseEventToContainerPoint(event);
      const cost = (pile || space) && this.overlay.costAt(at.x - corner.x, at.y - corner.y);
      if (cost) this.click(cost, null);
      else if (pile) this.click(this.counters.stacks[pile.dataset.stack][0], counter ? counter.dataset.unit || null : null);
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
      this.touched = true;
      map.setZoomAround(map.mouseEventToContainerPoint(event), map.getZoom() - Math.sign(event.deltaY) * 0.5);
    };
    this.container.addEventListener("wheel", wheel, { passive: false });
    this.off.push(() => this.container.removeEventListener("wheel", wheel));
    const touch = () => { this.touched = true; };
    map.on("dragstart", touch);
    this.off.push(() => map.off("dragstart", touch));
    // Until somebody has moved the map, it stays whole when its window changes; then its middle stays in the middle.
    const wide = new ResizeObserver(() => {
      map.invalidateSize();
      if (!map.getSize().x) return;
      if (this.touched) this._limit(); else this.whole(false);
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
    this.overlay.place(this.scale, this.model.get("text_scale"), this.found.size, (id) => this.counters.boxOf(id));
  }
  letter() {
    if (!this.scale || !this.model.get("labels")) return;
    this.labels.set(this.scale, this.found.large, this.model.get("text_scale"), this.counters.boxes(), this._numberBoxes(), this.overlay.frontBoxes(this.scale), this._edges());
  }
  // While the map is whole, no name reaches out of its window or under its buttons; whoever has moved it can move it again.
  _edges() {
    if (this.touched) return [];
    const corner = this.map.latLngToContainerPoint(this.place.corner), size = this.map.getSize();
    const [left, top, right, bottom] = [-corner.x, -corner.y, size.x - corner.x, size.y - corner.y];
    const buttons = this.controls.root.firstElementChild.offsetHeight + 12;
    return [[left - EDGE, top, left, bottom], [left, top, left + BAR - 6, top + buttons], [right, top, right + EDGE, bottom]];
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
    else if (news.targets) this.counters.makeRoom();
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
    // Leaflet would pull an old view back inside its limits while this one is made, and drag the new one along.
    this.map.setMaxBounds(null);
    // The buttons stand at the left: nothing of the board lies under them.
    // A whole map fills its window: the steps that buttons and wheels zoom by would leave up to a sixth of it empty.
    const { zoomSnap } = this.map.options;
    this.map.options.zoomSnap = 0;
    this.map.fitBounds([[south, west], [north, east]], { paddingTopLeft: [BAR, 12], paddingBottomRight: [14, 12], animate });
    this.map.options.zoomSnap = zoomSnap;
    this.touched = false;
    this._limit();
    this.set();
  }
  _limit() {
    const [west, south, east, north] = this.sheet.head.bounds, wide = (east - west) * 0.4, high = (north - south) * 0.4;
    const fit = this.map.getBoundsZoom([[south, west], [north, east]], false, [BAR + 14, 24]);
    this.map.setMinZoom(fit - 0.75);
    this.map.setMaxZoom(fit + 4.5);
    this.map.setMaxBounds([[south - high, west - wide], [north + high, east + wide]]);
  }
  reveal(id) {
    const space = this.overlay.byId.get(id);
    if (!space) return;
    const at = this.map.latLngToContainerPoint(this.place.latLng(space.x, space.y)), size = this.map.getSize();
    const pad = Math.min(size.x, size.y) * 0.12;
    if (at.x < pad || at.y < pad || at.x > size.x - pad || at.y > size.y - pad) {
      this.touched = true;
      this.map.panTo(this.place.latLng(space.x, space.y), { animate: true, duration: 0.25 });
    }
  }
  // Come near enough to read the counters in these spaces and to tell their piles apart, if they can be seen together.
  near(ids) {
    const found = ids.map((id) => this.overlay.byId.get(id)).filter(Boolean).map((s) => this.place.latLng(s.x, s.y));
    if (!found.length) return;
    const lats = found.map((p) => p.lat), lngs = found.map((p) => p.lng), size = this.map.getSize();
    const corners = [[Math.min(...lats), Math.min(...lngs)], [Math.max(...lats), Math.max(...lngs)]];
    const counter = Math.min(Math.max(LEGIBLE[0], Math.min(size.x, size.y) / 13.5), LEGIBLE[1]);
    const legible = this.map.getZoom() + Math.log2(spaceFor(counter, this.sheet) / (this.sheet.size * this.scale));
    const zoom = Math.min(this.map.getBoundsZoom(corners, false, [110, 110]), legible, this.map.getMaxZoom());
    const seen = found.every((p) => { const at = this.map.latLngToContainerPoint(p); return at.x > 24 && at.y > 24 && at.x < size.x - 24 && at.y < size.y - 24; });
    if (seen && this.map.getZoom() > zoom - 0.3) return;
    this.touched = true;
    const middle = this.map.unproject(this.map.project(corners[0], zoom).add(this.map.project(corners[1], zoom)).divideBy(2), zoom);
    this.map.setView(this._within(middle, zoom), zoom, { animate: true, duration: 0.25 });
  }
  // The nearest middle of a window that shows nothing beyond the board, where the board is large enough.
  _within(middle, zoom) {
    const { map } = this, [west, south, east, north] = this.sheet.head.bounds, half = map.getSize().divideBy(2);
    const at = map.project(middle, zoom), low = map.project([north, west], zoom), high = map.project([south, east], zoom);
    const held = (v, from, to) => (from > to ? (from + to) / 2 : Math.min(Math.max(v, from), to));
    return map.unproject([held(at.x, low.x + half.x - BAR, high.x - half.x + 14), held(at.y, low.y + half.y - 12, high.y - half.y + 12)], zoom);
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
