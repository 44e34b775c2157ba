import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectionProcessId, nameOwner, onNameOwnerChanged, requestName } from '../../../src/wire/dbus/bus-names.js';
import { connectDBus, type DBusConnection } from '../../../src/wire/dbus/connection.js';
import { DBusClosed, DBusConnectError, DBusError, DBusProtocolError, DBusTimeout } from '../../../src/wire/dbus/errors.js';
import type { IncomingCall } from '../../../src/wire/dbus/incoming-calls.js';
import { type DBusValue, Variant } from '../../../src/wire/dbus/marshal/values.js';
import { until } from '../../support/until.js';
import { type PrivateBus, startBus } from './private-bus.js';

let bus: PrivateBus;
const opened: DBusConnection[] = [];

beforeAll(async () => {
  bus = await startBus();
});

afterAll(async () => {
  for (const connection of opened) connection.close();
  await bus?.[Symbol.asyncDispose]();
});

async function connect(timeoutMs = 10_000): Promise<DBusConnection> {
  const connection = await connectDBus({ address: bus.address, timeoutMs });
  opened.push(connection);
  return connection;
}

const echo = ({ signature, body }: IncomingCall) => ({ signature, body });
const to = (peer: DBusConnection, member = 'Echo') => ({ destination: peer.uniqueName, path: '/x', interface: 'a.b', member });

describe('calls between two connections', () => {
  test('carry every type there and back', async () => {
    const [server, client] = [await connect(), await connect()];
    server.setMethodHandler(echo);
    const signature = 'ybnqiuxtdsogasa{sv}(i(s))vaay';
    const body: DBusValue[] = [
      255,
      true,
      -5,
      65535,
      -70000,
      4000000000,
      -(2n ** 63n),
      2n ** 64n - 1n,
      Math.PI,
      'häß 🙂',
      '/a/b',
      'a{sv}',
      ['x', ''],
      new Map([['k', new Variant('au', [1, 2])]]),
      [1, ['deep']],
      new Variant('(sv)', ['in', new Variant('b', false)]),
      [new Uint8Array([1]), new Uint8Array([])],
    ];
    expect(await client.call({ ...to(server), signature, body, replySignature: signature })).toEqual(body);
  });

  test('go out many at a time and each gets its own answer', async () => {
    const [server, client] = [await connect(), await connect()];
    server.setMethodHandler(echo);
    const numbers = Array.from({ length: 3000 }, (_, n) => n);
    const answers = await Promise.all(numbers.map((n) => client.call({ ...to(server), signature: 'u', body: [n] })));
    expect(answers.flat()).toEqual(numbers);
  });

  test('may be larger than any one read of the socket', async () => {
    const [server, client] = [await connect(), await connect()];
    server.setMethodHandler(echo);
    const text = 'x'.repeat(5_000_000);
    expect((await client.call({ ...to(server), signature: 's', body: [text] }))[0]).toBe(text);
  });

  test('of something nobody offers fail by name', async () => {
    const [server, client] = [await connect(), await connect()];
    await expect(client.call(to(server))).rejects.toMatchObject({ errorName: 'org.freedesktop.DBus.Error.UnknownMethod' });
    await expect(client.call({ ...to(server), destination: 'org.nobody' })).rejects.toMatchObject({
      errorName: 'org.freedesktop.DBus.Error.ServiceUnknown',
    });
  });

  test('bring back the error the peer threw', async () => {
    const [server, client] = [await connect(), await connect()];
    server.setMethodHandler(() => {
      throw new DBusError('org.example.Wrong', 'so it is');
    });
    await expect(client.call(to(server))).rejects.toMatchObject({ name: 'DBusError', errorName: 'org.example.Wrong', message: 'so it is' });
  });

  test('answered with another signature than promised are errors', async () => {
    const [server, client] = [await connect(), await connect()];
    server.setMethodHandler(() => ({ signature: 's', body: ['text'] }));
    await expect(client.call({ ...to(server), replySignature: 'u' })).rejects.toThrow("answered 's', expected 'u'");
  });

  test('that the peer cannot put into words become errors, not silence', async () => {
    const [server, client] = [await connect(), await connect()];
    server.setMethodHandler(() => ({ signature: 'u', body: ['no number'] }));
    await expect(client.call(to(server))).rejects.toThrow('expected a number');
  });

  test('nobody answers time out alone', async () => {
    const [server, client] = [await connect(), await connect()];
    server.setMethodHandler((call) => (call.member === 'Hang' ? new Promise(() => {}) : echo(call)));
    const hanging = client.call({ ...to(server, 'Hang'), timeoutMs: 50 });
    const working = client.call({ ...to(server), signature: 's', body: ['still here'] });
    await expect(hanging).rejects.toThrow(DBusTimeout);
    expect(await working).toEqual(['still here']);
    expect(client.inFlight).toBe(0);
  });

  test('with values that do not fit are refused without harm to the connection', async () => {
    const [server, client] = [await connect(), await connect()];
    server.setMethodHandler(echo);
    await expect(client.call({ ...to(server), signature: 'y', body: [1000] })).rejects.toThrow(DBusProtocolError);
    await expect(client.call({ ...to(server), path: 'bad' })).rejects.toThrow(DBusProtocolError);
    expect(await client.call({ ...to(server), signature: 'y', body: [7] })).toEqual([7]);
  });
});

