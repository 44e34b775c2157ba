/** The list of turns, its filters, and the strip of time above it. */
export const timelineScript = `
const items = [];
const lazy = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    if (!entry.isIntersecting) continue;
    lazy.unobserve(entry.target);
    const image = el("img", { src: urlOf(entry.target.dataset.picture), alt: "" });
    if (entry.target.dataset.at) image.style.objectPosition = entry.target.dataset.at;
    entry.target.append(image);
  }
}, { root: null, rootMargin: "400px" });

const signs = { look: "◉", check: "✓", act: "➤", damaged: "⚠" };

/** Small pictures show the part in which something was done. */
function focusOf(turn) {
  const { marker, path } = turn.marks || {};
  const at = path ? path[path.length - 1] : marker;
  return at && turn.before ? Math.round((at.x / turn.before.width) * 100) + "% " + Math.round((at.y / turn.before.height) * 100) + "%" : undefined;
}

function buildTimeline() {
  const list = byId("list");
  turns.forEach((turn, index) => {
    const thumb = el("span", { class: "thumb", "aria-hidden": "true", "data-picture": turn.thumbnail, "data-at": focusOf(turn) }, turn.thumbnail ? null : signs[turn.kind]);
    if (turn.thumbnail) lazy.observe(thumb);
    const { action } = turn;
    const sub = el("span", { class: "sub" },
      el("span", { class: "dot " + (turn.kind === "act" ? turn.status : turn.status === "ok" ? "" : turn.status) }),
      el("span", {}, "#" + turn.turn),
      action ? el("span", { class: "late" }, time(action.offset_ms)) : null,
      action && action.result.effect ? el("span", {}, words(action.result.effect)) : turn.status === "ok" ? null : el("span", {}, statusWord[turn.status]),
      turn.clean === false ? el("span", { class: "chip bad" }, "interference") : null);
    const button = el("button", { type: "button", onclick: () => pick(index) }, thumb, el("span", {}, el("span", { class: "what" }, summaryOf(turn)), sub));
    const item = el("li", { class: "item " + turn.kind }, button);
    items.push({ item, button });
    list.append(item);
  });
  for (const button of document.querySelectorAll(".filter")) {
    button.addEventListener("click", () => { state.filter = button.dataset.filter; refilter(); });
  }
  byId("search").addEventListener("input", (event) => { state.query = event.target.value.toLowerCase(); refilter(); });
}

const filters = {
  all: () => true,
  acts: (turn) => turn.kind === "act",
  failed: (turn) => turn.status === "failed" || turn.status === "damaged",
  refused: (turn) => turn.status === "refused",
  disturbed: (turn) => turn.clean === false,
  looks: (turn) => turn.kind === "look" || turn.kind === "check",
};

function isShown(turn) {
  if (!filters[state.filter](turn)) return false;
  return state.query === "" || (summaryOf(turn) + " " + (turn.action ? turn.action.tool + " " + JSON.stringify(turn.action.result) : "")).toLowerCase().includes(state.query);
}

const visible = () => turns.map((turn, index) => index).filter((index) => isShown(turns[index]));

function refilter() {
  const shown = visible();
  items.forEach(({ item }, index) => { item.hidden = !isShown(turns[index]); });
  for (const button of document.querySelectorAll(".filter")) button.setAttribute("aria-pressed", String(button.dataset.filter === state.filter));
  byId("none").hidden = shown.length > 0;
  byId("said").textContent = shown.length + (shown.length === 1 ? " turn shown" : " turns shown");
  if (shown.length > 0 && !shown.includes(state.at)) pick(shown[0]);
}

function move(step) {
  const shown = visible();
  const at = shown.indexOf(state.at);
  pick(at < 0 ? shown[0] : shown[Math.min(shown.length - 1, Math.max(0, at + step))]);
}

function buildStrip() {
  const strip = byId("strip");
  const whole = Math.max(1, ...turns.map(({ action }) => (action ? action.offset_ms + action.duration_ms : 0)));
  turns.forEach((turn, index) => {
    if (!turn.action) return;
    const bar = el("i", { class: turn.kind + " " + turn.status, title: "#" + turn.turn + " " + summaryOf(turn) });
    bar.style.left = (turn.action.offset_ms / whole) * 100 + "%";
    bar.style.width = Math.max(0.2, (turn.action.duration_ms / whole) * 100) + "%";
    bar.dataset.index = index;
    strip.append(bar);
  });
  strip.addEventListener("click", (event) => {
    const box = strip.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * whole;
    const near = turns.map((turn, index) => [turn.action ? Math.abs(turn.action.offset_ms + turn.action.duration_ms / 2 - at) : Infinity, index]).sort((a, b) => a[0] - b[0])[0];
    if (near) pick(near[1]);
  });
}

function markStrip() {
  for (const bar of byId("strip").children) bar.classList.toggle("now", Number(bar.dataset.index) === state.at);
}
`;
