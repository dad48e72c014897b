// The odds of a combat: strengths, column, modifiers with their rules, and a bar for every outcome.

function oddsPanel(ctx, odds) {
  const [mine, theirs] = odds.measure;
  const lost = (n, what) => (n ? `−${n}` : "0");
  const most = Math.max(...odds.rows.map((r) => r.p), 0.0001);
  const head = h("div", { class: "st-odds-head" },
    h("div", {}, h("span", { class: "st-small" }, "strength"), h("b", {}, `${odds.attack} : ${odds.defence}`)),
    h("div", {}, h("span", { class: "st-small" }, "column"), h("b", {}, odds.column)),
    h("div", {}, h("span", { class: "st-small" }, "target cleared"), h("b", {}, percent(odds.cleared))));
  const mods = h("ul", { class: "st-mods" }, odds.modifiers.length
    ? odds.modifiers.map(([label, value, id]) => h("li", {},
      h("span", { class: `st-shift ${value < 0 ? "st-bad" : "st-good"}` }, value > 0 ? `+${value}` : `${value}`.replace("-", "−")),
      h("span", { class: "st-grow" }, label), cite(ctx, id)))
    : h("li", { class: "st-faint" }, "nothing modifies this combat"));
  const rows = odds.rows.map((r) => h("div", { class: `st-bar ${r.cleared ? "st-cleared" : r.spent ? "st-spent" : r.defender > r.attacker ? "st-fair" : "st-poor"}`,
    title: `${r.result}: ${r.chance}` },
    h("span", { class: "st-bar-name" }, `${lost(r.attacker)} / ${lost(r.defender)}`),
    h("span", { class: "st-bar-track" }, h("span", { class: "st-bar-fill", style: `width:${(100 * r.p / most).toFixed(1)}%` })),
    h("span", { class: "st-bar-p" }, percent(r.p)),
    h("span", { class: "st-bar-note" }, r.cleared ? "cleared" : r.spent ? "attacker gone" : "")));
  const told = odds.rows.map((r) => `${percent(r.p)}: attacker loses ${r.attacker}, defender ${r.defender}${r.cleared ? ", target cleared" : ""}`).join("; ");
  return h("div", { class: "st-odds" }, head, mods,
    h("div", { class: "st-bars", role: "img", "aria-label": `Odds. ${told}` },
      h("div", { class: "st-bar st-bar-head" }, h("span", { class: "st-bar-name" }, "loses"), h("span", { class: "st-small" }, mine === theirs ? `attacker / defender, in ${mine}` : `attacker in ${mine} / defender in ${theirs}`)), rows),
    h("p", { class: "st-small" }, `On average the attacker loses ${odds.expected[0]}, the defender ${odds.expected[1]}${mine === theirs ? ` ${mine}` : ""}.`,
      odds.spent ? ` The attacker is gone ${percent(odds.spent)} of the time.` : ""),
    odds.note && h("p", { class: "st-small st-note" }, capital(odds.note) + "."));
}
