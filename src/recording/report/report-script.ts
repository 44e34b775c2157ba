/** What the report does in the browser, as one script; written for the browser, so it has no imports. */
import { printScript } from './script/print-script.js';
import { timelineScript } from './script/timeline-script.js';
import { turnScript } from './script/turn-script.js';
import { videoScript } from './script/video-script.js';

const start = `
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const turns = data.turns;
const byId = (id) => document.getElementById(id);
const state = { at: -1, filter: "all", query: "", view: "slide", split: 50 };

function el(name, attributes, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "class") node.className = value;
    else if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? "" : value);
  }
  for (const child of children.flat(Infinity)) if (child !== undefined && child !== null) node.append(child);
  return node;
}

function svg(name, attributes) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
}

const urls = new Map();
function bytesOf(id) {
  const text = atob(byId(id).textContent.trim());
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}
/** Pictures become images only when they are looked at. */
function urlOf(id, type) {
  if (!urls.has(id)) urls.set(id, URL.createObjectURL(new Blob([bytesOf(id)], { type: type || "image/png" })));
  return urls.get(id);
}

const time = (ms) => {
  const s = ms / 1000;
  return s < 60 ? s.toFixed(1) + " s" : Math.floor(s / 60) + ":" + String(Math.floor(s % 60)).padStart(2, "0");
};
const spent = (ms) => (ms < 1000 ? Math.round(ms) + " ms" : (ms / 1000).toFixed(2) + " s");
const words = (name) => String(name).replace(/_/g, " ");
const summaryOf = (turn) => (turn.action ? turn.action.summary : "Turn " + turn.turn + " cannot be read");
const statusWord = { ok: "done", unsure: "unsure", failed: "failed", refused: "refused", damaged: "damaged" };
`;

const finish = String.raw`
function keys(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || byId("help").open) return;
  const field = event.target.closest("input[type=search]");
  if (field) {
    if (event.key === "Escape") field.blur();
    return;
  }
  const isRange = event.target.matches("input[type=range]");
  const act = {
    j: () => move(1), ArrowDown: () => move(1), k: () => move(-1), ArrowUp: () => move(-1),
    Home: () => pick(visible()[0]), End: () => pick(visible().at(-1)),
    ArrowLeft: () => split(state.split - 10), ArrowRight: () => split(state.split + 10),
    "/": () => byId("search").focus(), v: () => changeView(), t: () => changeTheme(), "?": () => byId("help").showModal(),
    " ": () => playVideo(event),
  }[event.key];
  const filter = document.querySelectorAll(".filter")[Number(event.key) - 1];
  if (filter) filter.click();
  else if (act && !(isRange && event.key.startsWith("Arrow")) && !(event.key === " " && event.target.closest("button,summary"))) {
    if (event.key !== " ") event.preventDefault();
    act();
  }
}

function changeTheme() {
  const root = document.documentElement;
  const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = isDark ? "light" : "dark";
}

for (const node of document.querySelectorAll("[data-time]")) {
  node.textContent = new Date(node.dataset.time).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}
document.addEventListener("keydown", keys);
byId("theme").addEventListener("click", changeTheme);
byId("keys").addEventListener("click", () => byId("help").showModal());
byId("print-button").addEventListener("click", () => print());
addEventListener("hashchange", fromHash);
buildTimeline();
buildStrip();
fromHash();

function fromHash() {
  const wanted = Number((/^#turn-(\d+)$/.exec(location.hash) || [])[1]);
  const index = turns.findIndex((turn) => turn.turn === wanted);
  const first = turns.findIndex((turn) => turn.kind === "act");
  if (index !== state.at || state.at < 0) pick(index >= 0 ? index : Math.max(0, first), true);
}
`;

export const reportScript = start + timelineScript + turnScript + videoScript + printScript + finish;
