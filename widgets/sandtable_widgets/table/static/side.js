// The pane beside the map: the question, what can be picked, the draft with its odds, and what is known.

const MARK = { move: "→", attack: "✕", place: "▼", choice: "●" };

function chip(u) {
  const worn = u.steps && u.steps[0] < u.steps[1];
  return h("span", { class: `tb-chip ${worn ? "tb-worn" : ""}`, "data-side": u.side, title: u.name,
    "aria-hidden": "true" }, u.factor === undefined ? "?" : u.factor);
}

function drawQuestion(ctx, q, banner) {
  if (q.mode === "covered") {
    return h("div", { class: "tb-cover", role: "dialog", "aria-label": "Hand the table over", "data-side": q.side },
      h("h3", {}, `The ${capital(q.side)} player decides`),
      h("p", {}, `Hand the table over. Until then it shows only what both sides know.`),
      h("button", { class: "tb-main", key: "hand-over", onclick: () => ctx.send("hand over") }, `I play the ${capital(q.side)} side: show me`),
      h("button", { class: "tb-link", key: "open-table", onclick: () => ctx.send("open", true) }, "or play with an open table, where nothing is hidden"));
  }
  if (q.mode === "over") return h("div", { class: "tb-ask" }, h("p", { class: "tb-prompt" }, "The game is over."));
  const who = h("span", { class: "tb-side", "data-side": q.side }, capital(q.side));
  if (q.mode === "machine") return h("div", { class: "tb-ask" }, h("p", { class: "tb-prompt" }, who, "is played by the machine."));
  return h("div", { class: "tb-ask" }, q.passed && h("p", { class: "tb-passed", role: "status", "data-side": q.side }, `The ${capital(q.side)} player decides now.`),
    h("p", { class: "tb-prompt", "aria-live": "polite" }, who, h("span", { class: "tb-grow" }, q.prompt), cite(ctx, q.case)));
}

function drawNotice(ctx, n) {
  if (!(n.items || []).length) return null;
  return h("div", { class: `tb-notice tb-n-${n.kind}`, role: n.kind === "news" ? "status" : "alert" },
    n.items.map(([text, id]) => h("div", { class: "tb-cited" }, h("span", { class: "tb-grow" }, capital(text)), cite(ctx, id))));
}

function drawNews(ctx, n) {
  const items = n.items || [];
  if (!items.length) return null;
  return h("div", { class: "tb-news", role: "status", "aria-label": "What the dice did" }, items.map((e) =>
    h("div", { class: `tb-cited ${e.roll ? "tb-roll" : "tb-after"}` }, e.die && die(e.die), h("span", { class: "tb-grow" }, capital(e.text)), cite(ctx, e.case))));
}

function drawMenu(ctx, c) {
  if (!(c.menu || []).length) return null;
  return h("div", { class: "tb-block" }, h("h4", {}, "Which of these?"),
    listbox("What to do there", c.menu.map((m, i) => h("div", { role: "option", class: "tb-row", key: `menu-${i}`, onclick: () => ctx.send("menu", i) },
      h("span", { class: "tb-grow" }, m.label), m.open && h("span", { class: "tb-faint" }, "odds…"))), { name: "menu" }));
}

