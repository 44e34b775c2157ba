// One random act: what it should do to its target, and that it did nothing to anyone else.
import type { Fixture, WidgetName } from '../../support/apps.js';
import type { Line } from '../../support/parts/line-process.js';
import { until } from '../../support/until.js';
import { elementNumbers, hasTree } from '../elements.js';
import { type Aim, type Verb, verbs } from '../verbs.js';
import type { Random } from './random.js';
import { hasEnded, isHanging, type Stage } from './stage.js';

export interface ActReport {
  readonly what: string;
  /** Empty when everything was right. */
  readonly faults: readonly string[];
  /** The code, when the product declined before sending anything. */
  readonly refusal: string | undefined;
  /** The program itself was too busy to be looked at, or hangs, so this proves nothing. */
  readonly isBusy: boolean;
}

/** Programs ask to be activated after a drop; that is the matrix's business. */
const chosenVerbs = verbs.filter(({ name }) => name !== 'drag and drop');
const inputTypes = ['press', 'release', 'clicked', 'toggled', 'key', 'text', 'scroll', 'drag', 'double', 'menu-opened', 'drop'];
const inputs = (events: readonly Line[]) => events.filter(({ type }) => inputTypes.includes(type));
const arrivesWithinMs = 8000;
/** What the program logged before an act that did not arrive tells what it was busy with. */
const linesBefore = 15;

export async function randomAct(stage: Stage, random: Random, number: number): Promise<ActReport> {
  const app = random.pick(stage.apps);
  const verb = random.pick(chosenVerbs);
  stage.recent.push(app.windowId);
  const byElement = random.chance(0.35);
  const aimed = await aimAt(stage, app, verb, { byElement, number }).catch((error: unknown) => {
    if (codeOf(error) !== 'app_unresponsive') throw error;
  });
  if (!aimed) return { what: `${verb.name} by element in ${app.toolkit}`, faults: [], refusal: undefined, isBusy: true };
  const what = `${verb.name} by ${aimed.byElement ? 'element' : 'pixel'} in ${app.toolkit}`;
  const before = new Map(stage.apps.map((each) => [each, each.eventCount()]));
  const inputsOf = (each: Fixture) => inputs(each.eventsFrom(before.get(each) ?? 0));
  const textBefore = lastText(app, aimed.widgets[0]);
  const from = app.eventCount();
  const began = performance.now();
  const faults: string[] = [];
  /** What a program that hangs or ended would explain. */
  const missing: string[] = [];
  let refusal: string | undefined;
  try {
    missing.push(...(await beforeAct(aimed.aim, verb)));
    const result = await verb.act(aimed.aim, ...aimed.widgets);
    const returnedAt = performance.now();
    if (!isClean(result)) faults.push(`receipt: ${JSON.stringify(result)}`);
    const seen = (event: Line) => verb.seen(event, aimed.aim, ...aimed.widgets);
    await app
      .waitForEvent(what, seen, { from, timeoutMs: arrivesWithinMs })
      .catch(() => missing.push(`it never arrived; its log ${JSON.stringify(app.eventsFrom(Math.max(0, from - linesBefore)))}`));
    const lateMs = performance.now() - returnedAt;
    await verb.tidy?.(aimed.aim);
    const clicked = aimed.byElement || verb.name === 'scroll' ? undefined : aimed.widgets[0];
    const isPending = () => isHalfLogged(app, app.eventsFrom(from), clicked);
    // Of that there is no sign, and a program that takes long to open something takes as long to close it.
    await isThrough(app, verb.tidy ? performance.now() - began : lateMs, isPending);
    missing.push(...(await wrongText(app, verb, aimed, textBefore)), ...doubled(app, verb, aimed, from));
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    refusal = code === 'internal' && error instanceof Error ? error.message : code;
    if (inputsOf(app).length > 0) faults.push(`refused (${refusal}) after something was sent`);
  }
  const isBusy = (missing.length > 0 || refusal !== undefined) && (await isOutOfOrder(stage, app));
  if (!isBusy) faults.push(...missing);
  for (const other of stage.apps)
    if (other !== app && inputsOf(other).length > 0) faults.push(`${other.toolkit} got ${JSON.stringify(inputsOf(other))}`);
  return { what, faults, refusal: isBusy ? undefined : refusal, isBusy };
}

/** One that hangs is ended, so that it is started anew like one that ended. */
async function isOutOfOrder(stage: Stage, app: Fixture): Promise<boolean> {
  if (!hasEnded(app) && (await isHanging(stage, app))) await app.child.kill();
  return hasEnded(app);
}

const codeOf = (error: unknown): string | undefined => (error instanceof Error && 'code' in error ? String(error.code) : undefined);

