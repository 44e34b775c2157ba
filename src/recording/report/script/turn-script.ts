/** One turn: pictures with the target boxed, what changed, how it was delivered, what it did to the person, who allowed it. */
export const turnScript = `
function pick(index, quietly) {
  if (index === undefined || !turns[index]) return;
  if (items[state.at]) items[state.at].button.removeAttribute("aria-current");
  state.at = index;
  const { item, button } = items[index];
  button.setAttribute("aria-current", "true");
  item.scrollIntoView({ block: "nearest", inline: "nearest" });
  if (!quietly || location.hash) history.replaceState(null, "", "#turn-" + turns[index].turn);
  markStrip();
  showTurn(turns[index]);
  byId("said").textContent = "Turn " + turns[index].turn + ": " + summaryOf(turns[index]);
  seekVideo(turns[index]);
}

function showTurn(turn) {
  const article = byId("turn");
  const film = byId("film");
  article.replaceChildren(...[turnHead(turn), film, stage(turn), turn.action ? cards(turn) : el("p", { class: "empty" }, turn.damage)].filter(Boolean));
  article.setAttribute("aria-label", "Turn " + turn.turn);
  article.scrollTop = 0;
}

function turnHead(turn) {
  const shown = visible();
  const at = shown.indexOf(state.at);
  return el("div", { class: "turn-head" },
    el("div", {}, el("p", { class: "count" }, "Turn " + turn.turn + " of " + turns.length + (turn.action ? " · " + time(turn.action.offset_ms) : "")), el("h2", {}, summaryOf(turn)), chips(turn)),
    el("div", { class: "step" },
      el("button", { class: "button icon", "aria-label": "Previous turn", title: "Previous (↑)", disabled: at <= 0, onclick: () => move(-1) }, "↑"),
      el("button", { class: "button icon", "aria-label": "Next turn", title: "Next (↓)", disabled: at >= shown.length - 1, onclick: () => move(1) }, "↓")));
}

const tones = { confirmed: "good", partial: "warn", suspected_noop: "warn", unverifiable: "" };

function chips(turn) {
  if (!turn.action) return el("div", { class: "chips" }, el("span", { class: "chip bad" }, "damaged"));
  const { result, policy, duration_ms } = turn.action;
  const redactions = ((turn.after || turn.before || {}).redactions || []).length;
  return el("div", { class: "chips" },
    result.ok ? null : el("span", { class: "chip bad" }, turn.status + ": " + words(result.error.code)),
    result.effect ? el("span", { class: "chip " + tones[result.effect] }, words(result.effect)) : null,
    result.route ? el("span", { class: "chip accent" }, words(result.route)) : null,
    turn.clean === undefined ? null : el("span", { class: "chip " + (turn.clean ? "good" : "bad") }, turn.clean ? "person undisturbed" : "person disturbed"),
    policy.decision === "not_asked" ? null : el("span", { class: "chip " + ({ denied: "bad", approved: "accent" }[policy.decision] || "") }, "policy: " + policy.decision),
    redactions > 0 ? el("span", { class: "chip" }, redactions + (redactions === 1 ? " redaction" : " redactions")) : null,
    el("span", { class: "chip" }, spent(duration_ms)));
}

function overlay(picture, marks) {
  const drawing = svg("svg", { viewBox: "0 0 " + picture.width + " " + picture.height, "aria-hidden": "true" });
  const both = (name, attributes) => { for (const kind of ["halo", "target"]) drawing.append(svg(name, Object.assign({ class: kind }, attributes))); };
  const { box, marker, path } = marks;
  if (box) both("rect", { x: box.x - 2, y: box.y - 2, width: box.width + 4, height: box.height + 4, rx: 4 });
  if (path && path.length > 1) both("polyline", { points: path.map((at) => at.x + "," + at.y).join(" ") });
  const dot = path && path.length > 1 ? path[path.length - 1] : marker;
  // In a box the spot is let through, so that what the element says can be read.
  if (dot && box) drawing.append(svg("circle", { class: "spot", cx: dot.x, cy: dot.y, r: 9 }));
  else if (dot) {
    both("circle", { cx: dot.x, cy: dot.y, r: 9 });
    drawing.append(svg("circle", { class: "pin", cx: dot.x, cy: dot.y, r: 2.5 }));
  }
  return drawing;
}

function shot(picture, what, extra) {
  const image = el("img", { src: urlOf(picture.id), width: picture.width, height: picture.height, alt: what });
  const box = el("div", { class: "shot" }, image, extra);
  box.style.width = "min(" + picture.width + "px, " + ((62 * picture.width) / picture.height).toFixed(1) + "vh)";
  return box;
}

function stage(turn) {
  const { before, after, marks } = turn;
  if (!before && !after) return turn.notes.length > 0 ? el("div", { class: "stage" }, turn.notes.map((note) => el("p", { class: "quiet" }, note))) : null;
  const isPair = before && after;
  const target = turn.action && turn.action.targets[0] ? turn.action.targets[0].signature : undefined;
  const legend = target ? "Target: " + target.role + (target.label ? " “" + target.label + "”" : "") : turn.action.window ? turn.action.window.title : "";
  const views = isPair ? el("div", { class: "views", role: "group", "aria-label": "View" },
    [["slide", "Slider"], ["both", "Side by side"]].map(([view, label]) => el("button", { class: "button", "aria-pressed": String(state.view === view), onclick: () => changeView(view) }, label))) : el("span", {});
  const inside = !isPair ? el("figure", { class: "pane" }, shot(before || after, "The window", before && marks ? overlay(before, marks) : null))
    : state.view === "slide" ? slider(before, after, marks) : [
      el("figure", { class: "pane" }, shot(before, "The window before the turn", marks ? overlay(before, marks) : null), el("figcaption", {}, "Before")),
      el("figure", { class: "pane" }, shot(after, "The window after the turn"), el("figcaption", {}, "After"))];
  return el("section", { class: "stage", "aria-label": "Pictures" }, el("div", { class: "stage-bar" }, el("p", { class: "legend" }, legend), views), el("div", { class: isPair && state.view === "both" ? "panes pair" : "panes" }, inside),
    turn.notes.map((note) => el("p", { class: "note" }, note)));
}

function slider(before, after, marks) {
  const over = el("div", { class: "over" }, el("img", { src: urlOf(after.id), alt: "The window after the turn" }));
  const edge = el("span", { class: "edge" });
  const range = el("input", { type: "range", min: 0, max: 100, value: state.split, "aria-label": "How much of the picture before the turn is shown, in percent" });
  const apply = () => {
    over.style.clipPath = "inset(0 0 0 " + state.split + "%)";
    edge.style.left = state.split + "%";
    range.value = state.split;
  };
  range.addEventListener("input", () => { state.split = Number(range.value); apply(); });
  slider.apply = apply;
  const box = shot(before, "The window before the turn", [over, marks ? overlay(before, marks) : null, range, edge]);
  apply();
  return el("figure", { class: "pane" }, box, el("figcaption", {}, el("span", {}, "◂ Before"), el("span", {}, "After ▸")));
}

function split(to) {
  state.split = Math.min(100, Math.max(0, to));
  if (slider.apply) slider.apply();
}

function changeView(view) {
  state.view = view || (state.view === "slide" ? "both" : "slide");
  showTurn(turns[state.at]);
}

function facts(rows) {
  return el("dl", { class: "facts" }, rows.filter((row) => row && row[1] !== undefined && row[1] !== "").map(([name, value, tone]) => [el("dt", {}, name), el("dd", { class: tone }, String(value))]));
}

const card = (title, ...inside) => el("section", { class: "card" }, el("h3", {}, title), ...inside);

function cards(turn) {
  const { action } = turn;
  const { result, policy } = action;
  const made = [
    card("What came of it", facts([
      ["Effect", result.effect ? words(result.effect) : result.ok ? "read" : turn.status, result.ok ? tones[result.effect] : "bad"],
      ["Error", result.error && result.error.message, "bad"],
      ...(result.evidence || []).map((each) => [words(each.kind), each.detail]),
      ...Object.entries(result.facts || {}).map(([name, value]) => [words(name), typeof value === "object" ? JSON.stringify(value) : value]),
    ]), (result.notes || []).map((note) => el("p", { class: "note" }, note))),
    treeCard(turn),
    result.route ? card("Delivery", facts([["Route", words(result.route)], ["Mode", result.delivery && result.delivery.mode], ["Characters", result.delivery && result.delivery.delivered_count],
      ...(result.fell_back_from || []).map((each) => ["Not by " + words(each.route), each.reason])])) : null,
    result.interference ? receipt(result.interference) : null,
    card("Policy", facts([["Decision", words(policy.decision), { denied: "bad", allowed: "good", approved: "good" }[policy.decision]], ["Rule", policy.rule], ["Reason", policy.reason]])),
    card("Time", facts([["Began", new Date(action.started_at).toLocaleTimeString()], ["After", time(action.offset_ms)], ["Took", spent(action.duration_ms)]])),
    redactionCard(turn),
    card("Call", facts([["Tool", action.tool], ["Window", action.window && action.window.title], ["Application", action.window && action.window.app_name], ["Variables", action.variables.join(", ")]]),
      el("details", {}, el("summary", {}, "Arguments"), el("pre", {}, JSON.stringify(action.input, null, 2)))),
  ];
  return el("div", { class: "cards" }, made.filter(Boolean));
}

function receipt(parts) {
  const names = { focus: "Focus", active_window: "Active window", stacking: "Window order", pointer: "Pointer", selections: "Selection and clipboard", screen: "Screen saver", leaked_events: "Leaked events" };
  return card("The person", facts(Object.entries(names).filter(([key]) => parts[key]).map(([key, name]) => [name, words(parts[key]), { unchanged: "good", none: "good", unknown: "" }[parts[key]] ?? "bad"])));
}

function redactionCard(turn) {
  const shown = (turn.after || turn.before || {}).redactions || [];
  if (shown.length === 0) return null;
  const counts = {};
  for (const { reason } of shown) counts[reason] = (counts[reason] || 0) + 1;
  return card("Covered in the picture", facts(Object.entries(counts).map(([reason, count]) => [words(reason), count])));
}

function entry(each) {
  return (each.index === undefined ? "" : "[" + each.index + "] ") + each.role + (each.label ? " “" + each.label + "”" : "");
}

function treeCard(turn) {
  const { tree } = turn;
  if (!tree) return null;
  const lines = [
    ...tree.changed.map((each) => el("li", { class: "mod" }, entry(each) + ": ", Object.entries(each.what).map(([field, [from, to]], index) => [index > 0 ? "; " : "", field === "value" ? "" : field + " ", from ? el("del", {}, from) : null, from && to ? " → " : "", to ? el("ins", {}, to) : null]).flat())),
    ...tree.appeared.map((each) => el("li", { class: "add" }, entry(each) + (each.value && each.value !== each.label ? " = " + each.value : ""))),
    ...tree.vanished.map((each) => el("li", { class: "del" }, entry(each))),
  ];
  const rest = [tree.more > 0 ? tree.more + " more" : "", tree.moved > 0 ? tree.moved + " moved" : ""].filter(Boolean).join(", ");
  if (lines.length === 0 && !tree.outline && turn.kind !== "act") return null;
  return card("What changed in the tree", lines.length > 0 ? el("ul", { class: "diff" }, lines) : el("p", { class: "quiet" }, turn.kind === "act" ? "Nothing." : "This was a look."),
    rest ? el("p", { class: "quiet" }, rest) : null, tree.outline ? el("details", {}, el("summary", {}, "Outline of the window"), el("pre", {}, tree.outline)) : null);
}
`;
