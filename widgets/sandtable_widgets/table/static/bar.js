// The bar above the map: where the match stands, and what can be done with it.

function drawBanner(ctx, b) {
  if (!b.game) return null;
  return h("div", { class: "tb-title" }, h("b", {}, b.game), b.scenario && h("span", { class: "tb-faint" }, b.scenario));
}

function drawWhen(ctx, b) {
  if (!b.game) return null;
  const turns = Array.from({ length: b.turns }, (_, i) => h("i", { class: i + 1 < b.turn ? "tb-past" : i + 1 === b.turn ? "tb-now" : "" }));
  return [h("div", { class: "tb-when", role: "status", "aria-label": `Turn ${b.turn} of ${b.turns}, ${b.phase}, ${b.active} side` },
    h("span", {}, h("b", {}, `Turn ${b.turn}`), ` of ${b.turns}`), h("span", { class: "tb-grow" }, capital(b.phase)),
    h("span", { class: "tb-line" }, h("span", { class: "tb-small" }, b.date), h("span", { class: "tb-track", "aria-hidden": "true" }, turns))),
  b.result && h("div", { class: "tb-result", role: "alert", "data-side": b.result.winner || "" },
    h("b", {}, b.result.winner ? `${capital(b.result.winner)} victory` : "A draw"), h("span", { class: "tb-grow" }, capital(b.result.text)), cite(ctx, b.result.case))];
}

function drawTools(ctx, t, s) {
  const button = (key, text, hint, act, off) => h("button", { key, title: hint, disabled: off, onclick: act }, text);
  return h("div", { class: "tb-tools", role: "toolbar", "aria-label": "The match" },
    button("undo", "Undo", "Take the last decision back (u)", () => ctx.send("undo"), !t.undo),
    button("redo", "Redo", "Play it again (r)", () => ctx.send("redo"), !t.redo),
    button("branch", "Branch", "Go on in a new line from here; this one stays", () => ctx.send("branch")),
    t.lines && t.lines.length > 1 && select(t.lines.map((n, i) => [String(i), n]), String(t.line), { key: "line", "aria-label": "Line of play", onchange: (ev) => ctx.send("line", Number(ev.target.value)) }),
    h("span", { class: "tb-gap" }),
    t.running ? [h("span", { class: "tb-busy", role: "status" }, h("i", { class: "tb-spin", "aria-hidden": "true" }), `thinking · ${plural(t.played, "action")}`, typeof t.done === "number" && h("progress", { max: 1, value: t.done, "aria-label": "This decision" })), button("stop", "Stop", "Stop the machine (s)", () => ctx.send("stop"))]
      : t.asked ? [button("step", "Step", "The machine plays one action (m)", () => ctx.send("machines", "step")), button("turn", "Play turn", "The machine plays until another side decides", () => ctx.send("machines", "turn")),
        button("on", "Play on", "Machines play until a person is asked", () => ctx.send("machines", "on"))] : null,
    h("span", { class: "tb-gap" }),
    t.unkept && h("span", { class: "tb-unkept", role: "status", title: t.unkept }, "not kept"),
    button("players", "Players", "Who plays which side", () => playersForm(ctx)),
    button("saves", "Save · Open", "Keep a copy, open a kept match", () => savesForm(ctx)),
    button("new", "New", "Begin another match", () => newForm(ctx)),
    button("smaller", "A−", "Smaller text (−)", () => ctx.scale(-1)),
    button("larger", "A+", "Larger text (+)", () => ctx.scale(1)),
    button("help", "?", "How to play here (?)", () => helpForm(ctx)));
}

function bar(ctx) {
  const banner = h("div", {}), tools = h("div", {});
  ctx.el.append(banner, tools);
  section(ctx, banner, ["banner"], (b) => drawBanner(ctx, b));
  section(ctx, tools, ["tools", "settings"], (t, s) => drawTools(ctx, t, s));
}
