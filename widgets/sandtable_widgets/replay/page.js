// A match seen again, in a page that needs nothing else: the notebook's map on a screen that can be dragged and zoomed.

class Pane {
  constructor(screen, name, scaled) {
    this.scaled = scaled;
    this.uid = name;
    this.svg = svg("svg", { class: `st-frame st-${name}` }, screen);
    this.content = svg("g", {}, this.svg);
  }
  update({ x, y, scale }) {
    this.content.setAttribute("transform", `translate(${x} ${y})${this.scaled ? ` scale(${scale})` : ""}`);
  }
}

class Screen {
  constructor(box, sheet, sides) {
    this.sheet = sheet;
    this.box = box;
    this.element = box.querySelector(".screen");
    this.at = { x: 0, y: 0, scale: 1 };
    const pane = (name, scaled) => new Pane(this.element, name, scaled);
    const ground = pane("st-ground", true), letters = pane("st-letters", false), spaces = pane("st-spaces", true);
    const signs = pane("st-signs", false), pieces = pane("st-pieces", false);
    this.panes = [ground, letters, spaces, signs, pieces];
    this.pieces = pieces;
    ground.content.innerHTML = sheet.ground;
    sides.forEach(([, colour], n) => box.style.setProperty(`--side-${n}`, colour));
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const theme = () => box.classList.toggle("st-dark", dark.matches);
    dark.addEventListener("change", theme);
    theme();
    this.overlay = new Overlay(spaces, spaces, signs, sheet, sides);
    this.counters = new Counters(pieces, svg("defs", {}, pieces.svg), "film", (id) => this.overlay.byId.get(id));
    this.labels = new Labels(letters, sheet);
    this._drag();
    new ResizeObserver(() => this.whole()).observe(box);
  }
  _drag() {
    const { element } = this;
    let from = null;
    element.addEventListener("pointerdown", (e) => { from = [e.clientX, e.clientY]; element.setPointerCapture(e.pointerId); });
    element.addEventListener("pointerup", () => { from = null; });
    element.addEventListener("pointermove", (e) => {
      if (!from) return;
      this.at.x += e.clientX - from[0];
      this.at.y += e.clientY - from[1];
      from = [e.clientX, e.clientY];
      this._move();
    });
    element.addEventListener("wheel", (e) => {
      e.preventDefault();
      const box = element.getBoundingClientRect();
      this.zoom(e.deltaY < 0 ? 1.2 : 1 / 1.2, e.clientX - box.x, e.clientY - box.y);
    }, { passive: false });
  }
  zoom(by, cx = this.box.clientWidth / 2, cy = this.box.clientHeight / 2) {
    const { at } = this, scale = Math.min(Math.max(at.scale * by, this.least * 0.6), this.least * 30);
    at.x = cx - ((cx - at.x) * scale) / at.scale;
    at.y = cy - ((cy - at.y) * scale) / at.scale;
    at.scale = scale;
    this._set();
  }
  // The part of the sheet that has spaces, in full.
  whole() {
    const xs = this.sheet.spaces.map((s) => s[2]), ys = this.sheet.spaces.map((s) => s[3]), pad = this.sheet.size * 0.9;
    const [left, right] = [Math.min(...xs) - pad, Math.max(...xs) + pad], [top, bottom] = [Math.min(...ys) - pad, Math.max(...ys) + pad];
    const wide = this.box.clientWidth, high = this.box.clientHeight;
    const scale = Math.min(wide / (right - left), high / (bottom - top));
    this.least = scale;
    this.at = { scale, x: (wide - (left + right) * scale) / 2, y: (high - (top + bottom) * scale) / 2 };
    this._set();
  }
  _move() { for (const pane of this.panes) pane.update(this.at); }
  _set() {
    const { scale } = this.at, found = measures(this.sheet, scale);
    setMeasures(this.box, found);
    this.overlay.place(scale, 1, found.size);
    this.counters.placeAll(scale, found.counter);
    this.labels.set(scale, found.large, 1, this.counters.boxes(), [], this.overlay.frontBoxes(scale));
    this._move();
  }
  // On a map that is larger than the screen, what happens comes into sight.
  _follow(id) {
    const space = this.overlay.byId.get(id), { at } = this;
    if (!space || at.scale <= this.least) return;
    const x = at.x + space.x * at.scale, y = at.y + space.y * at.scale, wide = this.box.clientWidth, high = this.box.clientHeight;
    if (x < 60 || y < 60 || x > wide - 60 || y > high - 60) { at.x += wide / 2 - x; at.y += high / 2 - y; }
  }
  show(news, moment) {
    this.counters.apply(news.units, news.stacks);
    this.overlay.setControl(news.control || {});
    this.overlay.setChosen(moment.space);
    this.overlay.setRoute(moment.path);
    this.pieces.content.append(this.overlay.route); // above the counters, which were laid down just now
    this.counters.select(moment.units);
    this._follow(moment.space || moment.path[moment.path.length - 1]);
    this._set();
  }
}

