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
    box.querySelectorAll("[data-scroll]").forEach((e, i) => {
      const wanted = e.querySelector("[data-here]");
      if (wanted) e.scrollTop = wanted.offsetTop - e.clientHeight / 2;
      else if (tops[i] !== undefined) e.scrollTop = tops[i];
    });
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
