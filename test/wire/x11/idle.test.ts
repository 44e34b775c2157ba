// What the server makes of input from a second seat while the person is away.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  ForceScreenSaver,
  fakeDeviceKey,
  fakeDeviceMotion,
  idleCounters,
  ResQueryClientResources,
  ResQueryClients,
  ScreenSaverQueryInfo,
  SyncListSystemCounters,
  SyncQueryCounter,
  type X11Connection,
  XIChangeHierarchy,
  XIDevice,
  XIQueryDevice,
} from '../../../src/wire/x11/index.js';
import { until } from '../../support/until.js';
import { type Server, startServer } from './xvfb.js';

let server: Server;
let connection: X11Connection;
let agent: { pointer: number; keyboard: number };

beforeAll(async () => {
  server = await startServer();
  connection = await server.connect();
  await connection.checked(XIChangeHierarchy, { changes: [{ type: 'addMaster', name: 'agent', sendCore: true, enable: true }] });
  const { devices } = await connection.request(XIQueryDevice, { deviceId: XIDevice.All });
  const id = (name: string) => devices.find((device) => device.name === name)?.deviceId ?? 0;
  agent = { pointer: id('agent XTEST pointer'), keyboard: id('agent XTEST keyboard') };
});
afterAll(() => server[Symbol.asyncDispose]());

const [reset, activate] = [0, 1];
const saver = () => connection.request(ScreenSaverQueryInfo, { drawable: connection.root });

async function personsIdle(): Promise<number[]> {
  const counters = await idleCounters(connection, [XIDevice.CorePointer, XIDevice.CoreKeyboard]);
  return Promise.all(counters.map(async (counter) => (await connection.request(SyncQueryCounter, { counter })).low));
}

beforeEach(async () => {
  await connection.checked(ForceScreenSaver, { mode: reset });
  await until(async () => Math.min(...(await personsIdle())) > 100, { what: 'the person is away' });
});

it('it counts as use of the desktop, not of the person’s devices', async () => {
  expect((await connection.request(SyncListSystemCounters)).counters.map(({ name }) => name)).toContain('IDLETIME');
  const before = await personsIdle();
  expect(before).toHaveLength(2);
  fakeDeviceMotion(connection, agent.pointer, [5, 5]);
  fakeDeviceKey(connection, agent.keyboard, 38, true);
  fakeDeviceKey(connection, agent.keyboard, 38, false);
  const [idle, { sinceUserInput }] = [await personsIdle(), await saver()];
  expect(Math.min(...idle)).toBeGreaterThanOrEqual(Math.min(...before));
  expect(sinceUserInput).toBeLessThan(Math.min(...idle));
});

it.each(['pointer', 'keyboard'] as const)('a dark screen is lit by its %s too', async (device) => {
  connection.send(ForceScreenSaver, { mode: activate });
  expect((await saver()).state).toBe(1);
  if (device === 'pointer') fakeDeviceMotion(connection, agent.pointer, [6, 6]);
  else fakeDeviceKey(connection, agent.keyboard, 38, false);
  expect((await saver()).state).toBe(0);
});

it('what each client has is known by name', async () => {
  const { clients } = await connection.request(ResQueryClients);
  const own = clients.find(({ base, mask }) => (connection.ids.allocate() & ~mask) === base);
  expect(own).toBeDefined();
  const { types } = await connection.request(ResQueryClientResources, { client: own?.base ?? 0 });
  expect(types.every(({ count }) => count > 0)).toBe(true);
});
