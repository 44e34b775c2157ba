import { afterEach, describe, expect, test } from 'vitest';
import { Sessions } from '../../../src/session/sessions.js';

const opened: Sessions[] = [];
function sessions(limits: { ttlMs?: number; max?: number } = {}): Sessions {
  const made = new Sessions(() => ({ ttlMs: 60_000, max: 64, ...limits }));
  opened.push(made);
  return made;
}
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

const declared = { declared: true };

describe('a session', () => {
  test('is the same for everybody who names it', () => {
    const all = sessions();
    expect(all.open('shopping', 'cli', declared)).toBe(all.open('shopping', 'mcp', declared));
  });

  test('stops what runs in its name when it ends, and says why', async () => {
    const all = sessions();
    const session = all.open('shopping', 'cli', declared);
    expect(session.signal.aborted).toBe(false);
    await all.end('shopping');
    expect(session.signal.reason).toMatchObject({ code: 'session_ended' });
    expect(session.ended).toBe(true);
  });

  test('tells those who hold something for it, once, and ending it twice is harmless', async () => {
    const all = sessions();
    const ended: string[] = [];
    all.onEnd(({ id }) => void ended.push(id));
    all.onEnd(() => {
      throw new Error('one that fails keeps nobody else from letting go');
    });
    all.open('shopping', 'cli', declared);
    expect(await all.end('shopping')).toBe(true);
    expect(await all.end('shopping')).toBe(false);
    expect(ended).toEqual(['shopping']);
  });

  test('opened again after its end is a new one', async () => {
    const all = sessions();
    const first = all.open('shopping', 'cli', declared);
    await all.end('shopping');
    const second = all.open('shopping', 'cli', declared);
    expect(second).not.toBe(first);
    expect(second.ended).toBe(false);
  });

  test.each(['../etc', 'a/b', 'a\\b', '', '.hidden', 'a\nb', 'x'.repeat(65), 'a..b', ' lead', 'nul\0'])('is not called %j', (name) => {
    expect(() => sessions().open(name, 'cli', declared)).toThrow(/not a usable name/);
  });

  test.each(['shopping', 'Büro 2', '名前', 'a.b_c-d@e', '7'])('may be called %j', (name) => {
    expect(sessions().open(name, 'cli', declared).id).toBe(name);
  });
});

describe('idle sessions', () => {
  test('end when their time is over, unless a call is still running', async () => {
    const all = sessions({ ttlMs: -1 });
    all.open('idle', 'cli', declared).enter()();
    const leave = all.open('working', 'cli', declared).enter();
    await all.endIdle();
    expect(all.list().map(({ id }) => id)).toEqual(['working']);
    leave();
    await all.endIdle();
    expect(all.list()).toEqual([]);
  });

  test('stay until then', async () => {
    const all = sessions();
    all.open('fresh', 'cli', declared).enter()();
    await all.endIdle();
    expect(all.find('fresh')).toBeDefined();
  });
});

describe('sessions of connections', () => {
  test('each get an id of their own and a name people can read', () => {
    const all = sessions();
    const [first, second, other] = ['Claude Code', 'Claude Code', 'Cursor'].map((client) => all.mint(client));
    expect(new Set([first?.id, second?.id, other?.id]).size).toBe(3);
    expect([first?.label, second?.label, other?.label]).toEqual(['claude-code', 'claude-code 2', 'cursor']);
    expect([first, second, other].every((session) => session?.declared)).toBe(true);
  });

  test('are refused beyond the limit, with the limit', () => {
    const all = sessions({ max: 1 });
    all.mint('one');
    expect(() => all.mint('two')).toThrow(/limit/);
  });
});
