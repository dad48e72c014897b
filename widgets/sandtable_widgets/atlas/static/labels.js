// Lettering. Names keep their size while the map grows, so they are set anew for every zoom: the great first,
// each in the best free spot beside its mark; what finds no room is left out until the map is larger.

const FACE = 'Sandtable,"Sandtable Hanzi",Lato,"Noto Sans CJK SC","Noto Sans SC","PingFang SC","Microsoft YaHei",sans-serif';
const TOWN = { 1: [700, 15.5], 2: [700, 12.5], 3: [400, 11.5], 4: [400, 10.5] };
const RADIUS = { 1: 4.6, 2: 3.7, 3: 2.7, 4: 1.7 };
const FROM = { 1: 0, 2: 0, 3: 0.95, 4: 1.55 };   // how large the map must be (1: about a screen) to letter a rank
const HANZI_FROM = { 1: 0, 2: 1.1, 3: 2.6, 4: 4.5 };
const FAR = 140, RING = 4, TURNS = 32;   // how far out a great name may stand, and how finely room is sought for it
const NEAR = 24;          // pixels within which nobody doubts what a name belongs to
const UNDER_THE_FRONT = 4;   // worse than any side or distance: a great name rather goes round the front line, a small one is left out
const OVER_A_MARK = 14;   // pixels that a great name rather stands further out than over the mark of a small place
const SIDES = [[1, 0, 0], [1, -1, 0.2], [1, 1, 0.35], [0, -1, 0.5], [-1, 0, 0.6], [0, 1, 0.7], [-1, -1, 0.9], [-1, 1, 1]];
const PALE = new Set(["province", "region", "country"]);

// How far a name stands from the place that it names.
const away = ({ px, py }, [left, top, right, bottom]) => Math.hypot(Math.max(left - px, 0, px - right), Math.max(top - py, 0, py - bottom));

const pen = document.createElement("canvas").getContext("2d");
function widthOf(text, weight, size, slope = "normal") {
  pen.font = `${slope} ${weight} ${size}px ${FACE}`;
  return pen.measureText(text).width;
}

// Ground that is taken, in boxes sorted into cells.
class Taken {
  constructor() { this.cells = new Map(); }
  * _cells(b) {
    for (let x = Math.floor(b[0] / 64); x <= Math.floor(b[2] / 64); x++)
      for (let y = Math.floor(b[1] / 64); y <= Math.floor(b[3] / 64); y++) yield x * 100003 + y;
  }
  add(b) {
    for (const c of this._cells(b)) { const list = this.cells.get(c); if (list) list.push(b); else this.cells.set(c, [b]); }
  }
  hits(b, but = null) {
    for (const c of this._cells(b))
      for (const o of this.cells.get(c) || [])
        if (o !== but && b[0] < o[2] && b[2] > o[0] && b[1] < o[3] && b[3] > o[1]) return true;
    return false;
  }
}