function drawDraft(ctx, d) {
  if (!d.title) return null;
  const places = [...new Set((d.units || []).map((u) => u.place))];
  const row = (p) => h("div", { class: "tb-inline" }, p && h("span", { class: "tb-small" }, p), h("div", { class: "tb-wrap" }, d.units.filter((u) => u.place === p).map(box)));
  const box = (u) => h("label", { class: "tb-tick" },
    h("input", { type: "checkbox", key: `tick-${u.id}`, checked: u.on, onchange: () => ctx.send("tick", u.id) }), h("span", {}, u.name));
  const words = (d.words || []).map((w) => w.most === 1
    ? h("label", { class: "tb-tick" }, h("input", { type: "checkbox", key: `word-${w.word}`, checked: w.count > 0, onchange: (ev) => ctx.send("support", w.word, ev.target.checked ? 1 : 0) }), h("span", {}, capital(w.name)))
    : h("label", { class: "tb-tick" }, h("input", { type: "number", min: 0, max: w.most, key: `word-${w.word}`, value: w.count, onchange: (ev) => ctx.send("support", w.word, Number(ev.target.value)) }),
      h("span", {}, `${capital(w.name)} (of ${w.most})`)));
  return h("div", { class: "tb-block tb-draft", role: "group", "aria-label": d.title },
    h("h4", {}, d.title),
    d.odds && oddsPanel(ctx, d.odds),
    d.units && d.units.length > 0 && h("div", { class: "tb-scroll", "data-scroll": "ticks" }, places.map(row)),
    words.length > 0 && h("div", { class: "tb-inline tb-support" }, h("span", { class: "tb-small" }, "support"), h("div", { class: "tb-wrap" }, words)),
    d.odds && shifts(ctx, d.odds),
    d.refusal && h("div", { class: "tb-notice tb-n-rule", role: "alert" }, h("div", { class: "tb-cited" }, h("span", { class: "tb-grow" }, capital(d.refusal.text)), cite(ctx, d.refusal.case))),
    h("div", { class: "tb-buttons" },
      h("button", { class: "tb-main", key: "commit", disabled: !!d.refusal, title: "Enter", onclick: () => ctx.send("commit") }, d.none ? `${d.label}: ${d.none}` : d.label),
      (d.others || []).map((i) => h("button", { key: `do-${i.do}`, title: i.do, onclick: () => ctx.send("choose", i.do) }, i.label)),
      !d.asked && h("button", { key: "cancel", title: "Escape", onclick: () => ctx.send("cancel") }, "Not now")));
}

function drawTargets(ctx, t, picked) {
  const items = t.items || [];
  if (!items.length) return null;
  const many = (picked.names || []).length;
  const names = many > 2 ? plural(many, "unit") : (picked.names || []).join(" and ");
  const aim = (space) => ctx.send("aim", space);
  return h("div", { class: "tb-block" }, h("h4", {}, t.title ? `${t.title}: where?` : names ? `Where to with ${names}?` : "On the map"),
    listbox("Destinations", items.map((r) => h("div", { role: "option", class: "tb-row", key: `go-${r.space}`, title: r.text,
      onclick: () => ctx.send("go", r.space), onmouseenter: () => aim(r.space), onfocus: () => aim(r.space), onmouseleave: () => aim(null) },
      h("span", { class: `tb-mark tb-${r.kind}`, "aria-hidden": "true" }, MARK[r.kind]), h("span", { class: "tb-grow" }, r.label),
      r.caution && h("span", { class: "tb-caution", title: r.caution }, r.caution.split(":")[0]), r.kind !== "move" && h("span", { class: "tb-faint" }, r.text), r.cost && h("span", { class: "tb-cost", title: "movement points" }, r.cost))), { name: "targets", kept: `targets of ${names}` }));
}

function drawMates(ctx, p) {
  if (!(p.mates || []).length) return null;
  return h("div", { class: "tb-block" }, h("h4", {}, "Together with",
    h("button", { class: "tb-link", key: "stack", title: "g", onclick: () => ctx.send("stack") }, "all of them")),
    h("div", { class: "tb-ticks" }, p.mates.map(([id, name]) => h("label", { class: "tb-tick" },
      h("input", { type: "checkbox", key: `mate-${id}`, checked: p.units.includes(id), onchange: () => { ctx.stay = true; ctx.send("toggle", id); } }), h("span", {}, name)))));
}

