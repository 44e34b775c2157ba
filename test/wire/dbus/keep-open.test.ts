// A socket that outlives the end of it that made it.
import { rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepOpen } from '../../../src/wire/dbus/keep-open.js';
import { makePrivateDirs } from '../../support/parts/private-env.js';
import { until } from '../../support/until.js';

test('stays open until it is let go', async () => {
  const dirs = makePrivateDirs();
  const path = join(dirs.runtime, 'socket');
  const accepted: Socket[] = [];
  const server = createServer((socket) => accepted.push(socket.resume()));
  await new Promise<void>((ready) => server.listen(path, ready));
  try {
    const [kept, closed] = [connect(path), connect(path)];
    const other = await until(() => (accepted.length === 2 ? accepted : undefined), { what: 'both are there' });
    const letGo = await keepOpen(kept);
    for (const socket of [kept, closed]) socket.destroy();
    await until(() => other[1]?.readableEnded, { what: 'the other end sees the one close that nobody keeps' });
    expect(other[0]?.readableEnded).toBe(false);
    letGo();
    await until(() => other[0]?.readableEnded, { what: 'and then the one that was kept' });
  } finally {
    server.close();
    rmSync(dirs.root, { recursive: true, force: true });
  }
});
