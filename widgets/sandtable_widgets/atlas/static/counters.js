// Counters in piles. A pile shows its three upper cards and how many lie there; it fans out when Python asks, or under
// the mouse where it covers nothing lit, so that every card can be seen and clicked. Piles of two sides in one space
// stand side by side.

const SHOWN = 3;

class Counters {
  constructor(frame, defs, uid, spaceOf, lit = () => []) {
    this.frame = frame;
    this.lit = lit;
    this.defs = defs;
    this.uid = uid;
    this.spaceOf = spaceOf;
    this.looks = new Set();
    this.units = {};
    this.stacks = {};
    this.piles = new Map();
    this.bySpace = new Map();
    this.selected = new Set();
    this.fanned = null;
    this.hovered = null;
    // How many lie in a pile is to be read whatever counters stand around it; an open pile lies over everything.
    this.heaps = svg("g", { class: "piles" }, frame.content);
    this.badges = svg("g", { class: "badges" }, frame.content);
    this.spread = svg("g", { class: "spread" }, frame.content);
  }
  addLooks(looks) {
    for (const name in looks) {
      if (this.looks.has(name)) continue;
      this.looks.add(name);
      svg("g", { id: `${this.uid}-${name}` }, this.defs).innerHTML = looks[name];
    }
  }
  apply(units, stacks) {
    const dirty = new Set();
    for (const id in units || {}) {
      if (units[id] === null) delete this.units[id]; else this.units[id] = units[id];
    }
    for (const key in stacks || {}) {
      const old = this.stacks[key];
      if (old) dirty.add(old[0]);
      if (stacks[key] === null) delete this.stacks[key]; else { this.stacks[key] = stacks[key]; dirty.add(stacks[key][0]); }
    }
    // A counter may change its face without its pile changing.
    for (const id in units || {}) for (const key in this.stacks) if (this.stacks[key][2].includes(id)) dirty.add(this.stacks[key][0]);
    for (const space of dirty) this._rebuild(space);
    return dirty;
  }
  _rebuild(space) {
    for (const pile of this.bySpace.get(space) || []) { pile.group.remove(); pile.badge.remove(); this.piles.delete(pile.key); }
    const piles = [];
    for (const key in this.stacks) if (this.stacks[key][0] === space) piles.push(this._pile(key));
    if (piles.length) this.bySpace.set(space, piles); else this.bySpace.delete(space);
    piles.forEach((pile, i) => { pile.turn = i; pile.of = piles.length; this._place(pile); });
  }
  _pile(key) {
    const [space, side, units, hidden, back] = this.stacks[key];
    const group = svg("g", { class: `pile side-${side}`, "data-stack": key }, this.heaps);
    const pile = { key, space, side, group, cards: [], count: units.length + hidden };
    pile.home = svg("circle", { class: "home" }, group);
    pile.tail = svg("path", { class: "tail" }, group);
    pile.mat = svg("rect", { class: "mat", rx: 8 }, group);
    for (const id of units) {
      const [look, words] = this.units[id];
      pile.cards.push(this._card(group, look, words, id));
    }
    for (let i = 0; i < hidden; i++) pile.cards.push(this._card(group, back, "a unit face down", null));
    for (const card of [...pile.cards].reverse()) group.append(card.element);
    pile.badge = svg("g", { class: "badge", "data-stack": key }, this.badges);
    if (pile.count > 1) {
      svg("circle", { r: 10 }, pile.badge);
      svg("text", { "text-anchor": "middle", y: 4.2 }, pile.badge).textContent = pile.count;
    }
    group.addEventListener("pointerenter", (event) => { if (event.pointerType === "mouse") this._hover(pile); });
    group.addEventListener("pointerleave", () => this._hover(null));
    this.piles.set(key, pile);
    return pile;
  }
  _card(group, look, words, id) {
    const element = svg("g", { class: "counter", role: "img", "aria-label": words });
    if (id !== null) element.dataset.unit = id;
    element.classList.toggle("picked", id !== null && this.selected.has(id));
    svg("title", {}, element).textContent = words;
    svg("use", { href: `#${this.uid}-${look}` }, element);
    return { element, id };
  }
  _hover(pile) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const old = this.hovered;
      this.hovered = pile && pile.count > 1 ? pile.key : null;
      for (const key of new Set([old, this.hovered])) if (key && this.piles.has(key)) this._place(this.piles.get(key));
    }, pile ? 320 : 220);
  }
  fan(space) {
    const old = this.fanned;
    this.fanned = space || null;
    for (const s of new Set([old, this.fanned])) for (const pile of this.bySpace.get(s) || []) this._place(pile);
  }
  // Other spaces are lit now: a fan makes room for them.
  makeRoom() {
    for (const pile of this.piles.values()) if (pile.mats) this._place(pile);
  }
  select(units) {
    this.selected = new Set(units);
    for (const pile of this.piles.values()) for (const card of pile.cards)
      card.element.classList.toggle("picked", card.id !== null && this.selected.has(card.id));
  }
  placeAll(scale, size) {
    this.scale = scale;
    this.size = size;
    for (const pile of this.piles.values()) this._place(pile);
  }
  _place(pile) {
    if (!this.scale) return;
    const at = this.spaceOf(pile.space), n = pile.cards.length;
    const laid = pile.mats = n > 1 ? this._fan(pile, at, n) : null, open = laid !== null;
    const size = open ? laid.size : this.size * (pile.of > 1 ? 0.8 : 1);
    const beside = pile.of > 1 && !open ? (pile.turn - (pile.of - 1) / 2) * size * 1.12 : 0;
    const [x0, y0] = [at.x * this.scale, at.y * this.scale];
    pile.group.setAttribute("transform", `translate(${(x0 + beside).toFixed(1)} ${y0.toFixed(1)})`);
    pile.group.classList.toggle("open", open);
    const layer = open ? this.spread : this.heaps;
    if (pile.group.parentNode !== layer || open) layer.append(pile.group);
    const unit = size / 100, shown = Math.min(n, SHOWN), step = size * 0.13, pitch = size * 1.1;
    pile.cards.forEach((card, depth) => {
      let x, y;
      if (open) {
        x = laid.x - x0 + ((depth % laid.columns) - (laid.columns - 1) / 2) * pitch;
        y = laid.y - y0 + (Math.floor(depth / laid.columns) - (laid.rows - 1) / 2) * pitch;
      } else {
        const d = Math.min(depth, SHOWN - 1) - (shown - 1) / 2;
        x = d * step; y = -d * step;
      }
      card.element.setAttribute("transform", `translate(${(x - size / 2).toFixed(1)} ${(y - size / 2).toFixed(1)}) scale(${unit.toFixed(4)})`);
      card.element.style.visibility = open || depth < SHOWN ? "" : "hidden";
    });
    const reach = size / 2 + ((shown - 1) / 2) * step, badge = Math.max(0.62, Math.min(1.6, size / 42));
    pile.badge.style.display = open || pile.count < 2 ? "none" : "";
    pile.badge.setAttribute("transform", `translate(${(x0 + beside + reach * 0.94).toFixed(1)} ${(y0 - reach * 0.94).toFixed(1)}) scale(${badge.toFixed(2)})`);
    if (open) this._mat(pile, laid, x0, y0);
    else pile.box = [x0 + beside - reach, y0 - reach, x0 + beside + reach + (n > 1 ? 7 * badge : 0), y0 + reach];
    if (!open && n > 1) pile.box[1] -= 7 * badge;
  }
  // Nothing while a pile is closed; under the mouse it opens only where it neither covers a lit space nor runs away.
  _fan(pile, at, n) {
    const asked = this.fanned === pile.space;
    if (!asked && this.hovered !== pile.key) return null;
    const size = Math.max(this.size, 34), home = [at.x * this.scale, at.y * this.scale];
    const others = [...this.piles.values()].filter((p) => p !== pile && p.space !== pile.space);
    const boxes = (piles, what) => piles.map((p) => p[what]).filter(Boolean);
    const never = boxes([...this.piles.values()].filter((p) => p !== pile), "mats").map((m) => m.box);
    const lit = this.lit().filter(([id]) => id !== pile.space).map(([, box]) => box);
    const laid = fanPlace(n, size * 1.1, home, this._window(home), lit, boxes(others, "box"), never, asked ? Infinity : size * 0.4);
    return laid && (asked || !laid.covers) ? { ...laid, size } : null;
  }
  _mat(pile, laid, x0, y0) {
    const [left, top, right, bottom] = [laid.box[0] - x0, laid.box[1] - y0, laid.box[2] - x0, laid.box[3] - y0];
    for (const [name, value] of [["x", left], ["y", top], ["width", right - left], ["height", bottom - top]]) pile.mat.setAttribute(name, value.toFixed(1));
    pile.home.setAttribute("r", (laid.size / 2).toFixed(1));
    // A wedge from the space to its fan, where that lies elsewhere.
    const mx = laid.x - x0, my = laid.y - y0, far = Math.hypot(mx, my) || 1, wide = laid.size * 0.22;
    const nx = (-my / far) * wide, ny = (mx / far) * wide;
    pile.tail.setAttribute("d", `M0 0L${(mx + nx).toFixed(1)} ${(my + ny).toFixed(1)}L${(mx - nx).toFixed(1)} ${(my - ny).toFixed(1)}z`);
  }
  // The window in the coordinates of the piles, without the buttons at its left; any place near by where there is no map.
  _window([hx, hy]) {
    const { map, place } = this.frame;
    if (!map) return [hx - 220, hy - 220, hx + 220, hy + 220];
    const { x, y } = map.layerPointToContainerPoint(place.origin), size = map.getSize();
    return [BAR - x, 4 - y, size.x - 4 - x, size.y - 4 - y];
  }
  // Ground that the closed piles of a space take together; null where there are none.
  boxOf(space) {
    const all = (this.bySpace.get(space) || []).map((p) => p.box).filter(Boolean);
    return all.length ? [Math.min(...all.map((b) => b[0])), Math.min(...all.map((b) => b[1])), Math.max(...all.map((b) => b[2])), Math.max(...all.map((b) => b[3]))] : null;
  }
  // Ground that names keep off.
  boxes() { return [...this.bySpace.keys()].map((space) => this.boxOf(space)).filter(Boolean); }
  words(space) {
    return (this.bySpace.get(space) || []).map((pile) => pile.cards.map((card) => card.element.getAttribute("aria-label")).join("; ")).join("; ");
  }
  nth(space, n) {
    const cards = (this.bySpace.get(space) || []).flatMap((pile) => pile.cards);
    return cards[n] ? cards[n].id : null;
  }
}