function drawChoices(ctx, items, u, name, hint) {
  const told = hint && h("p", { class: "tb-small tb-hint" }, hint);
  if (!items.length) return told;
  const choose = (i) => ctx.send(i.open ? "family" : "choose", i.do);
  const filter = (ctx.filter || "").toLowerCase();
  const shown = items.filter((i) => !i.bare && i.label.toLowerCase().includes(filter));
  const few = items.length <= 6;
  const button = (i) => h("button", { key: `do-${i.do}`, title: i.do, onclick: () => choose(i) }, i.label, i.caution && h("span", { class: "tb-caution" }, capital(i.caution)));
  const rows = (list) => list.map((i) => h("div", { role: "option", class: "tb-row", key: `do-${i.do}`, title: i.do, onclick: () => choose(i) }, h("span", { class: "tb-grow" }, i.label)));
  if (few) {
    items = [...items.filter((i) => !i.units), ...items.filter((i) => i.units)];
    const beside = (u.groups || []).length > 0 && items.every((i) => i.label.length < 40);
    const found = h("div", { class: `tb-buttons ${beside ? "tb-beside" : "tb-stretch"}` }, items.map(button), told);
    return name === "more" && folds(items) ? fold(ctx, items, found) : found;
  }
  const verbs = [...new Set(shown.map((i) => i.verb))];
  const bare = items.filter((i) => i.bare);
  const long = h("div", { class: "tb-block" }, told, bare.length > 0 && h("div", { class: "tb-buttons tb-beside" }, bare.map(button)),
    h("h4", {}, "Choices", h("span", { class: "tb-faint" }, `${shown.length} of ${items.length - bare.length}`)),
    h("input", { type: "text", class: "tb-filter", key: `filter-${name}`, placeholder: "type to narrow the list", "aria-label": "Narrow the list of choices", value: ctx.filter || "",
      oninput: (ev) => { ctx.filter = ev.target.value; ctx.repaint.choices(); } }),
    listbox("Choices", verbs.map((v) => [verbs.length > 1 && h("div", { class: "tb-small tb-from" }, v), rows(shown.filter((i) => i.verb === v))]), { name }));
  return name === "more" && folds(items) ? fold(ctx, items, long) : long;
}

// The same thing for one unit after the other, while something is lit on the map: that is seldom what is wanted.
const folds = (items) => items.length > 2 && items.every((i) => i.verb === items[0].verb);

function fold(ctx, items, found) {
  return h("details", { class: "tb-block tb-fold", open: ctx.foldOpen === true, ontoggle: (ev) => { ctx.foldOpen = ev.target.open; } },
    h("summary", { key: "more-summary" }, `${capital(items[0].verb)} …`, h("span", { class: "tb-faint" }, ` ${items.length} choices`)), found);
}

function drawUnits(ctx, u, picked) {
  const groups = u.groups || [];
  if (!groups.length) return null;
  const total = groups.reduce((n, g) => n + g.units.length, 0);
  const row = (unit) => h("div", { role: "option", class: "tb-row", key: `unit-${unit.id}`, "aria-selected": picked.units.includes(unit.id) ? "true" : "false",
    "aria-label": `${unit.name}${unit.factor === undefined ? "" : `, strength ${unit.factor}`}${(unit.marks || []).length ? `, ${unit.marks.join(", ")}` : ""}`,
    onclick: (ev) => { if (ev.ctrlKey || ev.shiftKey || ev.metaKey) { ctx.stay = true; ctx.send("toggle", unit.id); } else { ctx.want = "targets"; ctx.send("pick", unit.id); } } },
    chip(unit), h("span", { class: "tb-grow" }, unit.name), (unit.marks || []).map((m) => h("span", { class: "tb-tag" }, m)));
  return h("details", { class: "tb-block tb-units", open: ctx.unitsOpen !== false, ontoggle: (ev) => { ctx.unitsOpen = ev.target.open; } },
    h("summary", { key: "units-summary" }, plural(total, "unit"), " to choose from"),
    listbox("Units that can act", groups.map((g) => [h("div", { class: "tb-small tb-from" }, g.label), g.units.map(row)]), { name: "units", multi: true }));
}

function markUnits(host, picked) {
  const rows = [...host.querySelectorAll('[role="option"]')];
  let changed = false;
  for (const row of rows) {
    const on = String(picked.units.includes(row.dataset.key.slice("unit-".length)));
    if (row.getAttribute("aria-selected") !== on) { row.setAttribute("aria-selected", on); changed = true; }
  }
  if (changed) oneStop(rows);
}

