// SDL takes in all that waits for it before a program sees the first of it: a program that asks where the pointer is while it looks
// at a turn of the wheel hears what came after that.
import { expect, test } from 'vitest';
import { expectUndisturbed } from '../../support/undisturbed.js';
import { openLab } from './seat-lab.js';

test.each([false, true])(
  'a wheel turned in a program that comes to it only after the pointer has left turns where the pointer was (covered: %s)',
  async (covering) => {
    await using lab = await openLab('sdl');
    const { app } = lab;
    const watch = await lab.person({ covering });
    const from = app.events().length;
    process.kill(app.pid, 'SIGSTOP');
    try {
      await lab.perform([
        { kind: 'move', to: lab.at('canvas') },
        { kind: 'wheel', direction: 'down', ticks: 2 },
      ]);
    } finally {
      process.kill(app.pid, 'SIGCONT');
    }
    const since = (what: string) =>
      app
        .events()
        .slice(from)
        .filter(({ type }) => type === what);
    await app.waitForEvent('that it left', ({ type, inside }) => type === 'hover' && inside === false && since('scroll').length === 2, {
      from,
    });
    expect([...since('scroll'), ...since('motion')].filter(({ widget }) => widget !== 'canvas')).toEqual([]);
    await lab.seats.release('agent');
    expectUndisturbed(await watch.stop());
  },
);
