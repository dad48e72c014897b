// Shows HTML; reports a pick by its key. The focus stays with the picked thing when the page is drawn anew.
function render({ model, el }) {
  const box = document.createElement("div");
  box.className = "st-page";
  el.append(box);
  const draw = () => {
    const held = box.contains(document.activeElement) ? document.activeElement.dataset.pick : undefined;
    const tops = [...box.querySelectorAll("[data-scroll]")].map((e) => e.scrollTop);
    box.innerHTML = model.get("html");
    box.setAttribute("aria-label", model.get("label"));
    if (held !== undefined) {
      const again = [...box.querySelectorAll("[data-pick]")].find((e) => e.dataset.pick === held);
      if (again) again.focus({ preventScroll: true });
    }
    box.querySelectorAll("[data-scroll]").forEach((e, i) => { if (tops[i] !== undefined) e.scrollTop = tops[i]; });
    // A page that is not laid out yet has no height to scroll in.
    requestAnimationFrame(() => requestAnimationFrame(reveal));
  };
  // Brings what is marked as present into sight, unless it is there already.
  const reveal = () => {
    for (const list of box.querySelectorAll("[data-scroll]")) {
      const here = list.querySelector("[data-here]");
      if (!here) continue;
      const above = here.offsetTop < list.scrollTop + 30;
      const below = here.offsetTop + here.offsetHeight > list.scrollTop + list.clientHeight;
      if (above || below) list.scrollTop = here.offsetTop - list.clientHeight / 3;
    }
  };
  const pick = (event) => {
    const hit = event.target.closest("[data-pick]");
    if (hit && box.contains(hit)) {
      event.stopPropagation();
      event.preventDefault();
      model.send({ kind: "pick", key: hit.dataset.pick });
    }
  };
  box.addEventListener("click", pick);
  box.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") pick(event);
  });
  model.on("change:html", draw);
  draw();
  return () => model.off("change:html", draw);
}
export default { render };
