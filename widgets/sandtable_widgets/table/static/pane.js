// One pane of the table; which one is said by its model.

const SCALES = [0.85, 1, 1.15, 1.3, 1.5, 1.75];
const TABS = [["log", "Log"], ["facts", "Facts"], ["boxes", "Off map"], ["why", "Why can't I?"]];

function side(ctx) {
  const host = (cls) => { const e = h("div", { class: cls || "" }); return e; };
  const when = host(), ask = host(), note = host(), menu = host(), draft = host(), news = host(), about = host(), targets = host(), mates = host(), choices = host(), more = host(), units = host(), place = host();
  const upper = h("div", { class: "tb-upper", "data-scroll": "upper" }, ask, news, note, menu, draft, choices, mates, targets, more, about, units, place);
  const panels = Object.fromEntries(TABS.map(([name]) => [name, h("div", { class: `tb-panel tb-panel-${name}`, role: "tabpanel", id: `${ctx.id}-${name}`, hidden: true })]));
  const tabs = h("div", { class: "tb-tabs", role: "tablist" }, TABS.map(([name, text]) =>
    h("button", { role: "tab", key: `tab-${name}`, "aria-controls": `${ctx.id}-${name}`, onclick: () => ctx.tab(name) }, text)));
  ctx.tab = (name) => {
    for (const [n] of TABS) { panels[n].hidden = n !== name; tabs.querySelector(`[data-key="tab-${n}"]`).setAttribute("aria-selected", n === name); }
    if (name === "log") requestAnimationFrame(newest);
    if (name === "why") { const e = panels.why.querySelector("input"); if (e) e.focus(); }
  };
  const newest = () => { const e = panels.log.querySelector(".tb-log"); if (e) e.scrollTop = e.scrollHeight; };
  ctx.el.append(when, upper, h("div", { class: "tb-lower" }, tabs, Object.values(panels)));
  // After a unit was picked from the list, the keyboard goes on to where it can go.
  const wanted = () => {
    const e = ctx.want && targets.querySelector(`[data-list="${ctx.want}"] [tabindex="0"]`);
    if (e) { ctx.want = null; e.focus(); }
  };
  const latest = () => { const e = news.firstElementChild; if (e) e.scrollTop = e.scrollHeight; };
  ctx.repaint = {};
  section(ctx, when, ["banner"], (b) => drawWhen(ctx, b));
  const why = ["unit", "space", "line"];
  section(ctx, ask, ["question"], (q) => {
    // The next person at the table is not to read what the last one asked.
    if (q.mode === "covered") {
      ctx.why = {};
      for (const name of why) { const e = panels.why.querySelector(`[data-key="why-${name}"]`); if (e) e.value = ""; }
    }
    return drawQuestion(ctx, q);
  });
  section(ctx, note, ["notice"], (n) => drawNotice(ctx, n));
  // A long tale is read from its end: the last roll is what a question follows from.
  section(ctx, news, ["news"], (n) => { requestAnimationFrame(latest); return drawNews(ctx, n); });
  section(ctx, menu, ["choices"], (c) => drawMenu(ctx, c));
  section(ctx, draft, ["draft"], (d) => { ctx.el.classList.toggle("tb-fights", !!d.odds); return drawDraft(ctx, d); });
  section(ctx, targets, ["targets", "picked"], (t, p) => { queueMicrotask(wanted); return drawTargets(ctx, t, p); });
  section(ctx, mates, ["picked"], (p) => drawMates(ctx, p));
  // Where something is lit on the map, that comes first, and what else units can do after it.
  const split = (t, c, later) => (c.items || []).filter((i) => ((t.items || []).length > 0 && i.units) === later);
  const paints = [
    section(ctx, choices, ["choices", "units", "targets"], (c, u, t) => drawChoices(ctx, split(t, c, false), u, "choices", c.hint)),
    section(ctx, more, ["choices", "units", "targets"], (c, u, t) => drawChoices(ctx, split(t, c, true), u, "more")),
  ];
  ctx.repaint.choices = () => paints.forEach((paint) => paint());
  section(ctx, units, ["units"], (u) => drawUnits(ctx, u, ctx.model.get("picked")));
  // What was pointed at while nothing is picked is all that was asked for: it must not stand below a long list.
  const idle = (k) => !(k.units || []).length;
  section(ctx, about, ["place", "picked"], (p, k) => idle(k) && drawPlace(ctx, p));
  section(ctx, place, ["place", "picked"], (p, k) => !idle(k) && drawPlace(ctx, p));
  section(ctx, panels.log, ["log"], (l) => { requestAnimationFrame(newest); return drawLog(ctx, l); });
  section(ctx, panels.facts, ["facts"], (f) => drawFacts(ctx, f));
  section(ctx, panels.boxes, ["boxes"], (b) => drawBoxes(ctx, b));
  section(ctx, panels.why, ["answer"], (a) => drawWhy(ctx, a, ctx.model.get("picked")));
  // A list of units may be long, and of those that are picked only few change.
  const chosen = () => { const p = ctx.model.get("picked"); markUnits(units, p); markWhy(ctx, panels.why, p); };
  follow(ctx, ["picked"], { keep: () => null, draw: chosen, restore: () => {} });
  // What is new stands at the top: a new question, and what the units can do that were just picked. Whoever ticks
  // one box after another stays where he is.
  const top = () => { if (!ctx.stay) upper.scrollTop = 0; ctx.stay = false; };
  follow(ctx, ["question", "picked"], { keep: () => null, draw: () => {}, restore: top });
  ctx.tab("log");
}

function render({ model, el }) {
  const ctx = {
    model, el, off: [], filter: "", why: {}, boxesOpen: new Set(), want: null, id: `tb-${Math.random().toString(36).slice(2)}`,
    send: (what, ...args) => model.send({ do: what, with: args }),
    later: batch(), tab: () => {},
  };
  el.classList.add("tb", `tb-pane-${model.get("part")}`);
  el.tabIndex = -1;
  const root = () => el.closest(".sandtable-table") || el;
  ctx.scale = (step) => {
    const now = Number(root().style.getPropertyValue("--tb-scale")) || 1;
    const place = SCALES.indexOf(SCALES.reduce((a, b) => (Math.abs(b - now) < Math.abs(a - now) ? b : a)));
    const next = SCALES[Math.max(0, Math.min(SCALES.length - 1, place + step))];
    root().style.setProperty("--tb-scale", next);
    ctx.send("scale", next);
  };
  ctx.rules = ruleBook(ctx);
  if (model.get("part") === "bar") {
    bar(ctx);
    const resize = () => {
      const s = model.get("settings");
      root().style.setProperty("--tb-scale", s.scale || 1);
      root().style.setProperty("--tb-height", s.height || "640px");
    };
    model.on("change:settings", resize);
    ctx.off.push(() => model.off("change:settings", resize));
    requestAnimationFrame(resize);
  } else {
    side(ctx);
    requestAnimationFrame(() => keyboard(ctx, root()));
  }
  return () => ctx.off.forEach((f) => f());
}

export default { render };
