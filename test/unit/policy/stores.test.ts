import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppApprovals, compositeKey } from '../../../src/policy/app-approval.js';
import { AuditLog } from '../../../src/policy/store/audit-log.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'offhand-stores-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);

describe('approved applications', () => {
  test('are kept per client, whatever the case of the application, in a file of one user', async () => {
    const path = join(folder, 'a', 'cua', 'seen-apps.json');
    const approvals = new AppApprovals(path);
    expect(approvals.hasSeen('claude', 'Gedit')).toBe(false);
    expect(await approvals.remember('claude', 'Gedit')).toEqual({ persisted: true });
    expect(approvals.hasSeen('claude', 'GEDIT')).toBe(true);
    expect(approvals.hasSeen('other', 'gedit')).toBe(false);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(['claude::gedit']);
    expect([mode(path), mode(join(folder, 'a', 'cua'))]).toEqual(['600', '700']);
    expect(new AppApprovals(path).hasSeen('claude', 'gedit')).toBe(true);
    expect(readdirSync(join(folder, 'a', 'cua'))).toEqual(['seen-apps.json']);
  });

  test('are listed and forgotten, also by another process', async () => {
    const path = join(folder, 'b.json');
    const daemon = new AppApprovals(path);
    await Promise.all(['one', 'two', 'three'].map((app) => daemon.remember('c', app)));
    const shell = new AppApprovals(path);
    expect(shell.list()).toEqual([
      { client: 'c', app: 'one' },
      { client: 'c', app: 'three' },
      { client: 'c', app: 'two' },
    ]);
    expect(await shell.forget({ app: 'Two' })).toMatchObject({ persisted: true, forgotten: [{ client: 'c', app: 'two' }] });
    expect(daemon.hasSeen('c', 'two')).toBe(false);
    expect(daemon.hasSeen('c', 'one')).toBe(true);
    await shell.forget({});
    expect(daemon.list()).toEqual([]);
  });

  test('a name cannot borrow the approvals of another', () => {
    expect(compositeKey('a::b', 'c')).not.toBe(compositeKey('a', 'b::c'));
    expect(compositeKey('a%3A%3Ab', 'c')).not.toBe(compositeKey('a::b', 'c'));
  });

  test('an application without a name is never remembered', async () => {
    const approvals = new AppApprovals(undefined);
    await approvals.remember('c', '');
    expect(approvals.hasSeen('c', '')).toBe(false);
    await approvals.remember('c', 'x');
    expect(approvals.hasSeen('c', 'x')).toBe(true);
  });

  test.each(['{"a":', '{}', '[1]', '"x"', ''])(
    'a damaged file (%j) is kept aside and everything is asked about again',
    async (contents) => {
      const path = join(mkdtempSync(join(folder, 'd-')), 'seen.json');
      writeFileSync(path, contents);
      writeFileSync(`${path}.corrupt-1`, 'older');
      const approvals = new AppApprovals(path);
      expect(approvals.hasSeen('c', 'x')).toBe(false);
      expect(readFileSync(`${path}.corrupt-2`, 'utf8')).toBe(contents);
      expect(readFileSync(`${path}.corrupt-1`, 'utf8')).toBe('older');
      expect(approvals.warnings).toEqual([expect.stringContaining('corrupt-2')]);
      expect(await approvals.remember('c', 'x')).toEqual({ persisted: true });
      expect(approvals.hasSeen('c', 'x')).toBe(true);
    },
  );

  test('a place that cannot be written is a warning, and the approval counts for the time being', async () => {
    writeFileSync(join(folder, 'plain-file'), '');
    const approvals = new AppApprovals(join(folder, 'plain-file', 'seen.json'));
    expect(await approvals.remember('c', 'x')).toMatchObject({ persisted: false, warning: expect.stringContaining('cannot be kept') });
    expect(approvals.hasSeen('c', 'x')).toBe(true);
    expect(approvals.warnings).toHaveLength(1);
  });
});

describe('the audit log', () => {
  const facts = { session: 's', client: 'c', tool: 'type_text', app: 'gedit', decision: 'deny', rule: 'blocked_text' } as const;

  test('holds who, what and which rule, and nothing else a caller may carry', () => {
    const log = new AuditLog(join(folder, 'log', 'audit.jsonl'));
    log.append({ ...facts, ...{ text: 'hunter2', token: 'apr-secret' } });
    log.append({ ...facts, decision: 'approved', approver: 'alice', verdict: 'once' });
    const written = readFileSync(log.path, 'utf8');
    expect(written).not.toMatch(/hunter2|apr-/);
    expect(written.trimEnd().split('\n')).toHaveLength(2);
    expect(log.tail(1)).toMatchObject([{ decision: 'approved', approver: 'alice', time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) }]);
    expect(mode(log.path)).toBe('600');
  });

  test('starts a new file when one is full, drops the oldest, and reads over all of them', () => {
    const log = new AuditLog(join(folder, 'rotating.jsonl'), { maxBytes: 1000, keep: 2 });
    for (let i = 0; i < 40; i++) log.append({ ...facts, tool: `tool${i}` });
    const files = readdirSync(folder).filter((name) => name.startsWith('rotating'));
    expect(files.sort()).toEqual(['rotating.jsonl', 'rotating.jsonl.1', 'rotating.jsonl.2']);
    for (const name of files) expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(1000);
    expect(log.tail(8).map((entry) => entry.tool)).toEqual([
      'tool32',
      'tool33',
      'tool34',
      'tool35',
      'tool36',
      'tool37',
      'tool38',
      'tool39',
    ]);
    expect(log.tail(0)).toEqual([]);
  });

  test('is followed from the moment of asking, line by line, over a full file put aside', async () => {
    const log = new AuditLog(join(folder, 'followed.jsonl'), { maxBytes: 1000, keep: 2 });
    log.append({ ...facts, tool: 'before' });
    const end = new AbortController();
    const news = log.follow(end.signal, 1);
    const told: string[] = [];
    const next = async (count: number) => {
      while (told.length < count) told.push(String((await news.next()).value?.tool));
    };
    log.append({ ...facts, tool: 'first' });
    appendFileSync(log.path, '{"half":');
    await next(1);
    appendFileSync(log.path, '"written"}\n');
    for (let i = 0; i < 11; i++) log.append({ ...facts, tool: `tool${i}` });
    expect(readdirSync(folder).filter((name) => name.startsWith('followed'))).toHaveLength(2);
    await next(12);
    expect(told).toEqual(['first', ...Array.from({ length: 11 }, (_, i) => `tool${i}`)]);
    end.abort();
    expect(await news.next()).toEqual({ done: true, value: undefined });
  });

  test('survives a line cut off by a crash, long names and a folder that cannot be written', () => {
    const log = new AuditLog(join(folder, 'cut.jsonl'));
    log.append({ ...facts, app: 'x'.repeat(10_000) });
    writeFileSync(log.path, `${readFileSync(log.path, 'utf8')}{"time":"20`);
    expect(log.tail(5)).toHaveLength(1);
    expect(log.tail(5)[0]?.app).toHaveLength(200);
    const blocked = new AuditLog(join(folder, 'cut.jsonl', 'audit.jsonl'));
    blocked.append(facts);
    expect(blocked.warning).toContain('cannot be written');
  });
});