/** Far enough apart, and from the middle where elements are clicked, that two acts in a row make no double click. */
const spots = [-48, -32, -16, 16, 32, 48];

interface Aimed {
  readonly aim: Aim;
  readonly widgets: readonly WidgetName[];
  readonly byElement: boolean;
}

async function aimAt(
  { product }: Stage,
  app: Fixture,
  verb: Verb,
  how: { readonly byElement: boolean; readonly number: number },
): Promise<Aimed> {
  const jitter = spots[how.number % spots.length] ?? 0;
  const numbers = how.byElement && hasTree(app) ? await elementNumbers(product, app) : new Map<WidgetName, number>();
  const pick = (canAim: (name: WidgetName) => boolean) => verb.widgets.flatMap((choice) => choice.find(canAim) ?? []);
  const byNumber = pick((name) => numbers.has(name));
  const byElement = byNumber.length === verb.widgets.length;
  const widgets = byElement ? byNumber : pick((name) => app.widgets()[name] !== undefined);
  const at: Aim['at'] = (name) => {
    const number = numbers.get(name);
    if (byElement && number !== undefined) return { element_index: number };
    return { x: app.centre(name).x + jitter, y: app.centre(name).y };
  };
  return { aim: { product, app, at, token: `${how.number}q` }, widgets, byElement };
}

/** An office scrolls its document only while the keyboard is in it, and not in a control of a form; so does a person's wheel. */
async function beforeAct({ product, app }: Aim, { name }: Verb): Promise<string[]> {
  if (name !== 'scroll' || app.toolkit !== 'libreoffice') return [];
  const from = app.eventCount();
  await product.call('click', { ...product.at(app), ...app.centre('context') });
  const isClick = ({ type, widget }: Line) => type === 'release' && widget === 'context';
  const arrived = app.waitForEvent('a click in the document', isClick, { from, timeoutMs: arrivesWithinMs });
  return arrived.then(
    () => [],
    (error: Error) => [error.message],
  );
}

const quietMs = 30;
const longestQuietMs = 300;
/** More is known to come. */
const pendingQuietMs = 2000;

/** A click has two halves, though menus take the other one of a right click; and some programs tell of keys before the click they followed. */
function isHalfLogged(app: Fixture, events: readonly Line[], clicked: WidgetName | undefined): boolean {
  const isMain = (type: string) => (event: Line) => event.type === type && event.button === 1;
  if (events.filter(isMain('press')).length > events.filter(isMain('release')).length) return app.events().some(isMain('release'));
  const isPress = ({ type, widget }: Line) => type === 'press' && widget === clicked;
  return clicked !== undefined && !events.some(isPress) && app.events().some(isPress);
}

/** What comes of an act after its first sign is not the next one's. A program that was late with the first is as late with the rest. */
async function isThrough(app: Fixture, lateMs: number, isPending: () => boolean): Promise<void> {
  const stillMs = Math.min(quietMs + lateMs, longestQuietMs);
  let seen = { count: app.eventCount(), at: performance.now() };
  const isQuiet = () => {
    const count = app.eventCount();
    if (count !== seen.count) seen = { count, at: performance.now() };
    const still = performance.now() - seen.at;
    return still >= stillMs && (still >= pendingQuietMs || !isPending());
  };
  await until(isQuiet, { what: `${app.toolkit} is through`, intervalMs: 5 });
}

const isClean = (result: object): boolean =>
  'interference' in result && (result.interference as { clean?: boolean } | undefined)?.clean === true;

function lastText(app: Fixture, widget: WidgetName | undefined): string {
  return String(app.events().findLast((event) => event.type === 'text' && event.widget === widget)?.text ?? '');
}

/** Exactly the typed characters more, once and in one piece. What stood there before may look like their end, so the last one is waited for. */
async function wrongText(app: Fixture, { name }: Verb, { aim, widgets }: Aimed, before: string): Promise<string[]> {
  const now = () => lastText(app, widgets[0]);
  const typed = name === 'type_text' ? `Ab ${aim.token}? ` : '';
  const isRight = () => now().length === before.length + typed.length && now().split(typed || ' never ').length === (typed ? 2 : 1);
  const rights = until(isRight, { what: 'the text', timeoutMs: typed ? arrivesWithinMs : 0 });
  return rights.then(
    () => [],
    () => [`text ${JSON.stringify(before.slice(-40))} became ${JSON.stringify(now().slice(-60))}`],
  );
}

function doubled(app: Fixture, { name }: Verb, { widgets }: Aimed, from: number): string[] {
  if (name !== 'click') return [];
  const clicks = app.eventsFrom(from).filter(({ type, widget }) => type === 'clicked' && widget === widgets[0]).length;
  return clicks === 1 ? [] : [`${clicks} clicks`];
}
