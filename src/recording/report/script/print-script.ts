/** On paper every shown turn is a sheet with both pictures; made only when printing begins. */
export const printScript = `
/** Printing does not wait for pictures that load later, so these carry their bytes in their address. */
function printShot(picture, what, marks) {
  const box = el("div", { class: "shot" }, el("img", { src: "data:image/png;base64," + byId(picture.id).textContent.trim(), alt: what, width: picture.width, height: picture.height }), marks ? overlay(picture, marks) : null);
  return el("figure", { class: "pane" }, box, el("figcaption", {}, what));
}

function sheet(turn) {
  const { before, after, marks, tree } = turn;
  const changes = tree ? treeCard(turn) : null;
  return el("section", { class: "sheet" }, el("p", { class: "count" }, "Turn " + turn.turn), el("h2", {}, summaryOf(turn)), chips(turn),
    el("div", { class: "panes" }, before ? printShot(before, "Before", marks) : null, after ? printShot(after, before ? "After" : "The window") : null),
    turn.action && turn.action.result.error ? el("p", { class: "note" }, turn.action.result.error.message) : null,
    changes ? changes.querySelector(".diff") : null);
}

addEventListener("beforeprint", () => {
  byId("print").replaceChildren(...visible().map((index) => sheet(turns[index])));
});
addEventListener("afterprint", () => byId("print").replaceChildren());
`;
