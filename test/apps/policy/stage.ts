// A desktop with a fixture, the person at work beside it, and the product under a policy.
import { type Product, startProduct } from '../../harness/product.js';
import { type Fixture, startFixture, type Toolkit, type WidgetName } from '../../support/apps.js';
import { type Desktop, openDesktop } from '../../support/desktop.js';
import { oracleOf } from '../../support/oracle.js';
import type { Line } from '../../support/parts/line-process.js';
import { until } from '../../support/until.js';

export interface Stage extends AsyncDisposable {
  readonly desktop: Desktop;
  readonly app: Fixture;
  readonly product: Product;
  /** The middle of a widget on the screen. */
  spot(widget: WidgetName): Promise<{ x: number; y: number }>;
  /** Everything the application noticed while `act` ran, once it has surely noticed everything. */
  noticed(act: () => Promise<unknown>): Promise<Line[]>;
  /** Writes another policy. */
  readonly home: string;
}

export interface StageOptions {
  readonly policy?: string;
  readonly toolkit?: Toolkit;
  readonly env?: Readonly<Record<string, string>>;
}

export const permissive = '[cua.policy]\nfirst_time_per_app_approval = false\n';

export async function openStage({ policy = permissive, toolkit = 'gtk3', env = {} }: StageOptions = {}): Promise<Stage> {
  const desktop = await openDesktop();
  Object.assign(desktop.env, env);
  const app = await startFixture(desktop, toolkit);
  const product = startProduct(desktop, { policy });
  const { window } = oracleOf(desktop);
  return {
    desktop,
    app,
    product,
    home: product.home,
    async spot(widget) {
      const [{ x, y }, centre] = [await window(app.windowId), app.centre(widget)];
      return { x: x + centre.x, y: y + centre.y };
    },
    async noticed(act) {
      await nudge(desktop, app);
      const from = app.events().length;
      await act();
      await nudge(desktop, app);
      return app.events().slice(from).filter(isInput);
    },
    async [Symbol.asyncDispose]() {
      await product[Symbol.asyncDispose]();
      await desktop.dispose();
    },
  };
}

/** Its own layout and the window manager's doings are no input. */
const isInput = ({ type }: Line): boolean => type !== 'geometry' && type !== 'READY';

let step = 0;

/** The application logs a new layout after everything that reached it before. */
async function nudge(desktop: Desktop, app: Fixture): Promise<void> {
  const from = app.events().length;
  const { width, height } = await oracleOf(desktop).window(app.windowId);
  step = step === 0 ? 8 : 0;
  const change = step === 0 ? -8 : 8;
  await desktop.run('xdotool', 'windowsize', String(app.windowId), String(width + change), String(height));
  await until(
    () =>
      app
        .events()
        .slice(from)
        .some(({ type }) => type === 'geometry'),
    { what: 'the application lays itself out anew' },
  );
}