describe('other programs', () => {
  test('can call what a connection offers', async () => {
    const server = await connect();
    server.setMethodHandler(echo);
    const args = [`--dest=${server.uniqueName}`, '/any', 'a.b.Echo', 'string:hello', 'array:int32:1,2', 'variant:double:0.5'];
    const reply = await bus.run('dbus-send', '--session', '--print-reply', ...args);
    expect(reply).toMatch(/string "hello"[\s\S]*int32 1[\s\S]*int32 2[\s\S]*double 0\.5/);
  });

  test('send signals that reach their handlers only', async () => {
    const client = await connect();
    const seen: DBusValue[] = [];
    await client.subscribe({ interface: 'org.example.Test', member: 'Wanted' }, ({ body }) => seen.push(...body));
    for (const member of ['Other', 'Wanted'])
      await bus.run('dbus-send', '--session', '/p', `org.example.Test.${member}`, `string:${member}`);
    await until(() => seen.length > 0, { what: 'the signal' });
    expect(seen).toEqual(['Wanted']);
  });
});

describe('signals', () => {
  test('reach several handlers of one rule until each has left', async () => {
    const [sender, listener] = [await connect(), await connect()];
    const counts = { first: 0, second: 0 };
    const rule = { sender: sender.uniqueName, interface: 'org.example.Tick' };
    const first = await listener.subscribe(rule, () => counts.first++);
    const second = await listener.subscribe(rule, () => counts.second++);
    const tick = async () => {
      sender.emit({ path: '/', interface: 'org.example.Tick', member: 'Tick' });
      await sender.call({ ...to(listener) }).catch(() => {});
    };
    await tick();
    first();
    await tick();
    second();
    await tick();
    expect(counts).toEqual({ first: 1, second: 2 });
  });

  test('follow a well-known name to whoever owns it', async () => {
    const [a, b, listener] = [await connect(), await connect(), await connect()];
    const seen: DBusValue[] = [];
    await listener.subscribe({ sender: 'org.example.Named', interface: 'org.example.N' }, ({ body }) => seen.push(...body));
    await listener.subscribe({ interface: 'org.example.N' }, () => {});
    expect(await requestName(a, 'org.example.Named')).toBe(true);
    expect(await requestName(b, 'org.example.Named')).toBe(false);
    expect(await nameOwner(listener, 'org.example.Named')).toBe(a.uniqueName);
    const emit = (from: DBusConnection, text: string) =>
      from.emit({ path: '/', interface: 'org.example.N', member: 'S', signature: 's', body: [text] });
    emit(b, 'stranger');
    emit(a, 'owner');
    await until(() => seen.length > 0, { what: 'the signal' });
    expect(seen).toEqual(['owner']);
  });

  test('survive a handler that throws', async () => {
    const errors: unknown[] = [];
    const listener = await connectDBus({ address: bus.address, onHandlerError: (error) => errors.push(error) });
    opened.push(listener);
    let calm = 0;
    await listener.subscribe({ interface: 'org.example.Boom' }, () => {
      throw new Error('handler');
    });
    await listener.subscribe({ interface: 'org.example.Boom' }, () => calm++);
    await bus.run('dbus-send', '--session', '/', 'org.example.Boom.Now');
    await until(() => calm === 1 && errors.length === 1, { what: 'both handlers ran' });
  });

  test('tell of a peer that left', async () => {
    const [watcher, leaver] = [await connect(), await connect()];
    const left: string[] = [];
    await onNameOwnerChanged(watcher, ({ name, newOwner }) => newOwner === '' && left.push(name), leaver.uniqueName);
    leaver.close();
    await until(() => left.includes(leaver.uniqueName), { what: 'the peer is reported gone' });
  });
});

describe('a connection', () => {
  test('knows the process behind a name', async () => {
    const client = await connect();
    expect(await connectionProcessId(client, client.uniqueName)).toBe(process.pid);
    expect(await nameOwner(client, 'org.nobody')).toBeUndefined();
  });

  test('falls back to the next address, and names every failure', async () => {
    const missing = 'unix:path=/nonexistent/bus';
    opened.push(await connectDBus({ address: `${missing};tcp:host=x;${bus.address}` }));
    const failure = connectDBus({ address: `${missing};tcp:host=x` });
    await expect(failure).rejects.toThrow(DBusConnectError);
    await expect(failure).rejects.toThrow(/ENOENT.*'tcp:' is not supported/);
  });

  test('rejects what is pending and what comes after when the bus dies', async () => {
    await using doomed = await startBus();
    const server = await connectDBus({ address: doomed.address });
    const client = await connectDBus({ address: doomed.address, timeoutMs: 60_000 });
    server.setMethodHandler(() => new Promise(() => {}));
    const reasons: DBusClosed[] = [];
    client.onClose((reason) => reasons.push(reason));
    const pending = client.call(to(server));
    const settled = expect(pending).rejects.toThrow(DBusClosed);
    await doomed.daemon.kill();
    await settled;
    await expect(client.call(to(server))).rejects.toThrow(DBusClosed);
    expect(reasons).toEqual([client.closed]);
  });

  test('rejects what is pending when closed on this side', async () => {
    const [server, client] = [await connect(), await connect()];
    server.setMethodHandler(() => new Promise(() => {}));
    const pending = client.call(to(server));
    client.close();
    await expect(pending).rejects.toThrow('this side closed');
  });
});
