// Small helpers for the panes: elements, sections that keep their focus, and rules that show their text.

function h(tag, props, ...children) {
  const e = document.createElement(tag);
  for (const [k, v] of Object.entries(props || {})) {
    if (v === null || v === undefined || v === false) continue;
    if (k.startsWith("on")) e.addEventListener(k.slice(2), v);
    else if (k === "class") e.className = v;
    else if (k === "key") e.dataset.key = v;
    else if (k === "value" || k === "checked" || k === "selected" || k === "open") e[k] = v;
    else e.setAttribute(k, v === true ? "" : v);
  }
  e.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false));
  return e;
}

// The face of a die.
function die(n) {
  const at = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] }[n] || [];
  const face = h("span", { class: "tb-die", role: "img", "aria-label": `die ${n}` });
  face.innerHTML = `<svg viewBox="0 0 24 24" width="1.5em" height="1.5em" aria-hidden="true"><rect x="1" y="1" width="22" height="22" rx="5"/>${at.map((p) => `<circle cx="${6 + 6 * (p % 3)}" cy="${6 + 6 * Math.floor(p / 3)}" r="2.1"/>`).join("")}</svg>`;
  return face;
}

const plural = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;
const percent = (p) => (p > 0 && p < 0.005 ? "<1 %" : p > 0.995 && p < 1 ? ">99 %" : `${Math.round(p * 100)} %`);
const capital = (text) => (text ? text[0].toUpperCase() + text.slice(1) : "");

// Parts that change together are drawn together, and nothing is measured in between: a browser that is asked for a
// measure while it is written to must lay out the whole page each time.
function batch() {
  const due = new Set();
  return (part) => {
    if (!due.size) queueMicrotask(() => {
      const parts = [...due], kept = parts.map((p) => p.keep());
      due.clear();
      for (const p of parts) p.draw();
      parts.forEach((p, i) => p.restore(kept[i]));
    });
    due.add(part);
  };
}

// A part of a pane: drawn again when its data change, with focus, caret and scroll as they were.
function section(ctx, host, names, draw) {
  const tops = {};
  host.addEventListener("scroll", (ev) => { if (ev.target.dataset.scroll) tops[ev.target.dataset.scroll] = ev.target.scrollTop; }, { capture: true, passive: true });
  const part = {
    keep: () => {
      const active = host.contains(document.activeElement) ? document.activeElement : null;
      return { key: active && active.dataset.key, caret: active && active.selectionStart,
        value: active && active.tagName === "INPUT" && active.type === "text" ? active.value : null };
    },
    draw: () => host.replaceChildren(...[draw(...names.map((n) => ctx.model.get(n) || {}))].flat().filter(Boolean)),
    restore: ({ key, caret, value }) => {
      for (const name in tops) {
        const e = tops[name] && host.querySelector(`[data-scroll="${CSS.escape(name)}"]`);
        if (e) e.scrollTop = tops[name]; else delete tops[name];
      }
      if (!key) return;
      const again = host.querySelector(`[data-key="${CSS.escape(key)}"]`);
      // What had the focus may be gone; the keys must go on working all the same. No button gets it unasked: whoever
      // presses Enter twice would play what he has not read.
      const next = again || host.querySelector('[role="option"][tabindex="0"]') || ctx.el;
      next.focus({ preventScroll: true });
      if (again && value !== null) again.value = value;
      if (again && caret !== null && again.setSelectionRange) {
        try { again.setSelectionRange(caret, caret); } catch { /* not a text field */ }
      }
    },
  };
  follow(ctx, names, part);
  part.draw();
  return () => { const kept = part.keep(); part.draw(); part.restore(kept); };
}

// Something that is put right, in its turn, whenever these data change.
function follow(ctx, names, part) {
  const events = names.map((n) => `change:${n}`).join(" "), changed = () => ctx.later(part);
  ctx.model.on(events, changed);
  ctx.off.push(() => ctx.model.off(events, changed));
}

