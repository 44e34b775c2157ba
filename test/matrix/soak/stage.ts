// A crowded desktop: programs of several toolkits and a cover that wander over each other, and the person typing beside them.
import { type Product, startProduct } from '../../harness/product.js';
import { type Fixture, startFixture, type Toolkit } from '../../support/apps.js';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import { fixtureBinary } from '../../support/parts/fixture-binaries.js';
import { type LineProcess, startLineProcess } from '../../support/parts/line-process.js';
import type { WindowManager } from '../../support/parts/window-managers.js';
import { waitForTree } from '../elements.js';
import type { Random } from './random.js';

export interface Stage extends AsyncDisposable {
  readonly desktop: Desktop;
  readonly product: Product;
  readonly apps: Fixture[];
  /** Windows of the last acts, newest last: what is acted in may be put back where it was for a moment, whoever raised it. */
  readonly recent: number[];
  readonly cover: number;
  /** Whoever moves and raises windows. */
  readonly mover: LineProcess;
}

const size = { width: 1700, height: 900 };

export async function openStage(toolkits: readonly Toolkit[], wm: WindowManager): Promise<Stage> {
  const desktop = await openDesktop({ size, wm });
  const product = startProduct(desktop);
  const dispose = async () => {
    await product[Symbol.asyncDispose]();
    await desktop.dispose();
  };
  try {
    product.engine.cursors.turnOff();
    await product.call('check_permissions', {});
    const apps: Fixture[] = [];
    for (const toolkit of toolkits) apps.push(await startWhole({ desktop, product }, toolkit));
    desktop.runApp('xterm', ['-T', 'Cover', '-geometry', '100x50+600+60', '-e', 'sleep', '36000']);
    const cover = await desktop.waitForWindow({ title: '^Cover$' });
    const mover = startLineProcess(desktop, await fixtureBinary('mover'), []);
    return { desktop, product, apps, recent: [], cover, mover, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

const startAttempts = 3;

/** Large programs now and then hang, end or lose their window while they start. */
async function startWhole({ desktop, product }: Pick<Stage, 'desktop' | 'product'>, toolkit: Toolkit): Promise<Fixture> {
  for (let attempt = 1; ; attempt++) {
    const app = await startFixture(desktop, toolkit).catch((error: unknown) => error);
    const failure = isFixture(app) ? await waitForTree(product, app).catch((error: unknown) => error) : app;
    if (isFixture(app) && failure === undefined) return app;
    console.log(`${toolkit} did not start: ${failure}; ${isFixture(app) ? `it said ${tail(app.child.log())}` : ''}`);
    if (isFixture(app)) await app.child.kill();
    if (attempt === startAttempts) throw failure;
  }
}

const isFixture = (started: unknown): started is Fixture => typeof started === 'object' && started !== null && 'windowId' in started;

/** Some programs answer no ping ever; of the others one that does not answer for seconds hangs. */
const answersPings: readonly Toolkit[] = ['gtk3', 'gtk4', 'qt5', 'qt6', 'chromium', 'libreoffice'];

/** Asked by a client of its own: what it would say of a program that hangs must not depend on the product. */
export async function isHanging({ mover }: Stage, { toolkit, windowId }: Fixture): Promise<boolean> {
  return answersPings.includes(toolkit) && (await mover.ask(`ping ${windowId}`, /^(done|failed)$/)).type === 'failed';
}

export const hasEnded = ({ child }: Fixture): boolean => !child.isAlive();

/** Starts what ended by itself once more and tells what it was. Not while the person is watched: a new window is the person's to see. */
export async function replaceEnded(stage: Stage): Promise<string[]> {
  const ended = stage.apps.filter(hasEnded);
  for (const app of ended) stage.apps[stage.apps.indexOf(app)] = await startWhole(stage, app.toolkit);
  return ended.map(
    ({ toolkit, child }) => `${toolkit} ended (${child.process.exitCode ?? child.process.signalCode}): ${tail(child.log())}`,
  );
}

const tail = (log: string): string => JSON.stringify(log.slice(-1000));

/** Moves or restacks one of the windows, never over the person's own. */
export async function shuffle({ apps, recent, cover, mover }: Stage, random: Random): Promise<void> {
  const windows = [cover, ...apps.map(({ windowId }) => windowId)];
  const chosen = random.chance(0.4) ? cover : random.pick(windows);
  const moves = random.chance(0.5) || recent.slice(-restActs).includes(chosen);
  await mover.ask(moves ? `move ${chosen} ${random.between(560, 1140)} ${random.between(20, 120)}` : `raise ${chosen}`, 'done');
}

const restActs = 5;

/** A popup of another program comes or goes. Whoever calls need not wait: it may do so while the agent acts. */
export async function disturb({ mover }: Stage, random: Random): Promise<string[]> {
  const place = `${random.between(560, 1300)} ${random.between(20, 500)} ${random.between(60, 600)} ${random.between(20, 400)}`;
  const { inputs } = await mover.ask(random.chance(0.6) ? `popup ${place}` : 'nopopup', 'done');
  return inputs === 0 ? [] : [`a popup of another program got ${inputs} presses or keys`];
}
