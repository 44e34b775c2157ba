// Runs the cells of one window manager and one toolkit on a desktop of their own, with the person typing all the while.
import { type Product, startProduct } from '../harness/product.js';
import { type Fixture, startFixture, type Toolkit, type WidgetName } from '../support/apps.js';
import { type Desktop, openDesktop } from '../support/desktop.js';
import type { WindowManager } from '../support/parts/window-managers.js';
import { type PersonsSelection, personSelects } from '../support/persons-selection.js';
import { type SentinelReport, startSentinel, type Watch } from '../support/sentinel.js';
import { until } from '../support/until.js';
import { blamed } from './blame.js';
import { type Addressing, addressings, type Cell, type Outcome, type Visibility, visibilities } from './cells.js';
import { coverOnTiles } from './cover.js';
import { type ElementNumbers, elementNumbers, waitForTree } from './elements.js';
import { type Aim, type Verb, verbs } from './verbs.js';

export interface Group {
  readonly wm: WindowManager;
  readonly toolkit: Toolkit;
  /** Names of the verbs to run; all unless told. */
  readonly only?: readonly string[];
  /** On Xorg, where the person has a mouse and a keyboard of their own. */
  readonly xorg?: boolean;
}

const overFixture = { x: 560, y: 10, width: 700, height: 860 };
const arrivesWithinMs = 5000;

export async function runGroup({ wm, toolkit, only, ...server }: Group): Promise<Cell[]> {
  await using desktop = await openDesktop({ wm, ...server });
  await using product = startProduct(desktop);
  product.engine.cursors.turnOff();
  await product.call('check_permissions', {});
  const app = await startFixture(desktop, toolkit);
  const chosen = verbs.filter(({ name }) => only === undefined || only.includes(name));
  const selection = await personSelects(desktop);
  const cells: Cell[] = [];
  for (const visibility of visibilities) {
    const watch = await personOn(desktop, app, visibility);
    await waitForTree(product, app);
    const stage: Stage = { product, app, watch, selection };
    const done: Omit<Cell, 'disturbances'>[] = [];
    for (const verb of chosen)
      for (const addressing of addressings) {
        await prepare(stage, verb);
        await watch.mark(`cell-${done.length}`);
        done.push({ wm, toolkit, verb: verb.name, addressing, visibility, outcome: await runCell(stage, verb, addressing) });
      }
    await watch.mark('end');
    await product.call('end_session', {}).catch(() => undefined);
    cells.push(...blame(await watch.stop(), done));
  }
  return cells;
}

async function personOn(desktop: Desktop, app: Fixture, visibility: Visibility): Promise<Watch> {
  const covered = visibility === 'covered';
  if (covered && desktop.wm === 'i3') await coverOnTiles(desktop, app);
  const place = covered && desktop.wm !== 'i3' ? { at: overFixture } : {};
  const watch = await startSentinel(desktop, { typing: true, targets: [app.windowId], ...place });
  let last = '';
  const settled = () => {
    const now = JSON.stringify(app.widgets());
    const same = now === last;
    last = now;
    return same;
  };
  await until(settled, { what: 'the layout stays', intervalMs: 150 });
  return watch;
}

interface Stage {
  readonly product: Product;
  readonly app: Fixture;
  readonly watch: Watch;
  readonly selection: PersonsSelection;
}

/** What the program does to get ready is nobody's act; the person has something selected, whatever it did and the cell before took. */
async function prepare({ app, watch, selection }: Stage, verb: Verb): Promise<void> {
  await watch.mark('prepare');
  await app.prepare?.(verb.name);
  await selection.renew();
}

let tokens = 0;

async function runCell({ product, app }: Stage, verb: Verb, addressing: Addressing): Promise<Outcome> {
  const numbers = addressing === 'element' ? await elementNumbers(product, app).catch(codeOf) : undefined;
  if (typeof numbers === 'string') return { kind: 'refused', code: numbers };
  const canAim = (name: WidgetName) => app.widgets()[name] !== undefined && (numbers?.has(name) ?? true);
  const aimed = verb.widgets.flatMap((choice) => choice.find(canAim) ?? []);
  if (aimed.length < verb.widgets.length) return { kind: 'absent' };
  const aim: Aim = { product, app, at: aimer(app, numbers), token: `${++tokens}q` };
  const from = app.events().length;
  try {
    const { route } = await verb.act(aim, ...aimed);
    const seen = app.waitForEvent(verb.name, (event) => verb.seen(event, aim, ...aimed), { from, timeoutMs: arrivesWithinMs });
    const kind = await seen.then(
      () => 'delivered' as const,
      () => 'missing' as const,
    );
    await verb.tidy?.(aim);
    return { kind, route };
  } catch (error) {
    return { kind: 'refused', code: codeOf(error) };
  }
}

function aimer(app: Fixture, numbers: ElementNumbers | undefined): Aim['at'] {
  return (name, dx = 0) => {
    const number = numbers?.get(name);
    return number === undefined ? { x: app.centre(name).x + dx, y: app.centre(name).y } : { element_index: number };
  };
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : `crash: ${error instanceof Error ? error.message : error}`;

/** Gives each disturbance to the cell that ran at its time; those of the end state to the last one. */
function blame(report: SentinelReport, done: readonly Omit<Cell, 'disturbances'>[]): Cell[] {
  const found = blamed(report);
  const last = `cell-${done.length - 1}`;
  const isOf = (phase: string | undefined, index: number) =>
    phase === `cell-${index}` || (`cell-${index}` === last && (phase === undefined || phase === 'end'));
  return done.map((cell, index) => ({
    ...cell,
    disturbances: found.flatMap(({ line, phase }) => (isOf(phase, index) ? [line] : [])),
  }));
}
