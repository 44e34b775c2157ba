// A crowded desktop: programs of several toolkits and a cover that wander over each other, and the person typing beside them.
import { type Product, startProduct } from '../../harness/product.js';
import { type Fixture, startFixture, type Toolkit } from '../../support/apps.js';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import { fixtureBinary } from '../../support/parts/fixture-binaries.js';
import { type LineProcess, startLineProcess } from '../../support/parts/line-process.js';
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

export async function openStage(toolkits: readonly Toolkit[]): Promise<Stage> {
  const desktop = await openDesktop({ size });
  const product = startProduct(desktop);
  const dispose = async () => {
    await product[Symbol.asyncDispose]();
    await desktop.dispose();
  };
  try {
    product.engine.cursors.turnOff();
    await product.call('check_permissions', {});
    const apps: Fixture[] = [];
    for (const toolkit of toolkits) apps.push(await startFixture(desktop, toolkit));
    for (const app of apps) await waitForTree(product, app);
    desktop.runApp('xterm', ['-T', 'Cover', '-geometry', '100x50+600+60', '-e', 'sleep', '36000']);
    const cover = await desktop.waitForWindow({ title: '^Cover$' });
    const mover = startLineProcess(desktop, await fixtureBinary('mover'), []);
    return { desktop, product, apps, recent: [], cover, mover, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** Moves or restacks one of the windows, never over the person's own. */
export async function shuffle({ apps, recent, cover, mover }: Stage, random: Random): Promise<void> {
  const windows = [cover, ...apps.map(({ windowId }) => windowId)];
  const chosen = random.chance(0.4) ? cover : random.pick(windows);
  const moves = random.chance(0.5) || recent.slice(-restActs).includes(chosen);
  await mover.ask(moves ? `move ${chosen} ${random.between(560, 1140)} ${random.between(20, 120)}` : `raise ${chosen}`, 'done');
}

const restActs = 5;
