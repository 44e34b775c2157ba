/** The report's HTML around its data: everything in one file, nothing loaded from anywhere. */
import type { SessionRecord } from '../format.js';
import type { ReportSummary } from './report-data.js';
import { reportStyle } from './report-style.js';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

/** JSON that cannot end the script element it stands in. */
export const embeddedJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

const policy =
  "default-src 'none'; img-src blob: data:; media-src blob:; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

export function pageHead(session: SessionRecord, summary: ReportSummary): string {
  const title = escapeHtml(`${session.name} – recording`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${reportStyle}</style>
</head>
<body>
<a class="skip" href="#turn">Skip to the turn</a>
${header(session, summary)}
<main class="layout">
<nav class="timeline" aria-label="Turns">
<div class="filters" role="group" aria-label="Show only">${filters(summary)}</div>
<div class="search"><label class="unseen" for="search">Search the turns</label><input id="search" type="search" placeholder="Search turns" autocomplete="off" spellcheck="false"></div>
<ol id="list" class="list" aria-label="Turns in order"></ol>
<p id="none" class="none" hidden>No turn fits.</p>
</nav>
<article id="turn" class="turn" tabindex="-1" aria-label="Turn"></article>
</main>
<p id="said" class="unseen" role="status" aria-live="polite"></p>
<section id="print" class="print" aria-hidden="true"></section>
<dialog id="help" class="help" aria-labelledby="help-title">
<h2 id="help-title">Keyboard</h2>
<dl><dt><kbd>↓</kbd> <kbd>J</kbd></dt><dd>next turn</dd><dt><kbd>↑</kbd> <kbd>K</kbd></dt><dd>previous turn</dd><dt><kbd>Home</kbd> <kbd>End</kbd></dt><dd>first, last turn</dd><dt><kbd>←</kbd> <kbd>→</kbd></dt><dd>before and after</dd><dt><kbd>1</kbd>–<kbd>6</kbd></dt><dd>filters</dd><dt><kbd>/</kbd></dt><dd>search</dd><dt><kbd>V</kbd></dt><dd>slider, side by side</dd><dt><kbd>Space</kbd></dt><dd>play the video</dd><dt><kbd>T</kbd></dt><dd>light or dark</dd><dt><kbd>?</kbd></dt><dd>this help</dd></dl>
<form method="dialog"><button class="button">Close</button></form>
</dialog>
<noscript><p class="noscript">This report needs scripts, which it carries itself; nothing is loaded from elsewhere.</p></noscript>
`;
}

function header(session: SessionRecord, summary: ReportSummary): string {
  const when = escapeHtml(session.started_at);
  return `<header class="head">
<div class="title">
<svg class="mark" viewBox="0 0 32 32" width="34" height="34" aria-hidden="true"><rect x="1.5" y="1.5" width="29" height="29" rx="8" class="mark-box"/><path d="M10 8.5l13.5 7.2-5.9 1.5-2.7 5.9z" class="mark-arrow"/></svg>
<div><h1>${escapeHtml(session.name)}</h1>
<p class="meta"><time datetime="${when}" data-time="${when}">${when}</time> · ${duration(summary.lastMs)} · session ${escapeHtml(session.session)} · ${escapeHtml(session.client)} · Offhand ${escapeHtml(session.offhand)}</p></div>
</div>
<ul class="figures" aria-label="Summary">
${figure(summary.turns, 'turns', '')}${figure(summary.acts, 'acts', '')}${figure(summary.confirmed, 'confirmed', 'good')}${figure(summary.failed, 'failed', summary.failed > 0 ? 'bad' : '')}${figure(summary.refused, 'refused', summary.refused > 0 ? 'warn' : '')}
</ul>
<div class="tools"><button class="button icon" id="theme" title="Light or dark (T)" aria-label="Switch between light and dark">◐</button><button class="button icon" id="keys" title="Keyboard (?)" aria-label="Keyboard help">?</button><button class="button" id="print-button">Print</button></div>
<p class="promise ${summary.disturbed > 0 ? 'bad' : summary.observed > 0 ? 'good' : ''}">${promise(summary)}</p>
<div id="strip" class="strip" aria-hidden="true"></div>
${problems(session)}</header>`;
}

const figure = (value: number, label: string, tone: string): string =>
  `<li class="figure ${tone}"><b>${value}</b><span>${label}</span></li>`;

function promise({ disturbed, observed }: ReportSummary): string {
  if (observed === 0) return 'No act was watched for its effect on the person.';
  if (disturbed === 0) return `The person was not disturbed by any of ${observed} acts.`;
  return `The person was disturbed by ${disturbed} of ${observed} acts.`;
}

function problems({ state, problem, notes, video }: SessionRecord): string {
  const lines = [
    ...(state === 'recording' ? ['The recording was not ended: it still runs, or its process was killed.'] : []),
    ...(problem ? [`It ended early: ${problem.message}`] : []),
    ...(video?.note ? [video.note] : []),
    ...notes,
  ];
  return lines.length === 0 ? '' : `<ul class="problems">${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`;
}

function filters({ turns, acts, looks, failed, refused, disturbed }: ReportSummary): string {
  const all: readonly [string, string, number][] = [
    ['all', 'All', turns],
    ['acts', 'Acts', acts],
    ['failed', 'Failed', failed],
    ['refused', 'Refused', refused],
    ['disturbed', 'Interference', disturbed],
    ['looks', 'Looks', looks],
  ];
  return all
    .map(
      ([id, label, count]) =>
        `<button class="filter" data-filter="${id}" aria-pressed="${id === 'all'}">${label} <span>${count}</span></button>`,
    )
    .join('');
}

function duration(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
