// Panes of the Leaflet map. A frame is one SVG that covers the window and a margin around it; its content is in
// units of the sheet ("drawn": scaled by the zoom) or in pixels of the zoom ("set": placed anew when it changes).
// Each frame is a layer of its own for the compositor, so a counter that moves never repaints the ground.

const SVG = "http://www.w3.org/2000/svg";
const MARGIN = 0.3;
const BAR = 52;   // pixels that the buttons of a map take at its left

function svg(name, attributes = {}, parent = null) {
  const made = document.createElementNS(SVG, name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  if (parent) parent.append(made);
  return made;
}

function html(name, attributes = {}, parent = null, text = "") {
  const made = document.createElement(name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  if (text) made.textContent = text;
  if (parent) parent.append(made);
  return made;
}

// The sheet on the screen: where its corner lies and how many pixels a unit has at the current zoom.
class Place {
  constructor(map, frame) {
    this.map = map;
    this.frame = frame;
    this.corner = [frame.north, frame.west];
  }
  get scale() { return (256 * 2 ** this.map.getZoom()) / this.frame.units; }
  get origin() { return this.map.latLngToLayerPoint(this.corner); }
  latLng(x, y) {
    const zoom = this.map.getZoom(), at = this.map.project(this.corner, zoom);
    return this.map.unproject([at.x + x * this.scale, at.y + y * this.scale], zoom);
  }
}

// How large things are drawn when a unit of the sheet has `scale` pixels.
function measures(sheet, scale, textScale = 1) {
  const size = sheet.size * scale, large = (sheet.print * scale) / 1.12;
  return {
    size,                                                 // of a space
    large: large * sheet.zoom,                            // the map, against a printed one of the whole theatre
    counter: Math.max(23, Math.min(size * sheet.room, 30 + size * 0.24, 76)) * Math.min(1.6, Math.max(0.85, textScale ** 0.85)),
    k: Math.min(2.4, Math.max(0.72, large ** 0.45)),      // widths of lines, against the printed ones
    slow: large < 1 ? large ** -0.8 : large ** -0.4,      // signs that grow more slowly than the country
    near: size > 44,                                      // numbers of spaces can be read
  };
}

// How large a space must be for counters of a size.
const spaceFor = (counter, sheet) => Math.max(counter / sheet.room, (counter - 30) / 0.24);

function setMeasures(box, found) {
  box.style.setProperty("--k", found.k.toFixed(3));
  box.style.setProperty("--slow", found.slow.toFixed(3));
  box.classList.toggle("st-near", found.near);
}

class Frame {
  constructor(map, place, name, zIndex, scaled) {
    this.map = map;
    this.name = name;
    this.place = place;
    this.scaled = scaled;
    this.pane = map.createPane(name);
    this.pane.style.zIndex = zIndex;
    this.pane.style.pointerEvents = "none";
    this.svg = svg("svg", { class: `leaflet-zoom-animated st-frame st-${name}` }, this.pane);
    this.content = svg("g", {}, this.svg);
  }
  // After a move: cover the window again.
  update() {
    const size = this.map.getSize();
    this.min = this.map.containerPointToLayerPoint(size.multiplyBy(-MARGIN)).round();
    this.size = size.multiplyBy(1 + 2 * MARGIN).round();
    this.centre = this.map.getCenter();
    this.zoom = this.map.getZoom();
    const { x, y } = this.min;
    this.svg.setAttribute("width", this.size.x);
    this.svg.setAttribute("height", this.size.y);
    this.svg.setAttribute("viewBox", `${x} ${y} ${this.size.x} ${this.size.y}`);
    this.svg.style.transform = `translate3d(${x}px,${y}px,0)`;
    const at = this.place.origin;
    const scale = this.scaled ? ` scale(${this.place.scale})` : "";
    this.content.setAttribute("transform", `translate(${at.x} ${at.y})${scale}`);
  }
  // While Leaflet animates a zoom: stretch what is there.
  animate(centre, zoom) {
    if (!this.centre) return;
    const scale = this.map.getZoomScale(zoom, this.zoom);
    const half = this.map.getSize().multiplyBy(0.5 + MARGIN);
    const at = half.multiplyBy(-scale).add(this.map.project(this.centre, zoom))
      .subtract(this.map._getNewPixelOrigin(centre, zoom));
    this.svg.style.transform = `translate3d(${at.x}px,${at.y}px,0) scale(${scale})`;
  }
  remove() {
    this.pane.remove();
    if (this.map._panes?.[this.name] === this.pane) delete this.map._panes[this.name];
  }
}

// ipyleaflet tells Python of every movement of the mouse; nobody listens, and the kernel would drown in it.
function hush(map) {
  for (const name of ["mousemove", "mouseover", "mouseout", "mousedown", "mouseup", "preclick", "click", "dblclick"])
    for (const known of [...((map._events || {})[name] || [])])
      if (String(known.fn).includes("interaction")) map.off(name, known.fn, known.ctx);
}

// The view of the Leaflet map that stands beside this element.
async function leafletBeside(model, element, alive) {
  const leaflet = await model.widget_manager.get_model(model.get("leaflet"));
  while (alive()) {
    const box = element.closest(".sandtable-map");
    if (box)
      for (const promise of Object.values(leaflet.views || {})) {
        const view = await promise;
        if (view.obj && box.contains(view.el)) return { box, map: view.obj };
      }
    await new Promise((done) => setTimeout(done, 30));
  }
  return null;
}

async function unpack(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return await new Response(stream).json();
}
