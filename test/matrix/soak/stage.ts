// A crowded desktop: programs of several toolkits and a cover that wander over each other, and the person typing beside them.
import { type Product, startProduct } from '../../harness/product.js';
import { type Fixture, moveWindow, startFixture, type Toolkit } from '../../support/apps.js';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';
import { until } from '../../support/until.js';
import { waitForTree } from '../elements.js';
import type { Random } from './random.js';

export interface Stage extends AsyncDisposable {
  readonly desktop: Desktop;
  readonly product: Product;
  readonly apps: Fixture[];
  readonly cover: number;
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
    return { desktop, product, apps, cover, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** Moves or restacks one of the windows, never over the person's own. */
export async function shuffle({ desktop, apps, cover }: Stage, random: Random): Promise<void> {
  const windows = [cover, ...apps.map(({ windowId }) => windowId)];
  const chosen = random.chance(0.4) ? cover : random.pick(windows);
  if (random.chance(0.5)) {
    await moveWindow(desktop, chosen, { x: random.between(560, 1140), y: random.between(20, 120) });
  } else {
    const isRaised = async () => {
      await desktop.run('xdotool', 'windowraise', String(chosen));
      return (await oracleOf(desktop).stacking()).at(-1) === chosen;
    };
    await until(isRaised, { what: `window ${chosen} of ${windows} is raised`, intervalMs: 50 });
  }
}