class Player {
  constructor(sheet, film) {
    this.film = film;
    this.now = -1;
    this.scene = { units: {}, stacks: {}, control: {} };
    this.screen = new Screen(document.querySelector(".sandtable-map"), sheet, film.sides);
    this.screen.counters.addLooks(film.looks);
    this.slider = document.querySelector("input[type=range]");
    this.slider.max = film.moments.length - 1;
    this.turns = document.querySelector(".turns");
    this.speed = document.querySelector(".speed");
    this.log = document.querySelector(".log");
    this._fill();
    this._bind();
    this.goto(0);
  }
  _fill() {
    let turn = null;
    this.rows = this.film.moments.map((moment, n) => {
      if (moment.turn !== turn) {
        turn = moment.turn;
        const name = `Turn ${turn}` + (this.film.dates[turn] ? ` · ${this.film.dates[turn]}` : "");
        html("h2", {}, this.log, name);
        html("option", { value: n }, this.turns, name);
      }
      const row = html("div", {}, this.log);
      if (moment.side) html("small", {}, row, `${moment.side[0].toUpperCase()}${moment.side.slice(1)} `);
      html("b", {}, row, moment.title);
      for (const [id, text] of moment.events) {
        const line = html("p", {}, row, `${text} `);
        html("cite", { title: this.film.cases[id] || "" }, line, id);
      }
      row.addEventListener("click", () => this.goto(n));
      return row;
    });
  }
  _bind() {
    const steps = { first: () => this.goto(0), back: () => this.goto(this.now - 1), on: () => this.goto(this.now + 1), play: () => this.toggle() };
    for (const button of document.querySelectorAll("[data-step]")) button.addEventListener("click", steps[button.dataset.step]);
    for (const button of document.querySelectorAll("[data-zoom]"))
      button.addEventListener("click", () => { const by = +button.dataset.zoom; if (by) this.screen.zoom(by); else this.screen.whole(); });
    this.slider.addEventListener("input", () => this.goto(+this.slider.value));
    this.turns.addEventListener("change", () => { this.goto(+this.turns.value); this.turns.blur(); });
    this.speed.addEventListener("change", () => { if (this.timer) { this.toggle(); this.toggle(); } });
    addEventListener("keydown", (event) => {
      // A list, a slider and a pressed button use some of these keys themselves.
      if (event.target.closest(event.key === " " ? "select, input, button" : "select, input")) return;
      const act = { ArrowLeft: steps.back, ArrowRight: steps.on, " ": steps.play }[event.key];
      if (act) { event.preventDefault(); act(); }
    });
  }
  toggle() {
    const button = document.querySelector("[data-step=play]");
    clearInterval(this.timer);
    this.timer = this.timer ? null : setInterval(() => {
      if (this.now >= this.film.moments.length - 1) this.toggle(); else this.goto(this.now + 1);
    }, +this.speed.value);
    button.textContent = this.timer ? "❚❚" : "▶";
  }
  // The whole scene of a moment: on from here, or anew from the beginning.
  _sceneOf(n) {
    const on = n >= this.now && this.now >= 0;
    const scene = { units: {}, stacks: {}, control: {} };
    if (on) for (const kind in scene) Object.assign(scene[kind], this.scene[kind]);
    for (let i = on ? this.now + 1 : 0; i <= n; i++)
      for (const kind in scene)
        for (const [id, entry] of Object.entries(this.film.moments[i].news[kind] || {}))
          if (entry === null) delete scene[kind][id]; else scene[kind][id] = entry;
    return scene;
  }
  goto(n) {
    n = Math.min(Math.max(n, 0), this.film.moments.length - 1);
    const scene = this._sceneOf(n), news = {};
    for (const kind in scene) {
      news[kind] = {};
      for (const id in this.scene[kind]) if (!(id in scene[kind])) news[kind][id] = null;
      for (const id in scene[kind]) if (scene[kind][id] !== this.scene[kind][id]) news[kind][id] = scene[kind][id];
    }
    const moment = this.film.moments[n];
    this.scene = scene;
    this.screen.show(news, moment);
    if (this.rows[this.now]) this.rows[this.now].classList.remove("here");
    this.now = n;
    const row = this.rows[n];
    row.classList.add("here");
    this.log.scrollTop = row.offsetTop - this.log.clientHeight / 2;
    this.slider.value = n;
    let start = 0;
    for (const option of this.turns.options) if (+option.value <= n) start = option.value;
    this.turns.value = start;
    document.querySelector(".now small").textContent = `Turn ${moment.turn} · ${moment.phase} · ${n} of ${this.film.moments.length - 1}`;
    document.querySelector(".now b").textContent = moment.title;
    document.body.dataset.moment = n;
  }
}

(async () => {
  const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const [sheet, film] = await Promise.all([unpack(bytes(PACKED.sheet)), unpack(bytes(PACKED.film))]);
  await document.fonts.ready;
  new Player(sheet, film);
})();
