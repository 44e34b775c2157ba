import { Client, type ClientOptions, InMemoryTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localDriver } from '../../../src/transport/driver.js';
import { CallQueue } from '../../../src/transport/mcp/call-queue.js';
import { Elicitation } from '../../../src/transport/mcp/elicit.js';
import type { Listening } from '../../../src/transport/mcp/http/listen.js';
import { serveMcpHttp } from '../../../src/transport/mcp/http/server.js';
import { mcpServer } from '../../../src/transport/mcp/server.js';
import { until } from '../../support/until.js';
import { type Headless, headlessEngine, waitOp } from './headless-engine.js';

let headless: Headless;
let http: Listening;
const settings = { version: '1', profile: 'full', structured: 'always' } as const;

beforeAll(async () => {
  headless = headlessEngine();
  http = await serveMcpHttp({ engine: headless.engine, port: 0, token: 'token', approvalToken: 'other-token', ...settings });
});
afterAll(async () => {
  await http.close();
  await headless[Symbol.asyncDispose]();
});

type Answer = { action: 'accept' | 'decline' | 'cancel'; content?: Record<string, string> };
type Asked = { message: string; requestedSchema: unknown };

interface Connected {
  readonly client: Client;
  readonly asked: Asked[];
}

async function prepared(options: ClientOptions, answer: (asked: Asked) => Promise<Answer>): Promise<Connected> {
  const asked: Asked[] = [];
  const client = new Client({ name: 'forms', version: '1' }, options);
  if (options.capabilities?.elicitation) {
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      asked.push(params as Asked);
      return answer(params as Asked);
    });
  }
  return { client, asked };
}

let sessions = 0;

async function overMemory(options: ClientOptions, answer: (asked: Asked) => Promise<Answer> = yes): Promise<Connected> {
  const connected = await prepared(options, answer);
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const driver = localDriver(headless.engine, { client: 'mcp', session: `mcp-${++sessions}` });
  const link = { queue: new CallQueue(), elicitation: new Elicitation<never>(), driver: async () => driver };
  // Two copies of the same class, one per package.
  await Promise.all([mcpServer(settings, () => link).connect(ours as never), connected.client.connect(theirs)]);
  return connected;
}

async function overHttp(options: ClientOptions, answer: (asked: Asked) => Promise<Answer> = yes): Promise<Connected> {
  const connected = await prepared(options, answer);
  const requestInit = { headers: { authorization: 'Bearer token' } };
  await connected.client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${http.port}/mcp`), { requestInit }));
  return connected;
}

const yes = async (): Promise<Answer> => ({ action: 'accept', content: { answer: 'once' } });
const forms = { capabilities: { elicitation: { form: {} } } } satisfies ClientOptions;
const modern = { ...forms, versionNegotiation: { mode: 'auto' } } satisfies ClientOptions;

const careful = (client: Client) => client.callTool({ name: 'cua', arguments: waitOp('careful') });

const ways: Record<string, (answer?: (asked: Asked) => Promise<Answer>) => Promise<Connected>> = {
  'a client of 2025': (answer) => overMemory(forms, answer),
  'a client of 2025 over HTTP': (answer) => overHttp(forms, answer),
  'a client of 2026 over HTTP': (answer) => overHttp(modern, answer),
};

describe.each(Object.keys(ways))('%s that offers forms', (way) => {
  const connect = (answer?: (asked: Asked) => Promise<Answer>) => ways[way]?.(answer) ?? Promise.reject(new Error(way));

  test('puts the question to the person and goes on with a yes', async () => {
    const { client, asked } = await connect();
    expect(await careful(client)).toMatchObject({ structuredContent: { kind: 'ok' } });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.message).toContain('careful ones are asked about');
    expect(JSON.stringify(asked)).not.toMatch(/apr-/);
    expect(await client.callTool({ name: 'cua', arguments: waitOp() })).toMatchObject({ structuredContent: { kind: 'ok' } });
    expect(asked).toHaveLength(1);
    await client.close();
  });

  test.each<[string, Answer]>([
    ['no', { action: 'accept', content: { answer: 'deny' } }],
    ['a declined form', { action: 'decline' }],
    ['a closed form', { action: 'cancel' }],
  ])('takes %s for a no', async (_what, answer) => {
    const { client } = await connect(async () => answer);
    expect(await careful(client)).toMatchObject({ isError: true, structuredContent: { code: 'approval_denied' } });
    await client.close();
  });
});

test('a client without forms is refused at once', async () => {
  const { client } = await overMemory({});
  expect(await careful(client)).toMatchObject({ isError: true, structuredContent: { code: 'approval_required' } });
  await client.close();
});

test.each(['a client of 2025', 'a client of 2025 over HTTP'])('%s that goes away while its person thinks cancels the call', async (way) => {
  const waiting = () => headless.engine.approvals.list().filter(({ state }) => state === 'waiting');
  const { client, asked } = (await ways[way]?.(() => new Promise(() => {}))) ?? (await overMemory(forms));
  const call = careful(client);
  const failed = expect(call).rejects.toThrow();
  await until(() => asked.length, { what: 'the form is shown' });
  expect(waiting()).toHaveLength(1);
  if (client.transport && 'terminateSession' in client.transport)
    await (client.transport as StreamableHTTPClientTransport).terminateSession();
  await client.close();
  await failed;
  await until(() => waiting().length === 0, { what: 'the question is withdrawn' });
});
