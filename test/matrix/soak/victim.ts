// A window that closes while the agent acts in it: the act ends with a code or arrives, and nobody else gets anything of it.
import { startFixture, type Toolkit } from '../../support/apps.js';
import type { Random } from './random.js';
import type { Stage } from './stage.js';

/** Those that start fast. */
const closing: readonly Toolkit[] = ['xt', 'tk', 'gtk3'];
const text = 'gone '.repeat(20);

export async function closedMeanwhile({ desktop, product, apps }: Stage, random: Random): Promise<string[]> {
  const victim = await startFixture(desktop, random.pick(closing), { title: `Victim ${random.number(1e9)}` });
  const before = apps.map((app) => app.eventCount());
  const acting = product.call('type_text', { ...product.at(victim), ...victim.centre('entry'), text, delay_ms: 5 }).then(
    () => undefined,
    (error: unknown) => error,
  );
  await victim.waitForEvent('the first characters', ({ type }) => type === 'text');
  await victim.child.kill();
  const error = await acting;
  const strays = apps.flatMap((app, index) =>
    app.eventsFrom(before[index] ?? 0).filter(({ type }) => ['key', 'text', 'press'].includes(type)),
  );
  const isTold = error === undefined || (error instanceof Error && 'code' in error);
  return [
    ...(isTold ? [] : [`a window closed and the act ended with ${error}`]),
    ...strays.map((stray) => `a window closed and another got ${JSON.stringify(stray)}`),
  ];
}
