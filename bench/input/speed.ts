/** Times from the call to what the application itself says happened. Both clocks are the machine's monotonic one. */
import { type Product, startProduct } from '../../test/harness/product.js';
import { type Fixture, startFixture, type Toolkit } from '../../test/support/apps.js';
import type { Desktop } from '../../test/support/desktop.js';
import type { Line } from '../../test/support/parts/line-process.js';
import { startSentinel } from '../../test/support/sentinel.js';
import { watchUndisturbed } from '../stolen.js';
import { cuaDriver, type Driver, offhand, pixel, windowOf } from './drivers.js';

export interface Times {
  readonly median: number;
  readonly least: number;
  readonly count: number;
  /** The same of those rounds alone in which the machine's host took no processor time. */
  readonly undisturbed?: { readonly median: number; readonly count: number } | undefined;
}

interface Round {
  readonly ms: number;
  readonly isUndisturbed: boolean;
}

function timesOf(rounds: readonly Round[]): Times | undefined {
  const all = rounds.map(({ ms }) => ms);
  const undisturbed = rounds.filter(({ isUndisturbed }) => isUndisturbed).map(({ ms }) => ms);
  const [median, ownMedian] = [medianOf(all), medianOf(undisturbed)];
  return median === undefined
    ? undefined
    : {
        median,
        least: round(Math.min(...all)),
        count: all.length,
        undisturbed: ownMedian === undefined ? undefined : { median: ownMedian, count: undisturbed.length },
      };
}

function medianOf(values: readonly number[]): number | undefined {
  const middle = values.toSorted((a, b) => a - b)[values.length >> 1];
  return middle === undefined ? undefined : round(middle);
}

const round = (value: number): number => Math.round(value * 100) / 100;
const nowMs = (): number => Number(process.hrtime.bigint() / 10_000n) / 100;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Two clicks of one double click would count as one, and a driver that keeps them apart would be timed waiting. */
const BETWEEN_MS = 650;

interface Trial {
  readonly app: Fixture;
  readonly rounds: number;
  act(round: number): Promise<unknown>;
  seen(event: Line, round: number): boolean;
  /** Brings the application back to where the next round begins; not timed. */
  reset?(): Promise<unknown>;
}

/** Rounds that do not arrive are left out; a driver that delivers none has no time. */
async function measure({ app, rounds, act, seen, reset }: Trial): Promise<Round[]> {
  const times: Round[] = [];
  for (let number = 0; number < rounds; number++) {
    const from = app.events().length;
    const isUndisturbed = watchUndisturbed();
    const began = nowMs();
    const acting = act(number);
    const event = await app.waitForEvent('it', (each) => seen(each, number), { from, timeoutMs: 2000 }).catch(() => undefined);
    const wasUndisturbed = isUndisturbed();
    await acting;
    if (event) times.push({ ms: Number(event.at) - began, isUndisturbed: wasUndisturbed });
    else if (number > 3 && times.length === 0) break;
    await reset?.();
    await pause(BETWEEN_MS);
  }
  return times;
}

export interface AppSpeed {
  readonly toolkit: Toolkit;
  readonly click: Readonly<Record<string, Times | undefined>>;
  readonly type100?: Times | undefined;
  readonly drag20?: Times | undefined;
}

/** In the background: the person works in a window of their own. Each driver is alone with the application, which every listener slows down. */
export async function appSpeed(desktop: Desktop, toolkit: Toolkit, rounds: number): Promise<AppSpeed> {
  const app = await startFixture(desktop, toolkit);
  const person = await startSentinel(desktop);
  const product = startProduct(desktop);
  const ours = offhand(product);
  const click: Record<string, Times | undefined> = { [ours.name]: await clickTimes(ours, app, rounds) };
  const few = Math.ceil(rounds / 3);
  const [type100, drag20] = [await typingTimes(ours, app, few), await dragTimes(ours, app, few)];
  await product[Symbol.asyncDispose]();
  const peer = cuaDriver(desktop);
  click[peer.name] = await clickTimes(peer, app, rounds);
  peer.child.stdin?.end();
  await person.stop();
  await app.child.kill();
  return { toolkit, click, type100, drag20 };
}