function drawPlace(ctx, p) {
  if (!p.label) return null;
  const stack = (s) => h("div", { class: "tb-stack" }, s.units.map((u) => h("div", { class: "tb-row tb-still" }, chip(u), h("span", { class: "tb-grow" }, u.name), (u.marks || []).map((m) => h("span", { class: "tb-tag" }, m)))),
    s.hidden > 0 && h("div", { class: "tb-row tb-still tb-faint" }, h("span", { class: "tb-chip", "data-side": s.side }, "?"), `${plural(s.hidden, "unit")} that you cannot see`));
  return h("div", { class: "tb-block" }, h("h4", {}, p.label, h("span", { class: "tb-faint" }, [p.terrain, p.control && `held by the ${capital(p.control)} side`].filter(Boolean).join(", "))), p.stacks.map(stack));
}

// -- the tabs below ---------------------------------------------------------------------------------

function drawLog(ctx, log) {
  const items = log.items || [];
  let turn = null;
  return h("ol", { class: "tb-log", role: "log", "aria-label": "What happened" }, items.map((e) => {
    const head = e.turn !== turn ? h("li", { class: "tb-turn" }, `Turn ${e.turn}`) : null;
    turn = e.turn;
    return [head, h("li", { class: e.roll ? "tb-roll" : "" }, h("span", { class: "tb-grow" }, capital(e.text)), cite(ctx, e.case))];
  }));
}

function drawFacts(ctx, facts) {
  const term = ([name, n, text, id]) => h("div", { class: "tb-term" }, h("div", { class: "tb-cited" }, h("span", { class: "tb-grow" }, n > 1 ? `${name} (${n})` : name), cite(ctx, id)), h("div", { class: "tb-small" }, capital(text)));
  const value = (v) => (v.terms ? v.terms.map(term) : Array.isArray(v) ? v.map(([k, x]) => h("div", {}, h("span", { class: "tb-faint" }, `${capital(k)} `), value(x))) : v);
  return h("dl", { class: "tb-facts" }, (facts.items || []).map(([k, v]) => [h("dt", {}, capital(k)), h("dd", {}, value(v))]));
}

function drawBoxes(ctx, boxes) {
  const items = boxes.items || [];
  if (!items.length) return h("p", { class: "tb-faint" }, "Every unit is on the map.");
  return items.map((b) => h("details", { class: "tb-box", open: ctx.boxesOpen.has(b.name), ontoggle: (ev) => ctx.boxesOpen[ev.target.open ? "add" : "delete"](b.name) },
    h("summary", { key: `box-${b.name}` }, capital(b.name), h("span", { class: "tb-faint" }, plural(b.units.length, "unit"))),
    b.units.map((u) => h("div", { class: "tb-row tb-still" }, chip(u), h("span", { class: "tb-grow" }, u.name)))));
}

function markWhy(ctx, host, picked) {
  if (!ctx.why.unit) host.querySelector('[data-key="why-unit"]').value = (picked.names || [])[0] || "";
}

function drawWhy(ctx, answer, picked) {
  const unit = h("input", { type: "text", key: "why-unit", "aria-label": "Unit", placeholder: "unit", value: ctx.why.unit || (picked.names || [])[0] || "", oninput: (ev) => { ctx.why.unit = ev.target.value; } });
  const space = h("input", { type: "text", key: "why-space", "aria-label": "Space", placeholder: "hex, area or town", value: ctx.why.space || "", oninput: (ev) => { ctx.why.space = ev.target.value; } });
  const line = h("input", { type: "text", key: "why-line", "aria-label": "Notation", placeholder: "or a line of notation: move c_div_088 3411-3312", value: ctx.why.line || "", oninput: (ev) => { ctx.why.line = ev.target.value; } });
  const ask = (ev) => { ev.preventDefault(); if (line.value.trim()) ctx.send("why text", line.value); else ctx.send("why", unit.value, space.value); };
  return h("form", { class: "tb-why", onsubmit: ask },
    h("p", { class: "tb-small" }, "Name a unit and a place, and be told which rule keeps it away. A wrong click on the map tells you the same."),
    h("div", { class: "tb-fields" }, unit, space), line,
    h("button", { key: "why-ask", type: "submit" }, "Why can't I?"),
    answer.text && h("div", { class: `tb-notice ${answer.legal ? "tb-n-news" : "tb-n-rule"}`, role: "status" }, h("div", { class: "tb-cited" }, h("span", { class: "tb-grow" }, capital(answer.text)), cite(ctx, answer.case))));
}
