/**
 * Redaction measured on real windows: GTK, Qt, Chromium and xterm, light and dark, at one and two times the size.
 * Each window is shown whole, without its secrets and without its decoys; the differences say what had to be covered.
 * Run: bash bench/run.sh redaction [toolkit]
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Backend } from '../src/backends/port.js';
import { openX11 } from '../src/backends/x11/backend.js';
import { encodePng } from '../src/image/png-encode.js';
import type { ElementNode } from '../src/model/element.js';
import type { Rect } from '../src/model/geometry.js';
import type { Window } from '../src/model/window.js';
import type { Ocr } from '../src/redaction/ocr.js';
import { redactImage } from '../src/redaction/redact.js';
import type { TextPlaces, TreeText } from '../src/redaction/report.js';
import { tesseract } from '../src/redaction/tesseract.js';
import { type Desktop, openDesktop } from '../test/support/desktop.js';
import { until } from '../test/support/until.js';
import { type Row, type Scene, scenes } from './redaction/scenes.js';
import { boxesMask, coveredShare, differingPatches, maskOf } from './redaction/truth.js';
import { type Look, openSource, toolkits, type WindowSource } from './redaction/window-source.js';

interface Score {
  readonly window: string;
  readonly mode: 'tree and pixels' | 'pixels only';
  readonly secrets: number;
  readonly found: number;
  readonly decoys: number;
  readonly wronglyCovered: number;
  /** Of the area that is neither a line of secret text nor a password field. */
  readonly publicCoveredPercent: number;
  readonly milliseconds: number;
  readonly warnings: readonly string[];
}

const here = process.env.OFFHAND_BENCH ?? join(process.cwd(), 'bench');
const folder = join(here, 'redaction');
const pictures = join(here, 'out/redaction');
const results = join(here, 'results');
const signal = new AbortController().signal;

/** The ground of a field may differ little from that of its window. */
const faintest = 2;

/** Above and below its letters, and to its sides, a line of text takes this many pixels at the usual size. */
const lineMargin = 4;

/** Smoothed edges of a glyph may stick out by a shade no reader can use. */
const enoughCovered = 0.97;
const touched = 0.2;

async function measureLook(look: Look): Promise<Score[]> {
  await using desktop = await openDesktop({ wm: 'none', size: { width: 1400, height: 1100 } });
  await using backend = await openX11(
    {
      display: desktop.display,
      xauthority: undefined,
      sessionBus: [desktop.env.DBUS_SESSION_BUS_ADDRESS ?? ''],
      appEnv: desktop.env,
      dataDirs: [],
      path: desktop.env.PATH ?? '',
      maxSeats: 0,
      journalDir: join(desktop.dir, 'journal'),
      browsersDir: join(desktop.dir, 'browsers'),
    },
    signal,
  );
  const source = await openSource(desktop, look, folder);
  const ocr = tesseract({ env: { PATH: desktop.env.PATH } });
  const scores: Score[] = [];
  try {
    for (const scene of scenes) scores.push(...(await measureScene({ desktop, backend, source, ocr }, scene, look)));
  } finally {
    await source.close();
  }
  return scores;
}

async function measureScene(stage: Stage, scene: Scene, look: Look): Promise<Score[]> {
  const name = `${look.toolkit}-${look.dark ? 'dark' : 'light'}-${look.scale}x-${scene.id}`;
  const blank = (match: (row: Row) => boolean): Scene => ({
    ...scene,
    rows: scene.rows.map((row) => (match(row) ? { ...row, text: '' } : row)),
  });
  const withoutFields = {
    ...scene,
    rows: scene.rows.map((row) => (row.look === 'password' ? { ...row, look: 'label' as const, text: '' } : row)),
  };
  const open = await picture(stage, withoutFields, `${name}-open`);
  const withoutSecrets = await picture(
    stage,
    blank((row) => row.secret),
    `${name}-public`,
  );
  const withoutDecoys = await picture(
    stage,
    blank((row) => !row.secret),
    `${name}-secret`,
  );
  const whole = await picture(stage, scene, `${name}-whole`);
  const secrets = differingPatches(whole.image, withoutSecrets.image);
  const decoys = differingPatches(whole.image, withoutDecoys.image);
  const { texts, places } = await treeTexts(stage.backend, whole.window, whole.origin);
  const fields = differingPatches(whole.image, open.image, faintest);
  const mayBeCovered = boxesMask(whole.image, [...secrets, ...fields], lineMargin * look.scale);
  const scores: Score[] = [];
  for (const mode of ['tree and pixels', 'pixels only'] as const) {
    if (mode === 'tree and pixels' && texts.length === 0) continue;
    const start = performance.now();
    const result = await redactImage({ image: whole.image, texts: mode === 'pixels only' ? [] : texts, places, ocr: stage.ocr });
    const milliseconds = Math.round(performance.now() - start);
    const mask = maskOf(whole.image, result.redaction.regions);
    if (!result.withheld) writeFileSync(join(pictures, `${name}-${mode.replaceAll(' ', '-')}.png`), (await encodePng(result.image)).bytes);
    scores.push({
      window: name,
      mode,
      secrets: secrets.length,
      found: secrets.filter((patch) => coveredShare(patch, mask) >= enoughCovered).length,
      decoys: decoys.length,
      wronglyCovered: decoys.filter((patch) => coveredShare(patch, mask) > touched).length,
      publicCoveredPercent: publicShare(mask, mayBeCovered),
      milliseconds,
      warnings: result.redaction.warnings,
    });
  }
  return scores;
}

