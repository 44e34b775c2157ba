// Why nobody can keep a selection for its owner: what the server itself decides when another program asks for it.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  ChangeProperty,
  ConvertSelection,
  EventMask,
  GetSelectionOwner,
  SetSelectionOwner,
  type X11Connection,
} from '../../../src/wire/x11/index.js';
import { collect, nextEvent, openWindow } from './windows.js';
import { type Server, startServer } from './xvfb.js';

const PRIMARY = 1;
const STRING = 31;
const anHourMs = 3_600_000;

interface Client {
  readonly x: X11Connection;
  readonly window: number;
}

let server: Server;
let person: Client;
let program: Client;
let third: Client;

beforeAll(async () => {
  server = await startServer();
  [person, program, third] = await Promise.all([client(), client(), client()]);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => claim(person));

async function client(): Promise<Client> {
  const x = await server.connect();
  return { x, window: await openWindow(x, { eventMask: EventMask.PropertyChange }) };
}

/** As programs fetch it that have no event at hand. */
async function now({ x, window }: Client): Promise<number> {
  const told = nextEvent(x, 'PropertyNotify');
  x.send(ChangeProperty, { window, property: STRING, type: STRING, format: 8, data: Buffer.from('now') });
  return (await told).time;
}

async function claim({ x, window }: Client, time = 0, owner = window): Promise<number> {
  x.send(SetSelectionOwner, { owner, selection: PRIMARY, time });
  return (await x.request(GetSelectionOwner, { selection: PRIMARY })).owner;
}

const loses = ({ x, window }: Client) => nextEvent(x, 'SelectionClear', ({ owner }) => owner === window);

it.each([
  ['no time', async () => 0],
  ['a time fetched just before', () => now(program)],
])('gives it to whoever asks with %s, and the owner is told when it is lost already', async (_, time) => {
  const lost = loses(person);
  expect(await claim(program, await time())).toBe(program.window);
  await lost;
  expect((await person.x.request(GetSelectionOwner, { selection: PRIMARY })).owner).toBe(program.window);
});

it('ignores only who asks as of a time before the owner did, or of one to come; that time is the asking program’s to choose', async () => {
  const told = collect(person.x, 'SelectionClear');
  const time = await now(program);
  await claim(person);
  expect(await claim(program, (time - anHourMs) >>> 0)).toBe(person.window);
  expect(await claim(program, (time + anHourMs) >>> 0)).toBe(person.window);
  await person.x.sync();
  expect(told).toEqual([]);
  expect(await claim(program, await now(program))).toBe(program.window);
});

it('cannot be renewed for its owner: a third client that asks in the owner’s name takes it, and is asked for it from then on', async () => {
  const lost = loses(person);
  expect(await claim(third, 0, person.window)).toBe(person.window);
  await lost;
  const asked = nextEvent(third.x, 'SelectionRequest');
  program.x.send(ConvertSelection, { requestor: program.window, selection: PRIMARY, target: STRING, property: STRING });
  expect(await asked).toMatchObject({ owner: person.window, requestor: program.window });
});
