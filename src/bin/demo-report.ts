export interface DemoStep {
  readonly title: string;
  readonly detail: string;
  readonly ms: number;
}

export interface DemoRun {
  readonly steps: readonly DemoStep[];
  readonly answer: string;
  readonly totalMs: number;
  readonly picture: Buffer;
  readonly outline: string;
  readonly madeAt: Date;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const style = `
  :root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent); }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 3rem auto; padding: 0 1.5rem; }
  h1 { font-size: 1.6rem; margin: 0 0 .25rem; } p { margin: .25rem 0 1.5rem; opacity: .8; }
  .answer { font-size: 3rem; font-weight: 650; margin: 1rem 0; }
  table { border-collapse: collapse; width: 100%; margin: 0 0 2rem; }
  td { padding: .4rem .75rem; border-bottom: 1px solid var(--line); } td:nth-child(2) { text-align: right; font-variant-numeric: tabular-nums; opacity: .7; white-space: nowrap; }
  main { display: flex; gap: 2rem; flex-wrap: wrap; align-items: flex-start; } img { border: 1px solid var(--line); border-radius: 8px; max-width: 100%; }
  pre { flex: 1; min-width: 18rem; overflow: auto; padding: 1rem; border: 1px solid var(--line); border-radius: 8px; font-size: .8rem; margin: 0; }`;

/** One file that opens from disk: what was done, how long it took, and the picture with its marks. */
export function demoReport({ steps, answer, totalMs, picture, outline, madeAt }: DemoRun): string {
  const rows = steps
    .map(({ title, detail, ms }) => `<tr><td>${escaped(title)}</td><td>${ms} ms</td><td>${escaped(detail)}</td></tr>`)
    .join('\n');
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Offhand: 6 × 7 = ${escaped(answer)}</title>
<style>${style}</style>
<h1>Offhand computed in the background</h1>
<p>${totalMs} ms in all, ${madeAt.toISOString()}. Another window had the focus the whole time.</p>
<div class="answer">6 × 7 = ${escaped(answer)}</div>
<table>${rows}</table>
<main><img alt="The calculator with a number on every element" src="data:image/png;base64,${picture.toString('base64')}"><pre>${escaped(outline)}</pre></main>
</html>
`;
}