function publicShare(mask: Uint8Array, mayBeCovered: Uint8Array): number {
  let all = 0;
  let covered = 0;
  mayBeCovered.forEach((may, i) => {
    if (may) return;
    all++;
    covered += mask[i] ?? 0;
  });
  return Math.round((10_000 * covered) / Math.max(1, all)) / 100;
}

interface Stage {
  readonly desktop: Desktop;
  readonly backend: Backend;
  readonly source: WindowSource;
  readonly ocr: Ocr;
}

/** The window once it shows the scene and has stopped changing. */
async function picture({ desktop, backend, source }: Stage, scene: Scene, title: string) {
  await source.show(scene, title);
  const window = await backend.windows.find(await desktop.waitForWindow({ title: `^${title}$` }, 60_000), signal);
  if (!window) throw new Error(`${title} is gone`);
  let last = await backend.capture.window(window, signal);
  let same = 0;
  await until(
    async () => {
      const next = await backend.capture.window(window, signal);
      same = next.image.data.equals(last.image.data) ? same + 1 : 0;
      last = { ...next, image: { ...next.image, data: Buffer.from(next.image.data) } };
      return same >= 3;
    },
    { what: `${title} stops changing`, timeoutMs: 20_000, intervalMs: 120 },
  );
  return { ...last, window };
}

interface Source extends TreeText {
  readonly key: string;
}

async function treeTexts(
  backend: Backend,
  window: Window,
  origin: { x: number; y: number },
): Promise<{ texts: TreeText[]; places: TextPlaces }> {
  const tree = await backend.access.read(window, { maxElements: 2000, maxDepth: 60, signal }).catch(() => undefined);
  const texts: Source[] = [];
  const moved = (box: Rect): Rect => ({ x: box.x - origin.x, y: box.y - origin.y, width: box.width, height: box.height });
  const visit = (node: ElementNode) => {
    const text = [node.name, node.value].filter(Boolean).join(' ');
    const isPassword = node.states.includes('password');
    if (node.frame && (text !== '' || isPassword)) texts.push({ key: node.key, role: node.role, text, isPassword, box: moved(node.frame) });
    if (!isPassword) node.children.forEach(visit);
  };
  if (tree) visit(tree.root);
  const places: TextPlaces = async (text, find) => {
    const source = texts.find((each) => each === text);
    const stretches = source && (await backend.access.stretches(source.key, window, find));
    return stretches?.map(({ boxes, around }) => ({
      boxes: boxes.map(moved),
      around: around.map(({ box, isBlank }) => ({ box: moved(box), isBlank })),
    }));
  };
  return { texts, places };
}

function summary(scores: readonly Score[]): string[] {
  return (['tree and pixels', 'pixels only'] as const).map((mode) => {
    const part = scores.filter((score) => score.mode === mode);
    const sum = (pick: (score: Score) => number) => part.reduce((total, score) => total + pick(score), 0);
    const times = part.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
    const recall = `${sum(({ found }) => found)}/${sum(({ secrets }) => secrets)} secrets covered`;
    const precision = `${sum(({ wronglyCovered }) => wronglyCovered)}/${sum(({ decoys }) => decoys)} decoys covered`;
    const shares = part.map(({ publicCoveredPercent }) => publicCoveredPercent);
    const mean = sum(({ publicCoveredPercent }) => publicCoveredPercent) / Math.max(1, part.length);
    const area = `${mean.toFixed(2)} % of the public area covered (at most ${Math.max(0, ...shares)} %)`;
    return `${mode}: ${part.length} windows, ${recall}, ${precision}, ${area}, median ${times[times.length >> 1]} ms`;
  });
}

/** What must hold: nearly all secrets, where a tree has the text and where only pixels do, and hardly anything else. */
function misses(scores: readonly Score[]): string[] {
  const bounds = [
    { mode: 'tree and pixels', recall: 0.98 },
    { mode: 'pixels only', recall: 0.9 },
  ] as const;
  return bounds.flatMap(({ mode, recall }) => {
    const part = scores.filter((score) => score.mode === mode);
    const sum = (pick: (score: Score) => number) => part.reduce((total, score) => total + pick(score), 0);
    const found =
      sum(({ found: count }) => count) /
      Math.max(
        1,
        sum(({ secrets }) => secrets),
      );
    const wide = part.filter(({ publicCoveredPercent }) => publicCoveredPercent >= 3).map(({ window }) => window);
    return [
      ...(part.length > 0 && found < recall ? [`${mode}: recall ${found.toFixed(3)} is below ${recall}`] : []),
      ...wide.map((window) => `${mode}: 3 % or more of what is public in ${window} is covered`),
    ];
  });
}

async function main(): Promise<void> {
  for (const path of [pictures, results]) mkdirSync(path, { recursive: true });
  const wanted = process.argv[2];
  const looks = toolkits
    .filter((toolkit) => wanted === undefined || toolkit === wanted)
    .flatMap((toolkit) => [false, true].flatMap((dark) => ([1, 2] as const).map((scale): Look => ({ toolkit, dark, scale }))));
  const scores: Score[] = [];
  for (const look of looks) {
    const measured = await measureLook(look);
    for (const score of measured) process.stderr.write(`${JSON.stringify(score)}\n`);
    scores.push(...measured);
  }
  for (const line of [...summary(scores), ...misses(scores)]) process.stderr.write(`${line}\n`);
  if (misses(scores).length > 0) process.exitCode = 1;
  if (wanted === undefined)
    writeFileSync(join(results, 'redaction.json'), `${JSON.stringify({ summary: summary(scores), scores }, null, 2)}\n`);
}

await main();
