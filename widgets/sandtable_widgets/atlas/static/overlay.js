// What a position and a player add to the ground: who holds what, the front line, lit spaces, a chosen space, a path.

class Overlay {
  constructor(drawn, set, sheet, sides) {
    this.sheet = sheet;
    this.drawn = drawn;
    this.sides = sides;
    this.byId = new Map();
    this.control = {};
    this.targets = {};
    this.holds = svg("g", { class: "spaces" }, drawn.content);
    sheet.spaces.forEach(([id, d, x, y, name, terrain], number) => {
      const path = svg("path", { class: `space space-${id}`, d, "data-space": id, role: "img" }, this.holds);
      path.setAttribute("aria-label", name ? `${id} ${name}` : id);
      this.byId.set(id, { id, number, d, x, y, name, terrain, path });
    });
    this.front = svg("g", { class: "front" }, drawn.content);
    this.clips = sides.map((_, n) => svg("path", {}, svg("clipPath", { id: `${drawn.uid}-clip-${n}` }, drawn.content)));
    this.lit = svg("g", { class: "lit" }, drawn.content);
    this.chosen = svg("path", { class: "chosen" }, drawn.content);
    this.cursor = svg("path", { class: "cursor" }, drawn.content);
    this.costs = svg("g", { class: "costs" }, set.content);
    this.route = svg("g", { class: "route" }, set.content);
    this.routeSpaces = [];
  }
  setControl(changes) {
    for (const id in changes) {
      const space = this.byId.get(id);
      if (!space) continue;
      if (changes[id] === null) delete this.control[id]; else this.control[id] = changes[id];
      space.path.setAttribute("class", `space space-${id}` + (changes[id] === null ? "" : ` held held-${changes[id]}`));
    }
    const held = this.sides.map((_, n) => Object.values(this.control).filter((side) => side === n).length);
    this.holds.setAttribute("class", `spaces most-${held.indexOf(Math.max(...held))}`);
    this._front();
  }
  // Between spaces of two sides: a ribbon in the colour of each on its own ground, hatched on that of every second
  // side, and a firm line. The ribbons are broad strokes clipped to the spaces along the front.
  _front() {
    const ids = this.sheet.spaces, lines = [], along = new Set();
    for (const [a, b, ...p] of this.sheet.edges) {
      const one = this.control[ids[a][0]], two = this.control[ids[b][0]];
      if (one === undefined || two === undefined || one === two) continue;
      lines.push(`M${p.join(" ")}`);
      for (const n of [a, b]) { along.add(ids[n][0]); for (const near of this.sheet.near[ids[n][0]]) along.add(near); }
    }
    const ground = this.sides.map(() => []);
    for (const id of along) if (this.control[id] !== undefined) ground[this.control[id]].push(this.byId.get(id).d);
    this.clips.forEach((clip, n) => clip.setAttribute("d", ground[n].join("")));
    this.front.replaceChildren();
    const d = lines.join("");
    this.sides.forEach((_, n) => {
      const clipped = svg("g", { "clip-path": `url(#${this.drawn.uid}-clip-${n})` }, this.front);
      svg("path", { class: `ribbon line-${n}`, d }, clipped);
      if (n % 2) svg("path", { class: `hatch line-${n}`, d }, clipped);
    });
    svg("path", { class: "casing", d }, this.front);
    svg("path", { class: "line", d }, this.front);
  }
  setTargets(changes) {
    for (const id in changes) {
      const old = this.targets[id];
      if (old) { old.shape.remove(); old.text.remove(); delete this.targets[id]; }
      const space = this.byId.get(id);
      if (changes[id] === null || !space) continue;
      const [kind, text] = changes[id];
      const shape = svg("path", { class: `target target-${kind}`, d: space.d, "data-target": id }, this.lit);
      const label = svg("g", { class: `cost cost-${kind}` }, this.costs);
      if (text) {
        label.plate = svg("rect", { rx: 4 }, label);
        svg("text", { "text-anchor": "middle" }, label).textContent = text;
      }
      this.targets[id] = { shape, text: label, words: text };
    }
  }
  setChosen(id) {
    const space = this.byId.get(id);
    this.chosen.setAttribute("d", space ? space.d : "");
  }
  setCursor(id) {
    const space = this.byId.get(id);
    this.cursor.setAttribute("d", space ? space.d : "");
  }
  setRoute(spaces) { this.routeSpaces = spaces || []; }
  // A cost stands in the middle of its space, or below the counters there (`under` says how far).
  place(scale, textScale, size, under = () => 0) {
    for (const id in this.targets) {
      const { text, words } = this.targets[id], space = this.byId.get(id);
      if (!words) continue;
      const letters = Math.max(9.5, Math.min(14, size * 0.3)) * textScale;
      const wide = widthOf(words, 700, letters) + letters * 0.7, high = letters * 1.3;
      text.setAttribute("transform", `translate(${space.x * scale} ${space.y * scale + under(id)})`);
      text.firstChild.setAttribute("x", -wide / 2); text.firstChild.setAttribute("y", -high / 2);
      text.firstChild.setAttribute("width", wide); text.firstChild.setAttribute("height", high);
      text.lastChild.setAttribute("y", letters * 0.36);
      text.lastChild.setAttribute("style", `font-size:${letters}px`);
    }
    this._route(scale, size);
  }
  _route(scale, size) {
    this.route.replaceChildren();
    const points = this.routeSpaces.map((id) => this.byId.get(id)).filter(Boolean).map((s) => [s.x * scale, s.y * scale]);
    if (points.length < 2) return;
    const w = Math.max(4, Math.min(9, size * 0.14));
    const end = points.length - 1, [ax, ay] = points[end - 1], [bx, by] = points[end];
    const far = Math.hypot(bx - ax, by - ay) || 1, ux = (bx - ax) / far, uy = (by - ay) / far, head = 2.4 * w;
    const tip = [bx, by], neck = [bx - ux * head, by - uy * head];
    const line = [...points.slice(0, end), neck];
    let d = `M${line[0][0]} ${line[0][1]}`;
    // Corners are rounded: every inner point bends a curve between the middles of its legs.
    for (let i = 1; i < line.length - 1; i++) {
      const mx = (line[i][0] + line[i + 1][0]) / 2, my = (line[i][1] + line[i + 1][1]) / 2;
      d += `Q${line[i][0]} ${line[i][1]} ${i === line.length - 2 ? line[i + 1][0] : mx} ${i === line.length - 2 ? line[i + 1][1] : my}`;
    }
    if (line.length === 2) d += `L${line[1][0]} ${line[1][1]}`;
    const arrow = `M${tip[0]} ${tip[1]}L${neck[0] - uy * 1.5 * w} ${neck[1] + ux * 1.5 * w}L${neck[0] + uy * 1.5 * w} ${neck[1] - ux * 1.5 * w}z`;
    for (const layer of ["casing", "shaft"]) {
      const wide = layer === "casing" ? w + 4 : w;
      svg("path", { class: layer, d, "stroke-width": wide }, this.route);
      svg("path", { class: `${layer} head`, d: arrow, "stroke-width": layer === "casing" ? 4 : 0 }, this.route);
    }
  }
}
