/** The functions an exported program finds windows, elements and pixels with. Only what a program uses is added to it. */
export const tails = {
  text: `
/** Texts the recording did not keep come from the environment. */
function given(name: string): string {
  const text = env[name];
  if (text === undefined) throw new Error(\`Set the environment variable \${name} to the text to type.\`);
  return text;
}
`,
  window: `
/** The window of an application with this title, but for numbers and the mark of changes; waits for it, and refuses to choose between two. */
async function windowOf(app: string, title: string): Promise<Place> {
  const lasting = (text: string) => text.replace(/^[*•●]\\s*|\\s*[*•●]$/gu, '').replace(/\\d+/g, '#').trim();
  return eventually(\`a window “\${title}” of \${app}\`, async () => {
    const windows = (await driver.listWindows()).windows.filter((window) => window.app_id === app && window.pid !== null);
    const exact = windows.filter((window) => window.title === title);
    const fitting = exact.length > 0 ? exact : windows.filter((window) => lasting(window.title) === lasting(title));
    if (fitting.length > 1) throw new Error(\`\${fitting.length} windows “\${title}” of \${app} are open.\`);
    return fitting.map(({ pid, window_id }) => ({ pid: pid ?? 0, window_id }))[0];
  });
}
`,
  element: `
/** The element with this role and label; where several are alike, the nth of exactly so many. */
async function element(place: Place, wanted: Wanted): Promise<number> {
  return (await find(place, wanted, false)).element_index;
}
`,
  pixel: `
/** A pixel of the window's screenshot, by its share of the width and height. */
async function pixel(place: Place, share: Share): Promise<{ x: number; y: number }> {
  const { screenshot_width: width = 0, screenshot_height: height = 0 } = await driver.getWindowState({ ...place, capture_mode: 'vision' });
  return { x: Math.floor(share.x * width), y: Math.floor(share.y * height) };
}
`,
  pixelOn: `
/** A pixel on an element, by its share of the element's width and height. */
async function pixelOn(place: Place, wanted: Wanted, share: Share): Promise<{ x: number; y: number }> {
  const { frame } = await find(place, wanted, true);
  if (!frame) throw new Error(\`The \${wanted.role} “\${wanted.label}” has no place on the screen.\`);
  return { x: Math.floor(frame.x + share.x * frame.width), y: Math.floor(frame.y + share.y * frame.height) };
}
`,
  find: `
async function find(place: Place, { role, label, nth = 1, of = 1 }: Wanted, withScreenshot: boolean) {
  return eventually(\`\${role} “\${label}”\`, async () => {
    const { elements = [] } = await driver.getWindowState({ ...place, include_screenshot: withScreenshot });
    const alike = elements.filter((each) => each.role === role && each.label === label);
    return alike.length === of ? alike[nth - 1] : undefined;
  });
}
`,
  eventually: `
async function eventually<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const found = await look();
    if (found !== undefined) return found;
    await scheduler.wait(100);
  }
  throw new Error(\`There is no \${what}.\`);
}
`,
  types: `
type Place = { pid: number; window_id: number };
`,
  wanted: `type Wanted = { role: string; label: string; nth?: number; of?: number };
`,
  share: `type Share = { x: number; y: number };
`,
} as const;

export type Tail = keyof typeof tails;

const needs: { readonly [name in Tail]?: readonly Tail[] } = {
  window: ['eventually', 'types'],
  element: ['find', 'types', 'wanted'],
  pixel: ['types', 'share'],
  pixelOn: ['find', 'types', 'wanted', 'share'],
  find: ['eventually', 'types', 'wanted'],
};

const imports: { readonly [name in Tail]?: string } = {
  text: `import { env } from 'node:process';`,
  eventually: `import { scheduler } from 'node:timers/promises';`,
};

/** The functions named and what they need, with the imports these need. */
export function tailsFor(used: ReadonlySet<Tail>): { imports: string[]; source: string } {
  const all = new Set<Tail>();
  const add = (name: Tail): void => {
    if (all.has(name)) return;
    all.add(name);
    for (const other of needs[name] ?? []) add(other);
  };
  for (const name of used) add(name);
  // In the order in which they are best read.
  const source = Object.entries(tails)
    .filter(([name]) => [...all].some((each) => each === name))
    .map(([, text]) => text)
    .join('');
  return { imports: [...all].flatMap((name) => imports[name] ?? []).sort(), source };
}
