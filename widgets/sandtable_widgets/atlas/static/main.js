// The widget: keeps the scene as Python tells it, and shows it on every view of the map.

const scenes = new Map();   // by the id of the Leaflet model: what is shown, and the boards that show it

function merge(store, news) {
  for (const kind of ["units", "stacks", "control", "targets", "marks"])
    for (const id in news[kind] || {}) {
      if (news[kind][id] === null && kind !== "marks") delete store[kind][id];
      else store[kind][id] = news[kind][id];
    }
  Object.assign(store.looks, news.looks);
  store.step = news.step;
}

// What must change so that one scene becomes another, gone entries included.
function replace(store, scene) {
  const news = { step: scene.step, looks: scene.looks, marks: scene.marks };
  for (const kind of ["units", "stacks", "control", "targets"]) {
    news[kind] = { ...scene[kind] };
    for (const id in store[kind]) if (!(id in scene[kind])) news[kind][id] = null;
  }
  return news;
}

async function loadFonts(faces, buffers) {
  const loads = faces.map(([file, weight, style], i) => {
    const family = file.startsWith("hanzi") ? "Sandtable Hanzi" : "Sandtable";
    const face = new FontFace(family, buffers[i].buffer.slice(buffers[i].byteOffset, buffers[i].byteOffset + buffers[i].byteLength), { weight, style });
    document.fonts.add(face);
    return face.load();
  });
  await Promise.allSettled(loads);
  document.fonts.sandtableLoaded = true;
  document.dispatchEvent(new Event("sandtable-fonts"));
}

function initialize({ model }) {
  const kept = { store: structuredClone(model.get("scene")), shown: new Set(), sheet: unpack(model.get("sheet")) };
  scenes.set(model.get("leaflet"), kept);
  const take = (news) => { merge(kept.store, news); for (const board of kept.shown) board.take(news); };
  const whole = () => take(replace(kept.store, model.get("scene")));
  const heard = (message, buffers) => {
    if (message.fonts) loadFonts(message.fonts, buffers);
    else if (message.tell) { for (const board of kept.shown) { if (message.tell.focus) board.reveal(message.tell.focus); if (message.tell.near) board.near(message.tell.near); } }
    else take(message);
  };
  model.on("msg:custom", heard);
  model.on("change:scene", whole);
  model.send({ type: "hello", step: kept.store.step });
  return () => { model.off("msg:custom", heard); model.off("change:scene", whole); scenes.delete(model.get("leaflet")); };
}

function render({ model, el }) {
  let alive = true, board = null, shownBy = null;
  el.style.display = "none";
  (async () => {
    const kept = scenes.get(model.get("leaflet"));
    const beside = await leafletBeside(model, el, () => alive);
    if (!beside) return;
    const sheet = await kept.sheet;
    while (alive && !beside.map.getSize().x) { await new Promise((done) => setTimeout(done, 30)); beside.map.invalidateSize(); }
    if (!alive) return;
    board = new Board(model, beside.box, beside.map, sheet, kept.store);
    kept.shown.add(board);
    shownBy = kept;
    beside.box.dataset.ready = "true";
    // A table whose upper edge is in sight is what somebody has just asked for: all of it comes into sight.
    const table = beside.box.closest(".sandtable-table"), top = table?.getBoundingClientRect().top;
    if (top >= 0 && top < window.innerHeight) table.scrollIntoView({ block: "nearest" });
  })();
  return () => { alive = false; if (board) { shownBy.shown.delete(board); board.remove(); } };
}

export default { initialize, render };
