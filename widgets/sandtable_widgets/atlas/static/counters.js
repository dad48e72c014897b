// Counters in piles. A pile shows its three upper cards and how many lie there; it fans out under the mouse, or when
// Python asks, so that every card can be seen and clicked. Piles of two sides in one space stand side by side.

const SHOWN = 3;

class Counters {
  constructor(frame, defs, uid, spaceOf) {
    this.frame = frame;
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
    this.ground = svg("g", { class: "piles" }, frame.content);
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
    for (const pile of this.bySpace.get(space) || []) { pile.group.remove(); this.piles.delete(pile.key); }
    const piles = [];
    for (const key in this.stacks) if (this.stacks[key][0] === space) piles.push(this._pile(key));
    if (piles.length) this.bySpace.set(space, piles); else this.bySpace.delete(space);
    piles.forEach((pile, i) => { pile.turn = i; pile.of = piles.length; this._place(pile); });
  }
  _pile(key) {
    const [space, side, units, hidden, back] = this.stacks[key];
    const group = svg("g", { class: `pile side-${side}`, "data-stack": key }, this.ground);
    const pile = { key, space, side, group, cards: [], count: units.length + hidden };
    pile.mat = svg("rect", { class: "mat", rx: 8 }, group);
    for (const id of units) {
      const [look, words] = this.units[id];
      pile.cards.push(this._card(group, look, words, id));
    }
    for (let i = 0; i < hidden; i++) pile.cards.push(this._card(group, back, "a unit face down", null));
    for (const card of [...pile.cards].reverse()) group.append(card.element);
    pile.badge = svg("g", { class: "badge" }, group);
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
    }, pile ? 160 : 220);
  }
  fan(space) {
    const old = this.fanned;
    this.fanned = space || null;
    for (const s of new Set([old, this.fanned])) for (const pile of this.bySpace.get(s) || []) this._place(pile);
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
    const open = n > 1 && (this.fanned === pile.space || this.hovered === pile.key);
    const shrink = pile.of > 1 && !open ? 0.8 : 1;
    const size = Math.max(this.size, open ? 34 : 0) * shrink;
    const beside = pile.of > 1 ? (pile.turn - (pile.of - 1) / 2) * size * (open ? 0 : 1.12) : 0;
    pile.group.setAttribute("transform", `translate(${(at.x * this.scale + beside).toFixed(1)} ${(at.y * this.scale).toFixed(1)})`);
    pile.group.classList.toggle("open", open);
    if (open) this.ground.append(pile.group);
    const unit = size / 100, shown = Math.min(n, SHOWN), step = size * 0.13;
    const columns = Math.min(n, n > 12 ? 6 : n > 4 ? Math.ceil(n / Math.ceil(n / 5)) : n), rows = Math.ceil(n / columns);
    const pitch = size * 1.1;
    // A fan of two sides: one above the other; and none beyond the edge of the window.
    const [aside, down] = open ? this._inside(at, (columns * pitch) / 2 + 8, (rows * pitch) / 2 + 8) : [0, 0];
    const lift = down + (this.fanned === pile.space && pile.of > 1 ? ((pile.turn ? 1 : -1) * (rows * pitch + 12)) / 2 : 0);
    pile.cards.forEach((card, depth) => {
      let x, y;
      if (open) {
        x = ((depth % columns) - (columns - 1) / 2) * pitch + aside;
        y = (Math.floor(depth / columns) - (rows - 1) / 2) * pitch + lift;
      } else {
        const d = Math.min(depth, SHOWN - 1) - (shown - 1) / 2;
        x = d * step; y = -d * step;
      }
      card.element.setAttribute("transform", `translate(${(x - size / 2).toFixed(1)} ${(y - size / 2).toFixed(1)}) scale(${unit.toFixed(4)})`);
      card.element.style.visibility = open || depth < SHOWN ? "" : "hidden";
    });
    const reach = size / 2 + ((shown - 1) / 2) * step;
    pile.badge.style.display = open || pile.count < 2 ? "none" : "";
    const badge = Math.max(0.62, Math.min(1.15, size / 42));
    pile.badge.setAttribute("transform", `translate(${(reach * 0.94).toFixed(1)} ${(-reach * 0.94).toFixed(1)}) scale(${badge.toFixed(2)})`);
    const w = open ? columns * pitch + 10 : 0, h = open ? rows * pitch + 10 : 0;
    pile.mat.setAttribute("x", aside - w / 2); pile.mat.setAttribute("y", lift - h / 2);
    pile.mat.setAttribute("width", w); pile.mat.setAttribute("height", h);
    pile.box = [at.x * this.scale + beside - reach, at.y * this.scale - reach, at.x * this.scale + beside + reach, at.y * this.scale + reach];
    if (n > 1) { pile.box[1] -= 7 * badge; pile.box[2] += 7 * badge; }
  }
  // How far a fan around a space must shift so that it lies inside the window.
  _inside(at, half, tall) {
    const { map, place } = this.frame;
    if (!map) return [0, 0];
    const origin = place.origin, size = map.getSize();
    const here = map.layerPointToContainerPoint([origin.x + at.x * this.scale, origin.y + at.y * this.scale]);
    const shift = (x, reach, most) => Math.max(0, reach - x) - Math.max(0, x + reach - most);
    return [shift(here.x, half, size.x), shift(here.y, tall, size.y)];
  }
  // Ground that names keep off; piles in one space count as one.
  boxes() {
    const found = [];
    for (const piles of this.bySpace.values()) {
      const all = piles.map((p) => p.box).filter(Boolean);
      if (all.length) found.push([Math.min(...all.map((b) => b[0])), Math.min(...all.map((b) => b[1])), Math.max(...all.map((b) => b[2])), Math.max(...all.map((b) => b[3]))]);
    }
    return found;
  }
  words(space) {
    return (this.bySpace.get(space) || []).map((pile) => pile.cards.map((card) => card.element.getAttribute("aria-label")).join("; ")).join("; ");
  }
  nth(space, n) {
    const cards = (this.bySpace.get(space) || []).flatMap((pile) => pile.cards);
    return cards[n] ? cards[n].id : null;
  }
}