// A rule by its number; pointing at it or focusing it shows its text, which is fetched once.
function cite(ctx, id) {
  if (!id) return null;
  const show = (ev) => ctx.rules.show(ev.currentTarget, id);
  return h("button", {
    class: "tb-case", type: "button", key: `case-${id}`, "aria-label": `Rule ${id}`, "aria-expanded": "false",
    onmouseenter: show, onfocus: show, onmouseleave: () => ctx.rules.hide(), onblur: () => ctx.rules.hide(true),
    onclick: (ev) => { ev.stopPropagation(); ctx.rules.pin(ev.currentTarget, id); },
  }, id);
}

function ruleBook(ctx) {
  const known = new Map();
  const card = h("div", { class: "tb-rule", role: "tooltip", hidden: true });
  let at = null, asked = null, pinned = false;
  const fill = (id) => {
    const rule = known.get(id);
    card.replaceChildren(h("strong", {}, id), rule ? ` ${rule.title}` : "", h("p", {}, rule ? rule.text : "…"));
  };
  const put = () => {
    const root = ctx.el.getBoundingClientRect(), b = at.getBoundingClientRect();
    card.style.left = "0";
    card.style.width = `${Math.min(340, root.width - 16)}px`;
    card.hidden = false;
    const c = card.getBoundingClientRect();
    card.style.left = `${Math.max(8, Math.min(b.left - root.left, root.width - c.width - 8))}px`;
    const below = b.bottom - root.top + 6, above = b.top - root.top - c.height - 6;
    card.style.top = `${b.bottom + c.height + 12 > window.innerHeight && above > 0 ? above : below}px`;
  };
  const heard = (m) => {
    if (!m.rule) return;
    known.set(m.rule, m);
    if (asked === m.rule && at) { fill(m.rule); put(); }
  };
  ctx.model.on("msg:custom", heard);
  ctx.off.push(() => ctx.model.off("msg:custom", heard));
  ctx.el.append(card);
  return {
    show(target, id) {
      if (pinned && at && at.isConnected) return;
      pinned = false;
      at = target; asked = id;
      if (!known.has(id)) ctx.send("rule", id);
      fill(id); put();
    },
    hide(force) { if (!pinned || force || !at || !at.isConnected) { card.hidden = true; at = null; pinned = false; } },
    pin(target, id) { const same = pinned && asked === id; pinned = false; if (same) this.hide(true); else { this.show(target, id); pinned = true; } },
  };
}

// Only one row of a list is in the tab order: the first that is selected, else the first of all.
function oneStop(rows) {
  const first = rows.find((e) => e.getAttribute("aria-selected") === "true") || rows[0];
  for (const e of rows) e.tabIndex = e === first ? 0 : -1;
}

// A list that is walked with the arrow keys.
function listbox(label, rows, opts = {}) {
  const list = h("div", { class: "tb-list", role: "listbox", "aria-label": label, "data-scroll": opts.kept || opts.name || label,
    "aria-multiselectable": opts.multi ? "true" : null, "data-list": opts.name }, rows);
  const items = () => [...list.querySelectorAll('[role="option"]')];
  oneStop(items());
  list.addEventListener("keydown", (ev) => {
    const found = items(), here = found.indexOf(document.activeElement);
    const to = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: found.length - 1, PageDown: here + 8, PageUp: here - 8 }[ev.key];
    if (to !== undefined && found.length) {
      const e = found[Math.max(0, Math.min(found.length - 1, to))];
      found.forEach((o) => o.setAttribute("tabindex", o === e ? "0" : "-1"));
      e.focus(); e.scrollIntoView({ block: "nearest" });
      ev.preventDefault(); ev.stopPropagation();
    } else if ((ev.key === "Enter" || ev.key === " ") && here >= 0) {
      found[here].dispatchEvent(new MouseEvent("click", { bubbles: true, ctrlKey: ev.key === " " }));
      ev.preventDefault(); ev.stopPropagation();
    }
  });
  return list;
}
