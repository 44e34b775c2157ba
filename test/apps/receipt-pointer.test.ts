// What the receipt says of the person's pointer: their own moves are theirs, also when they come late, and anybody else's are told.
import { expect, test } from 'vitest';
import { connectX11, WarpPointer, XIDevice, XIGrabDevice, XIGrabMode, XIUngrabDevice } from '../../src/wire/x11/index.js';
import { startProduct } from '../harness/product.js';
import { openDesktop } from '../support/desktop.js';
import { fixtureBinary } from '../support/parts/fixture-binaries.js';
import { startLineProcess } from '../support/parts/line-process.js';

test('a move the person made while their pointer was held is theirs; a pointer that is put somewhere is not', async () => {
  await using desktop = await openDesktop({ wm: 'none' });
  await using product = startProduct(desktop);
  const { signal } = new AbortController();
  const { person } = await product.engine.desktops.backend(undefined, signal);
  const other = await connectX11({ display: desktop.display });
  const position = () => desktop.run('xdotool', 'getmouselocation');

  const before = await person.begin(null, signal);
  await other.checked(WarpPointer, { dstWindow: other.root, dstX: 50, dstY: 60 });
  expect(await before.end()).toMatchObject({ pointer: 'moved to 50,60' });

  const hands = startLineProcess(desktop, await fixtureBinary('person'), []);
  await other.request(XIGrabDevice, { deviceId: XIDevice.CorePointer, window: other.root, mode: XIGrabMode.Sync });
  await hands.ask('move 340 350', 'sent');
  expect(await position()).toContain('x:50 y:60');
  const during = await person.begin(null, signal);
  await other.checked(XIUngrabDevice, { deviceId: XIDevice.CorePointer });
  expect(await position()).toContain('x:340 y:350');
  expect(await during.end()).toMatchObject({ pointer: 'unchanged' });
  await other.close();
});
