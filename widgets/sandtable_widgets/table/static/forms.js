// The forms behind the buttons of the bar: players, saved matches, a new match, settings, help.

function dialog(ctx, title, body) {
  const box = h("dialog", { class: "tb-dialog", "aria-label": title },
    h("div", { class: "tb-dialog-head" }, h("h3", {}, title), h("button", { class: "tb-plain", key: "close", "aria-label": "Close", onclick: () => box.close() }, "✕")),
    h("div", { class: "tb-dialog-body" }, body(() => box.close())));
  box.addEventListener("close", () => box.remove());
  box.addEventListener("click", (ev) => { if (ev.target === box) box.close(); });
  ctx.el.append(box);
  box.showModal();
}

const select = (options, chosen, props) => h("select", props, options.map(([value, text, hint]) => h("option", { value, title: hint, selected: value === chosen }, text)));

function playersForm(ctx) {
  const s = ctx.model.get("settings"), t = ctx.model.get("tools");
  dialog(ctx, "Who plays", () => [
    Object.entries(s.seats).map(([side, kinds]) => {
      const hint = h("p", { class: "tb-small" });
      const tell = (key) => { hint.textContent = (kinds.find((k) => k[0] === key) || [])[2] || ""; };
      tell(s.given[side]);
      return h("div", { class: "tb-field" }, h("label", {}, h("span", { class: "tb-side", "data-side": side }, capital(side)),
        select(kinds.map(([k, title, text]) => [k, title, text]), s.given[side], { key: `seat-${side}`, onchange: (ev) => { tell(ev.target.value); ctx.send("seat", side, ev.target.value); } })), hint);
    }),
    h("label", { class: "tb-tick" }, h("input", { type: "checkbox", key: "open", checked: t.open, onchange: (ev) => ctx.send("open", ev.target.checked) }),
      h("span", {}, "Open table: everybody sees everything, and the table is never covered")),
    h("label", { class: "tb-field tb-inline" }, h("span", {}, "Machines pause between actions"),
      select([["0", "not at all"], ["0.25", "a moment"], ["0.8", "so that a class can follow"], ["2", "long"]], String(s.pause), { key: "pause", onchange: (ev) => ctx.send("pause", Number(ev.target.value)) })),
  ]);
}

function savesForm(ctx) {
  ctx.send("files");
  const s = ctx.model.get("settings"), t = ctx.model.get("tools");
  dialog(ctx, "Keep and open", (close) => {
    const name = h("input", { type: "text", key: "save-name", placeholder: "a name for this moment", "aria-label": "Name" });
    const over = h("input", { type: "checkbox", key: "overwrite" });
    const files = h("div", {});
    const list = () => {
      const found = ctx.model.get("settings").files;
      files.replaceChildren(found.length ? listbox("Kept matches", found.map(([file, when, about]) => h("div", { role: "option", class: "tb-row", key: `file-${file}`, onclick: () => { ctx.send("load", file); close(); } },
        h("span", { class: "tb-grow" }, file, about && h("span", { class: "tb-about" }, about)), file + ".jsonl" === t.file && h("span", { class: "tb-tag" }, "on the table"), h("span", { class: "tb-faint" }, when))), { name: "files" })
        : h("p", { class: "tb-faint" }, "Nothing is kept here yet."));
    };
    ctx.model.off("change:settings", ctx.files);
    ctx.model.on("change:settings", ctx.files = list);
    list();
    const folder = h("input", { type: "text", key: "folder", placeholder: "another folder", "aria-label": "Folder" });
    return [
      t.unkept && h("p", { class: "tb-notice tb-n-error" }, `This match is not kept: ${t.unkept}.`),
      t.unkept && h("form", { class: "tb-fields", onsubmit: (ev) => { ev.preventDefault(); ctx.send("keep in", folder.value); close(); } }, folder, h("button", { type: "submit", key: "keep-in" }, "Keep it there")),
      h("p", { class: "tb-small" }, t.file ? `Every action is kept in ${s.folder}/${t.file} as it is played.` : t.unkept ? "" : `As soon as you play, every action is kept in the folder ${s.folder}.`),
      h("form", { class: "tb-fields", onsubmit: (ev) => { ev.preventDefault(); ctx.send("save", name.value, over.checked); close(); } }, name, h("button", { type: "submit", key: "save" }, "Save a copy")),
      h("label", { class: "tb-tick" }, over, h("span", {}, "Replace a copy that has this name")),
      h("h4", {}, "Open"), files,
    ];
  });
}