class Labels {
  constructor(frame, sheet) {
    this.frame = frame;
    this.sheet = sheet;
    this.courses = svg("g", { class: "courses" }, frame.content);
    this.marks = svg("g", { class: "marks" }, frame.content);
    this.texts = svg("g", { class: "texts" }, frame.content);
    this.towns = sheet.towns.map(([x, y, name, hanzi, rank, look, board, shown]) => ({ x, y, name, hanzi, rank, look, board, shown }));
    for (const town of this.towns) this._town(town);
    this.names = sheet.names.map(([name, hanzi, kind, size, spacing, near, points], i) => ({ name, hanzi, kind, size, spacing, near, points, id: `${frame.uid}-n${i}` }));
    for (const name of this.names) this._name(name);
    this.towns.sort((a, b) => a.rank + (a.board ? 0 : 0.6) - b.rank - (b.board ? 0 : 0.6));
  }
  _town(town) {
    town.mark = svg("g", { class: `town r${town.rank} ${town.look}` }, this.marks);
    const r = RADIUS[town.rank];
    if (town.look === "city" || town.look === "neutral") {
      svg("rect", { class: "block", x: -r, y: -r, width: 2 * r, height: 2 * r }, town.mark);
      svg("rect", { class: "hole", x: -r * 0.42, y: -r * 0.42, width: r * 0.84, height: r * 0.84 }, town.mark);
    } else if (town.look === "station") svg("rect", { class: "ring", x: -1.3 * r, y: -0.75 * r, width: 2.6 * r, height: 1.5 * r }, town.mark);
    else if (["houses", "none", "mark"].includes(town.look)) town.bare = true;
    else if (town.look === "summit") svg("path", { class: "peak", d: `M${-1.5 * r} ${r}L0 ${-1.6 * r}L${1.5 * r} ${r}z` }, town.mark);
    else if (town.rank === 4) svg("circle", { class: "dot", r }, town.mark);
    else {
      svg("circle", { class: "ring", r }, town.mark);
      if (town.rank <= 2) svg("circle", { class: "dot", r: r * 0.42 }, town.mark);
    }
    town.leader = svg("path", { class: "leader" }, this.texts);
    town.text = svg("text", { class: `name r${town.rank} ${town.look}` }, this.texts);
    town.latin = svg("tspan", {}, town.text);
    town.latin.textContent = town.name;
    town.glyphs = svg("tspan", { class: "hanzi", dx: "0.3em" }, town.text);
    town.glyphs.textContent = town.hanzi;
  }
  _name(name) {
    name.course = svg("path", { id: name.id, class: "course" }, this.courses);
    name.text = svg("text", { class: `along ${name.kind}` }, this.courses);
    const path = svg("textPath", { href: `#${name.id}`, startOffset: "50%" }, name.text);
    path.textContent = name.hanzi ? `${name.name} ${name.hanzi}` : name.name;
    name.letters = path.textContent;
    const p = name.points;
    name.length = 0;
    for (let i = 2; i < p.length; i += 2) name.length += Math.hypot(p[i] - p[i - 2], p[i + 1] - p[i - 1]);
  }
  // Set everything for this zoom. `large`: the map against a screen. `keep`: boxes of counters.
  set(scale, large, textScale, keep, soft = [], front = [], edges = []) {
    const taken = new Taken(), grow = Math.min(1.6, Math.max(0.86, large ** 0.22)) * textScale;
    this.soft = new Taken();
    this.front = new Taken();
    for (const box of [...keep, ...edges]) taken.add(box);
    for (const box of soft) this.soft.add(box);
    for (const box of front) this.front.add(box);
    const dots = new Taken();
    for (const town of this.towns) {
      const shown = large >= (town.look === "mark" && town.rank === 4 ? 4.2 : FROM[town.rank]) || (town.look && town.look !== "mark" && large >= 0.8);
      town.visible = shown;
      town.mark.style.display = shown ? "" : "none";
      if (!shown) { town.text.style.display = town.leader.style.display = "none"; continue; }
      const size = Math.min(1.7, Math.max(0.75, large ** 0.3));
      town.r = town.bare ? (town.look === "mark" ? 6 : 1) : RADIUS[town.rank] * size;
      town.px = town.x * scale; town.py = town.y * scale;
      town.mark.setAttribute("transform", `translate(${town.px} ${town.py}) scale(${size})`);
      town.box = [town.px - town.r, town.py - town.r, town.px + town.r, town.py + town.r];
      if (!town.bare) dots.add(town.box);
    }
    // The greatest places stand by their marks at every zoom: waters, lines and smaller places make room for them.
    const named = (great) => { for (const town of this.towns) if (town.visible && (town.rank === 1) === great) this._letter(town, large, grow, taken, dots, keep); };
    named(true);
    this._courses(scale, large, textScale, taken);
    named(false);
  }
  _courses(scale, large, textScale, taken) {
    // Names for a large map first: where one stands, that for the whole map is not needed.
    const placed = [], order = [...this.names].sort((a, b) => b.near - a.near || b.size - a.size);
    for (const name of order) {
      let size = name.size * 1.15 * Math.min(2.2, large ** 0.38) * textScale, gap = name.spacing * size;
      const weight = name.kind === "country" ? 700 : 400, length = name.length * scale;
      let bare = widthOf(name.letters, weight, size, "italic");
      // Too long for its course: first the letters close up, then they shrink a little.
      if (bare + gap * name.letters.length > length) gap = Math.max(0, (length - bare) / name.letters.length);
      if (bare > length) { const less = Math.max(0.8, length / bare); size *= less; bare *= less; }
      const width = bare + gap * name.letters.length;
      const middle = [name.points[name.points.length >> 2 << 1], name.points[(name.points.length >> 2 << 1) + 1]];
      const twice = !name.near && placed.some((p) => p.near && p.name === name.name && Math.hypot(p.middle[0] - middle[0], p.middle[1] - middle[1]) < 700);
      const fits = size >= 8.2 && width <= length * 1.02 && (!name.near || large >= 2) && !twice;
      name.text.style.display = name.course.style.display = fits ? "" : "none";
      if (!fits) continue;
      const points = [], boxes = [], p = name.points, h = size * 0.6;
      for (let i = 0; i < p.length; i += 2) points.push([p[i] * scale, p[i + 1] * scale]);
      // Only the lettered middle of the course is taken.
      let run = 0; const from = (length - width) / 2, to = (length + width) / 2;
      for (let i = 1; i < points.length; i++) {
        const [ax, ay] = points[i - 1], [bx, by] = points[i], part = Math.hypot(bx - ax, by - ay);
        for (let d = 0; d < part; d += h) if (run + d >= from && run + d <= to) {
          const x = ax + ((bx - ax) * d) / part, y = ay + ((by - ay) * d) / part;
          boxes.push([x - h, y - h, x + h, y + h]);
        }
        run += part;
      }
      if (!PALE.has(name.kind) && boxes.some((b) => taken.hits(b))) {
        name.text.style.display = name.course.style.display = "none";
        continue;
      }
      name.middle = middle;
      placed.push(name);
      name.course.setAttribute("d", "M" + points.map((q) => `${q[0].toFixed(1)} ${q[1].toFixed(1)}`).join("L"));
      name.text.setAttribute("style", `font-size:${size.toFixed(2)}px;letter-spacing:${gap.toFixed(2)}px`);
      if (!PALE.has(name.kind)) for (const box of boxes) taken.add(box);
    }
  }
  _letter(town, large, grow, taken, dots, keep) {
    const [weight, base] = town.look === "mark" ? [400, 9.6] : TOWN[town.rank], size = base * grow;
    const hanzi = town.hanzi && large >= HANZI_FROM[town.rank];
    let width = town.shown ? widthOf(town.name, weight, size) : 0;
    if (hanzi) width += widthOf(town.hanzi, weight, size * 0.86) + 0.3 * size;
    const height = size * 0.78;
    // A town under a stack has its name beside the stack.
    const cover = keep.find((b) => town.px > b[0] && town.px < b[2] && town.py > b[1] && town.py < b[3]);
    const [x, y] = cover ? [(cover[0] + cover[2]) / 2, (cover[1] + cover[3]) / 2] : [town.px, town.py];
    const rx = cover ? (cover[2] - cover[0]) / 2 : town.r, ry = cover ? (cover[3] - cover[1]) / 2 : town.r;
    let best = null, price = Infinity;
    for (const [far, more] of [[2.5, 0], [5, 1.6], [9, 3.4]])
      for (const [dx, dy, cost] of SIDES) {
        const bend = dx && dy && !cover ? 0.72 : 1;
        const left = x + dx * (rx + far) * bend + (dx > 0 ? 0 : dx < 0 ? -width : -width / 2);
        const top = y + dy * (ry + far) * bend + (dy > 0 ? 0 : dy < 0 ? -height : -height / 2);
        const box = [left - 1.5, top - 1, left + width + 1.5, top + height + 2.5];
        // A name stays where it was unless it must move.
        const stay = town.last === `${dx},${dy},${far}` ? -0.3 : 0;
        const front = this.front.hits(box);
        if (front && town.rank > 2) continue;
        const cross = (this.soft.hits(box) ? 0.8 : 0) + (front ? UNDER_THE_FRONT : 0), off = cover ? away(town, box) / 16 : 0, sum = cost + more + stay + cross + off;
        if (sum < price && !taken.hits(box) && !dots.hits(box, town.box)) { best = { left, top, box, key: `${dx},${dy},${far}` }; price = sum; }
      }
    // A great place must have its name, if need be further out and tied to it by a line.
    const must = town.rank === 1 || (town.rank === 2 && large >= 1) || (town.look && large >= 2);
    if (must && (!best || (town.rank === 1 && away(town, best.box) > NEAR))) {
      const tied = this._tie(town, width, height, taken, dots);
      if (tied && (!best || away(town, tied.box) + OVER_A_MARK < away(town, best.box))) best = tied;
    }
    if (!best || !town.shown) { town.text.style.display = town.leader.style.display = "none"; return; }
    town.leader.style.display = best.line ? "" : "none";
    if (best.line) town.leader.setAttribute("d", best.line);
    town.last = best.key;
    town.text.style.display = "";
    town.glyphs.style.display = hanzi ? "" : "none";
    town.text.setAttribute("style", `font-size:${size.toFixed(2)}px`);
    town.text.setAttribute("x", best.left.toFixed(1));
    town.text.setAttribute("y", (best.top + height).toFixed(1));
    taken.add(best.box);
  }
  // The nearest free ground around a mark, ring by ring, with a line that ties the name to it.
  _tie(town, width, height, taken, dots) {
    let best = null, price = Infinity;
    for (let gap = town.r + 2.5; gap < Math.min(FAR, price); gap += RING)
      for (let i = 0; i < TURNS; i++) {
        const angle = (2 * Math.PI * i) / TURNS, dx = Math.cos(angle), dy = Math.sin(angle);
        const left = town.px + dx * gap - (width * (1 - dx)) / 2, top = town.py + dy * gap - (height * (1 - dy)) / 2;
        const box = [left - 2, top - 1.5, left + width + 2, top + height + 3];
        const front = this.front.hits(box), cost = gap + (dots.hits(box, town.box) ? OVER_A_MARK : 0) + (front ? NEAR : 0);
        if ((front && town.rank > 2) || cost >= price || taken.hits(box)) continue;
        const ex = Math.min(Math.max(town.px, left), left + width), ey = Math.min(Math.max(town.py, top), top + height);
        best = { left, top, box, key: `tie${i},${gap}`, line: gap > 12 ? `M${town.px} ${town.py}L${ex} ${ey}` : "" };
        price = cost;
      }
    return best;
  }
}
