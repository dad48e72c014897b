// What a position and a player add to the ground: who holds what, the front line, lit spaces, a chosen space, a path.

const plate = (x, y, w, h, r) => `M${(x + r).toFixed(1)} ${y.toFixed(1)}h${w - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${h - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}h${2 * r - w}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - h}a${r} ${r} 0 0 1 ${r} ${-r}z`;

// Left, top, right and bottom of a closed outline as sheets write them: moves to a point, then steps.
function extent(outline) {
  let x = 0, y = 0;
  const found = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [, letter, numbers] of outline.matchAll(/([Ml])([^Mlz]*)/g)) {
    const steps = numbers.match(/-?[\d.]+/g).map(Number);
    for (let i = 0; i < steps.length; i += 2) {
      [x, y] = letter === "M" ? [steps[i], steps[i + 1]] : [x + steps[i], y + steps[i + 1]];
      found[0] = Math.min(found[0], x); found[1] = Math.min(found[1], y); found[2] = Math.max(found[2], x); found[3] = Math.max(found[3], y);
    }
  }
  return found;
}

class Overlay {
  // Lit spaces have a frame of their own, so that a pick does not draw tints and front line again.
  constructor(drawn, shown, set, sheet, sides) {
    this.sheet = sheet;
    this.drawn = drawn;
    this.sides = sides;
    this.byId = new Map();
    this.control = {};
    this.targets = {};
    // A few large areas bear a deeper tint than a thousand hexes, whose country would drown in it.
    this.holds = svg("g", { class: sheet.numbered ? "spaces" : "spaces areas" }, drawn.content);
    sheet.spaces.forEach(([id, d, x, y, name, terrain], number) => {
      const path = svg("path", { class: `space space-${id}`, d, "data-space": id, role: "img" }, this.holds);
      path.setAttribute("aria-label", name ? `${id} ${name}` : id);
      this.byId.set(id, { id, number, d, x, y, name, terrain, path });
    });
    this.front = svg("g", { class: "front" }, drawn.content);
    this.clips = sides.map((_, n) => svg("path", {}, svg("clipPath", { id: `${drawn.uid}-clip-${n}` }, drawn.content)));
    this.lit = svg("g", { class: "lit" }, shown.content);
    this.chosen = svg("path", { class: "chosen" }, shown.content);
    this.cursor = svg("path", { class: "cursor" }, shown.content);
    this.route = svg("g", { class: "route" }, set.content);
    this.rims = svg("g", { class: "rims" }, set.content);
    this.costs = svg("g", { class: "costs" }, set.content);
    this.routeSpaces = [];
    this.plates = [];
    this.line = [];
  }
  setControl(changes) {
    for (const id in changes) {
      const space = this.byId.get(id);
      if (!space) continue;
      if (changes[id] === null) delete this.control[id]; else this.control[id] = changes[id];
      space.path.setAttribute("class", `space space-${id}` + (changes[id] === null ? "" : ` held held-${changes[id]}`));
    }
    this._front();
  }
  // Between spaces of two sides: a ribbon in the colour of each on its own ground, hatched on that of every second
  // side, and a firm line. The ribbons are broad strokes clipped to the spaces along the front.
  _front() {
    const ids = this.sheet.spaces, lines = [], along = new Set();
    this.line = [];
    for (const [a, b, ...p] of this.sheet.edges) {
      const one = this.control[ids[a][0]], two = this.control[ids[b][0]];
      if (one === undefined || two === undefined || one === two) continue;
      lines.push(`M${p.join(" ")}`);
      this.line.push(p);
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
  // Ground under the front line, where a name would be hard to read: small boxes along each piece of it.
  frontBoxes(scale, wide = 5) {
    const found = [];
    for (const p of this.line) for (let i = 2; i < p.length; i += 2) {
      const [ax, ay, bx, by] = [p[i - 2], p[i - 1], p[i], p[i + 1]].map((v) => v * scale);
      const parts = Math.max(1, Math.ceil(Math.hypot(bx - ax, by - ay) / 12));
      for (let n = 0; n < parts; n++) {
        const x = [ax + ((bx - ax) * n) / parts, ax + ((bx - ax) * (n + 1)) / parts], y = [ay + ((by - ay) * n) / parts, ay + ((by - ay) * (n + 1)) / parts];
        found.push([Math.min(...x) - wide, Math.min(...y) - wide, Math.max(...x) + wide, Math.max(...y) + wide]);
      }
    }
    return found;
  }
  setTargets(changes) {
    for (const id in changes) {
      const old = this.targets[id];
      if (old) { old.shape.remove(); delete this.targets[id]; }
      const space = this.byId.get(id);
      if (changes[id] === null || !space) continue;
      const [kind, words] = changes[id];
      const shape = svg("path", { class: `target target-${kind}`, d: space.d, "data-target": id }, this.lit);
      this.targets[id] = { shape, kind, words };
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
  // Lit spaces with the ground that they take.
  litBoxes(scale) {
    return Object.keys(this.targets).map((id) => { const space = this.byId.get(id); return [id, (space.extent ??= extent(space.d)).map((v) => v * scale)]; });
  }
  // The lit space whose cost is written at a point.
  costAt(x, y) {
    const found = this.plates.find(([left, top, right, bottom]) => x >= left && x <= right && y >= top && y <= bottom);
    return found ? found[4] : null;
  }
  // A cost stands in the middle of its space, or below the counters there; a rim around these shows over any others
  // that the space is lit (`piles` gives their box). All of a kind are one drawing and one text: a hundred of each would
  // take a browser long to lay out.
  place(scale, textScale, size, piles = () => null) {
    const letters = Math.max(9.5, Math.min(14, size * 0.3)) * textScale, high = letters * 1.3, widths = {}, kinds = {}, rims = {};
    this.plates = [];
    for (const id in this.targets) {
      const { kind, words } = this.targets[id], space = this.byId.get(id), box = piles(id);
      if (box) rims[kind] = (rims[kind] || "") + plate(box[0] - 3, box[1] - 3, box[2] - box[0] + 6, box[3] - box[1] + 6, 8);
      if (!words) continue;
      const wide = widths[words] ??= widthOf(words, 700, letters) + letters * 0.7;
      const x = space.x * scale, y = box ? box[3] : space.y * scale, made = kinds[kind] ??= { plates: "", costs: [] };
      made.plates += plate(x - wide / 2, y - high / 2, wide, high, 4);
      this.plates.push([x - wide / 2 - 2, y - high / 2 - 2, x + wide / 2 + 2, y + high / 2 + 2, id]);
      made.costs.push([x, y + letters * 0.36, words, id]);
    }
    this.costs.replaceChildren();
    this.rims.replaceChildren();
    this.costs.style.fontSize = `${letters}px`;
    for (const kind in rims) for (const layer of ["casing", `rim-${kind}`]) svg("path", { class: `rim ${layer}`, d: rims[kind] }, this.rims);
    for (const kind in kinds) {
      svg("path", { class: `plate plate-${kind}`, d: kinds[kind].plates }, this.costs);
      const text = svg("text", { "text-anchor": "middle" }, this.costs);
      for (const [x, y, words, id] of kinds[kind].costs) svg("tspan", { x: x.toFixed(1), y: y.toFixed(1), "data-cost": id }, text).textContent = words;
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
