// Keys that work anywhere in the table, whatever has the focus, except where somebody types.

const typing = (e) => e && (e.tagName === "INPUT" && !["checkbox", "radio"].includes(e.type) || e.tagName === "TEXTAREA" || e.tagName === "SELECT" || e.isContentEditable);

function keyboard(ctx, root) {
  const into = (name) => {
    const e = root.querySelector(`[data-list="${name}"] [tabindex="0"]`);
    if (e) { e.focus(); e.scrollIntoView({ block: "nearest" }); }
    return !!e;
  };
  const does = {
    n: () => { ctx.want = null; ctx.send("next", 1); }, p: () => { ctx.want = null; ctx.send("next", -1); },
    d: () => into("targets"), t: () => into("units"), c: () => into("choices") || focusFirst(".tb-upper :is(.tb-stretch, .tb-beside) button, .tb-fold summary"),
    a: () => focusFirst(".tb-draft input, .tb-draft .tb-main"), g: () => ctx.send("stack"), u: () => ctx.send("undo"), r: () => ctx.send("redo"),
    m: () => ctx.send("machines", "step"), s: () => ctx.send("stop"), w: () => ctx.tab("why"), "?": () => root.querySelector('[data-key="help"]').click(),
    z: () => ctx.send("near"), "+": () => ctx.scale(1), "-": () => ctx.scale(-1), Escape: () => ctx.send("cancel"),
  };
  const focusFirst = (what) => { const e = root.querySelector(what); if (e) e.focus(); };
  const press = (ev) => {
    if (ev.ctrlKey || ev.metaKey || ev.altKey || ev.target.closest("dialog")) return;
    const ticking = ev.key === "Enter" && ev.target.closest(".tb-draft input");
    // A number that was typed is told before the draft is committed.
    if (ticking && typing(ev.target)) ev.target.blur();
    if (!ticking && typing(ev.target)) return;
    if (ev.target.closest(".sandtable-map") && ["+", "-", "Enter"].includes(ev.key)) return;
    if (ticking || (ev.key === "Enter" && !ev.target.closest("button, summary, [role=option], input, a"))) {
      ctx.send("commit"); ev.preventDefault(); ev.stopPropagation();
    } else if (does[ev.key]) {
      does[ev.key](); ev.preventDefault(); ev.stopPropagation();
    }
  };
  // Lab would cut a cell on "x" and the like: its own shortcuts rest while the focus is in the table.
  root.dataset.lmSuppressShortcuts = "true";
  root.addEventListener("keydown", press);
  ctx.off.push(() => root.removeEventListener("keydown", press));
}
