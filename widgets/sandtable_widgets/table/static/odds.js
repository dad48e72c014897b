// The odds of a combat: strengths, column and a bar for every outcome; then the modifiers with their rules.

const sign = (value) => (value > 0 ? `+${value}` : `${value}`.replace("-", "−"));

function oddsPanel(ctx, odds) {
  const [mine, theirs] = odds.measure;
  const lost = (n, what) => (n ? `−${n}` : "0");
  const most = Math.max(...odds.rows.map((r) => r.p), 0.0001);
  const head = h("div", { class: "tb-odds-head" },
    h("div", {}, h("span", { class: "tb-small" }, "strength"), h("b", {}, `${odds.attack} : ${odds.defence}`)),
    h("div", {}, h("span", { class: "tb-small" }, "column"), h("b", {}, odds.column)),
    h("div", {}, h("span", { class: "tb-small" }, "target cleared"), h("b", {}, percent(odds.cleared))));
  const rows = odds.rows.map((r) => h("div", { class: `tb-bar ${r.cleared ? "tb-cleared" : r.spent ? "tb-spent" : r.defender > r.attacker ? "tb-fair" : "tb-poor"}`,
    title: `${r.results}: ${r.chance}` },
    h("span", { class: "tb-bar-name" }, `${lost(r.attacker)} / ${lost(r.defender)}`),
    h("span", { class: "tb-bar-track" }, h("span", { class: "tb-bar-fill", style: `width:${(100 * r.p / most).toFixed(1)}%` })),
    h("span", { class: "tb-bar-p" }, percent(r.p)),
    h("span", { class: "tb-bar-note" }, r.cleared ? "cleared" : r.spent ? "attacker gone" : "")));
  const told = odds.rows.map((r) => `${percent(r.p)}: attacker loses ${r.attacker}, defender ${r.defender}${r.cleared ? ", target cleared" : ""}`).join("; ");
  // In a low window the list of what modifies it, with the rules, has to be scrolled to: here it is in short.
  const short = odds.modifiers.map(([label, value]) => `${sign(value)} ${label}`).join(" · ");
  return h("div", { class: "tb-odds" }, head, short && h("p", { class: "tb-small tb-short", "aria-hidden": "true" }, short),
    h("div", { class: `tb-bars ${rows.length > 7 ? "tb-dense" : ""}`, role: "img", "aria-label": `Odds. ${told}` },
      h("div", { class: "tb-bar tb-bar-head" }, h("span", { class: "tb-bar-name" }, "loses"), h("span", { class: "tb-small" }, mine === theirs ? `attacker / defender, in ${mine}` : `attacker in ${mine} / defender in ${theirs}`)), rows),
    h("p", { class: "tb-small" }, `On average the attacker loses ${odds.expected[0]}, the defender ${odds.expected[1]}${mine === theirs ? ` ${mine}` : ""}.`,
      odds.spent ? ` The attacker is gone ${percent(odds.spent)} of the time.` : ""));
}

// What modifies a combat, each with its rule. It comes last: in a low window this is what has to be scrolled to.
function shifts(ctx, odds) {
  const mods = odds.modifiers.map(([label, value, id]) => h("li", {},
    h("span", { class: `tb-shift ${value < 0 ? "tb-bad" : "tb-good"}` }, sign(value)), h("span", { class: "tb-grow" }, label), cite(ctx, id)));
  const sum = odds.modifiers.map(([, value]) => sign(value)).join("  ");
  return h("details", { class: "tb-shifts", open: ctx.shiftsOpen !== false, ontoggle: (ev) => { ctx.shiftsOpen = ev.target.open; } },
    h("summary", { key: "shifts" }, mods.length ? "What modifies it" : "Nothing modifies this combat", mods.length > 0 && h("span", { class: "tb-faint" }, sum)),
    mods.length > 0 && h("ul", { class: "tb-mods" }, mods),
    odds.note && h("p", { class: "tb-small tb-note" }, capital(odds.note) + "."));
}
