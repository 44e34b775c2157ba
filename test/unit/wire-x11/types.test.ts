import { expect, it } from 'vitest';
import {
  CreateWindow,
  GetInputFocus,
  MapWindow,
  QueryTree,
  type X11Connection,
  XIChangeHierarchy,
  XIGrabDevice,
} from '../../../src/wire/x11/index.js';

// Never called: the compiler is what checks this function.
async function misuses(connection: X11Connection): Promise<number> {
  // @ts-expect-error an argument is missing
  await connection.request(QueryTree, {});
  // @ts-expect-error all arguments are missing
  await connection.request(QueryTree);
  // @ts-expect-error a query is not a command
  connection.send(QueryTree, { window: 1 });
  // @ts-expect-error a command has no reply
  await connection.request(MapWindow, { window: 1 });
  // @ts-expect-error a misspelt option would silently fall back to its default
  await connection.request(XIGrabDevice, { window: 1, deviceId: 2, pairdMode: 0 });
  // @ts-expect-error no such attribute
  connection.send(CreateWindow, { window: 1, parent: 1, x: 0, y: 0, width: 1, height: 1, values: { nope: 1 } });
  // @ts-expect-error fields of another kind of change
  connection.send(XIChangeHierarchy, { changes: [{ type: 'attachSlave', name: 'x' }] });
  // @ts-expect-error no such event
  connection.on('Nope', () => {});
  connection.on('XIMotion', ({ valuators }) => valuators[0]?.axis.toFixed());
  const { focus } = await connection.request(GetInputFocus);
  return focus;
}

it('misuse of requests does not compile', () => {
  expect(misuses).toBeTypeOf('function');
});