function newForm(ctx) {
  const s = ctx.model.get("settings");
  dialog(ctx, "A new match", (close) => {
    let slug = s.game;
    const scenario = h("div", {}), options = h("details", { class: "tb-options" });
    const chosen = {};
    const fill = () => {
      const known = ctx.model.get("settings").about[slug];
      if (!known) { ctx.send("about", slug); return; }
      const about = h("p", { class: "tb-small" });
      const pick = select(known.scenarios.map(([n, title]) => [n, title]), known.ready, { key: "scenario", onchange: (ev) => tell(ev.target.value) });
      const tell = (n) => { about.textContent = known.scenarios.find((x) => x[0] === n)[2]; };
      tell(pick.value);
      scenario.replaceChildren(h("label", { class: "tb-field" }, h("span", {}, "Scenario"), pick), about);
      for (const k of Object.keys(chosen)) delete chosen[k];
      const list = known.options;
      options.hidden = !list.length;
      options.replaceChildren(h("summary", {}, "Optional rules and rulings"), ...list.map(([n, values, usual, id, text]) =>
        h("label", { class: "tb-field" }, h("span", { title: id }, text), select(values.map((v) => [v, v === usual ? `${v} (usual)` : v]), usual, { key: `opt-${n}`, onchange: (ev) => { chosen[n] = ev.target.value; } }))));
    };
    fill();
    const heard = () => { if (!scenario.isConnected) ctx.model.off("change:settings", heard); else fill(); };
    ctx.model.on("change:settings", heard);
    const seed = h("input", { type: "number", key: "seed", min: 0, placeholder: "by lot", "aria-label": "Seed of the dice" });
    return h("form", { onsubmit: (ev) => { ev.preventDefault(); ctx.send("new", slug, scenario.querySelector("select").value, seed.value === "" ? null : Number(seed.value), chosen); close(); } },
      h("label", { class: "tb-field" }, h("span", {}, "Game"), select(s.games, slug, { key: "game", onchange: (ev) => { slug = ev.target.value; fill(); } })),
      scenario, h("label", { class: "tb-field" }, h("span", {}, "Dice: the same number gives the same rolls"), seed), options,
      h("p", { class: "tb-small" }, "The match on the table stays in its file."),
      h("div", { class: "tb-buttons" }, h("button", { class: "tb-main", type: "submit", key: "begin" }, "Begin")));
  });
}

const HELP = [
  ["click a unit, then a lit space", "move it there; the number is the cost"],
  ["click a target", "draft an attack, see its odds, then commit"],
  ["n · p", "next and previous unit that can act"],
  ["d", "list of lit spaces; arrows choose, Enter goes"],
  ["g", "pick the whole stack"],
  ["t", "list of units; Enter picks, Space adds"],
  ["a", "the draft: Space ticks"],
  ["c", "the other choices"],
  ["Enter", "commit the draft"],
  ["Escape", "let everything go"],
  ["z", "zoom to what is picked, or to where the sides meet"],
  ["u · r", "undo and redo"],
  ["m", "let the machine play one action"],
  ["s", "stop the machine"],
  ["w", "why can't I?"],
  ["+ · −", "larger and smaller text; on the map: zoom"],
  ["?", "this help"],
];

function helpForm(ctx) {
  dialog(ctx, "How to play here", () => [
    h("table", { class: "tb-help" }, HELP.map(([key, text]) => h("tr", {}, h("th", { scope: "row" }, key.includes(" a ") ? key : key.split(" · ").map((k, i) => [i ? " " : "", h("kbd", {}, k)])), h("td", {}, text)))),
    h("p", { class: "tb-small" }, "Point at the number of a rule to read it. Letters work while the focus is anywhere in the table."),
  ]);
}
