// Where the cards of an open pile lie: near their space, inside the window, and off the spaces that are lit, so that
// whoever picked a pile still sees and hits where it can go.

const STEP = 22;          // pixels between the places that are tried
const COVERED = 60;       // pixels further out that a fan rather lies than touch a lit space
const BURIED = 500;       // the same when it covers all of it
const CROWDED = 6;        // the same for a closed pile of somebody else

const shared = (a, b) => Math.max(0, Math.min(a[2], b[2]) - Math.max(a[0], b[0])) * Math.max(0, Math.min(a[3], b[3]) - Math.max(a[1], b[1]));
const room = ([left, top, right, bottom]) => (right - left) * (bottom - top);
const gapTo = ([left, top, right, bottom], x, y) => Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));

// Shapes that `n` cards can be laid out in, the usual one first.
function layouts(n) {
  const usual = Math.min(n, n > 12 ? 6 : n > 4 ? Math.ceil(n / Math.ceil(n / 5)) : n);
  const found = n > 2 ? [usual, Math.ceil(Math.sqrt(n)), Math.ceil(n / 2), 2, 1] : [usual, 1];
  return [...new Set(found)].filter((columns) => columns <= 8 && Math.ceil(n / columns) <= 8);
}

// `home`: the middle of the space. `inside`: the window. `lit` and `others`: boxes to keep off; `never`: boxes that
// may not be touched. Gives the columns, the middle of the fan, and whether it covers anything lit.
function fanPlace(n, pitch, home, inside, lit, others, never, near = Infinity) {
  let best = null;
  layouts(n).forEach((columns, turn) => {
    const rows = Math.ceil(n / columns), w = columns * pitch + 10, h = rows * pitch + 10;
    const x0 = inside[0] + w / 2, x1 = inside[2] - w / 2, y0 = inside[1] + h / 2, y1 = inside[3] - h / 2;
    const held = (v, low, high) => (low > high ? (low + high) / 2 : Math.min(Math.max(v, low), high));
    const tried = [[held(home[0], x0, x1), held(home[1], y0, y1)]];
    for (let x = x0; x <= x1; x += STEP) for (let y = y0; y <= y1; y += STEP) tried.push([x, y]);
    for (const [x, y] of tried) {
      const box = [x - w / 2, y - h / 2, x + w / 2, y + h / 2], far = gapTo(box, ...home);
      let price = far + Math.hypot(x - home[0], y - home[1]) * 0.05 + turn * 4, covers = false;
      if (far > near || (best && price >= best.price) || never.some((b) => shared(box, b))) continue;
      for (const b of lit) { const part = shared(box, b) / room(b); if (part > 0.02) { covers = true; price += COVERED + BURIED * part; } }
      for (const b of others) if (shared(box, b)) price += CROWDED;
      if (!best || price < best.price) best = { columns, rows, x, y, box, covers, price };
    }
  });
  return best;
}