async function clickTimes(driver: Driver, app: Fixture, rounds: number): Promise<Times | undefined> {
  await driver.call('get_window_state', windowOf(app));
  const act = (number: number) => driver.call('click', { ...windowOf(app), ...pixel(app, 'button', (number % 5) * 8 - 16) });
  return timesOf(await measure({ app, rounds, act, seen: (event) => event.type === 'clicked' }));
}

async function typingTimes(driver: Driver, app: Fixture, rounds: number): Promise<Times | undefined> {
  const words = (number: number) => `${number} `.padEnd(100, 'the quick brown fox ');
  const act = (number: number) =>
    driver.call('type_text', { ...windowOf(app), ...pixel(app, 'entry', (number % 5) * 8 - 16), text: words(number) });
  const seen = (event: Line, number: number) => event.type === 'text' && String(event.text).includes(words(number));
  const reset = async () => {
    for (const keys of [['ctrl', 'a'], ['delete']]) await driver.call('hotkey', { ...windowOf(app), keys });
  };
  return timesOf(await measure({ app, rounds, act, seen, reset }));
}

async function dragTimes(driver: Driver, app: Fixture, rounds: number): Promise<Times | undefined> {
  const [from, to] = [pixel(app, 'canvas', -60), pixel(app, 'canvas', 60)];
  const path = { from_x: from.x, from_y: from.y, to_x: to.x, to_y: to.y, steps: 20, duration_ms: 0 };
  const act = () => driver.call('drag', { ...windowOf(app), ...path });
  return timesOf(await measure({ app, rounds, act, seen: (event) => event.type === 'release' && event.widget === 'canvas' }));
}

/** What watching over the person costs an act: a look before and one after. */
export async function receiptCost(product: Product, rounds: number): Promise<Times | undefined> {
  const { signal } = new AbortController();
  const { person } = await product.engine.desktops.backend(undefined, signal);
  const times: Round[] = [];
  for (let number = 0; number < rounds; number++) {
    const isUndisturbed = watchUndisturbed();
    const began = nowMs();
    const watch = await person.begin(null, signal);
    await watch.end();
    times.push({ ms: nowMs() - began, isUndisturbed: isUndisturbed() });
  }
  return timesOf(times);
}

export interface Throughput {
  readonly one: number;
  readonly two: number;
  readonly ratio: number;
}

/** Clicks per second of one session in one application, and of two sessions in two at once. */
export async function throughput(desktop: Desktop, product: Product, clicks: number): Promise<Throughput> {
  const apps = [
    await startFixture(desktop, 'gtk3', { title: 'One' }),
    await startFixture(desktop, 'qt5', { title: 'Two', at: { x: 40, y: 40 } }),
  ];
  const drive = async (app: Fixture, session: string) => {
    for (let number = 0; number < clicks; number++)
      await product.call('click', { ...product.at(app), ...pixel(app, 'button', (number % 5) * 8 - 16), session });
  };
  const timed = async (work: () => Promise<unknown>) => {
    const began = nowMs();
    await work();
    return (nowMs() - began) / 1000;
  };
  const [first, second] = apps;
  if (!first || !second) throw new Error('no applications');
  await drive(first, 'one').then(() => drive(second, 'two'));
  const alone = (await timed(() => drive(first, 'one'))) + (await timed(() => drive(second, 'two')));
  const together = await timed(() => Promise.all([drive(first, 'one'), drive(second, 'two')]));
  for (const app of apps) await app.child.kill();
  return { one: round((2 * clicks) / alone), two: round((2 * clicks) / together), ratio: round(alone / together) };
}
