import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkedName, defaultName, folderName, recordingFolder } from '../../../src/recording/names.js';
import { isDamaged, readPictures, readRecording } from '../../../src/recording/reader.js';
import { RecordingWriter } from '../../../src/recording/writer.js';
import { actionOf, headerOf } from './material.js';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'recording-'));
});
afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

describe('writing', () => {
  test('a turn appears whole and is read back as it was written', async () => {
    const writer = await RecordingWriter.create(join(dir, 'a'), headerOf());
    await writer.writeTurn(actionOf(1), { appeared: [], changed: [], vanished: [], moved: 2, more: 0 });
    await writer.addFile(1, 'after.png', Buffer.from('pixels'));
    await writer.addPictures(1, { notes: ['none'] });
    await writer.updateSession({ turns: 1 });
    const read = await readRecording(writer.folder);
    expect(read.session.turns).toBe(1);
    expect(read.turns.map((turn) => (isDamaged(turn) ? turn.damage : turn.action))).toEqual([actionOf(1)]);
    expect(await readPictures(join(writer.folder, 'turn-00001'))).toEqual({ notes: ['none'] });
    expect(readdirSync(writer.folder).sort()).toEqual(['session.json', 'turn-00001']);
    expect(statSync(join(writer.folder, 'session.json')).mode & 0o777).toBe(0o600);
    expect(statSync(writer.folder).mode & 0o777).toBe(0o700);
  });

  test('equal pictures share their bytes', async () => {
    const writer = await RecordingWriter.create(join(dir, 'a'), headerOf());
    await writer.writeTurn(actionOf(1), undefined);
    await writer.writeTurn(actionOf(2), undefined);
    await writer.addFile(1, 'after.png', Buffer.from('pixels'));
    await writer.addFile(2, 'before.png', Buffer.from('pixels'), 'turn-00001/after.png');
    await writer.addFile(2, 'after.png', Buffer.from('others'), 'turn-00001/missing.png');
    const inode = (file: string) => statSync(join(writer.folder, file)).ino;
    expect(inode('turn-00002/before.png')).toBe(inode('turn-00001/after.png'));
    expect(readFileSync(join(writer.folder, 'turn-00002/after.png'), 'utf8')).toBe('others');
  });

  test('many changes of the session at once end in the last one', async () => {
    const writer = await RecordingWriter.create(join(dir, 'a'), headerOf());
    await Promise.all(Array.from({ length: 30 }, (_, turns) => writer.updateSession({ turns })));
    expect((await readRecording(writer.folder)).session.turns).toBe(29);
  });

  test('an existing folder is refused and left alone', async () => {
    mkdirSync(join(dir, 'mine'));
    writeFileSync(join(dir, 'mine', 'note.txt'), 'mine');
    await expect(RecordingWriter.create(join(dir, 'mine'), headerOf())).rejects.toMatchObject({
      code: 'output_unwritable',
      message: expect.stringContaining('exists already'),
    });
    expect(readdirSync(join(dir, 'mine'))).toEqual(['note.txt']);
  });

  test('a place that cannot be written is named', async () => {
    writeFileSync(join(dir, 'file'), '');
    await expect(RecordingWriter.create(join(dir, 'file', 'inside'), headerOf())).rejects.toMatchObject({ code: 'output_unwritable' });
    await expect(RecordingWriter.create('/proc/offhand', headerOf())).rejects.toMatchObject({ code: 'output_unwritable' });
  });

  test.runIf(process.getuid?.() !== 0)('a folder without permission is named', async () => {
    chmodSync(dir, 0o500);
    await expect(RecordingWriter.create(join(dir, 'a'), headerOf())).rejects.toMatchObject({ code: 'output_unwritable' });
    chmodSync(dir, 0o700);
  });

  test('a full disk is told from other failures', async () => {
    const writer = await RecordingWriter.create(join(dir, 'a'), headerOf());
    await writer.writeTurn(actionOf(1), undefined);
    rmSync(join(writer.folder, 'turn-00001'), { recursive: true });
    // The kernel's own full device stands in for a full disk.
    await expect(import('node:fs/promises').then(({ writeFile }) => writeFile('/dev/full', 'x'))).rejects.toMatchObject({ code: 'ENOSPC' });
    const { storageError } = await import('../../../src/recording/storage-error.js');
    const full = await import('node:fs/promises').then(({ writeFile }) => writeFile('/dev/full', 'x').catch((error: unknown) => error));
    expect(storageError(writer.folder, full)).toMatchObject({ code: 'disk_full' });
  });
});

describe('reading', () => {
  const make = async (turns: number): Promise<string> => {
    const writer = await RecordingWriter.create(join(dir, 'a'), headerOf());
    for (let turn = 1; turn <= turns; turn++) await writer.writeTurn(actionOf(turn), undefined);
    return writer.folder;
  };

  test('a damaged turn is named and the others are read', async () => {
    const folder = await make(3);
    writeFileSync(join(folder, 'turn-00002', 'action.json'), '{ "version": 1, "turn": 2');
    const { turns } = await readRecording(folder);
    expect(turns.map((turn) => (isDamaged(turn) ? `${turn.turn} damaged` : turn.turn))).toEqual([1, '2 damaged', 3]);
  });

  test('a turn with a wrong shape or number says what is wrong', async () => {
    const folder = await make(2);
    writeFileSync(join(folder, 'turn-00001', 'action.json'), JSON.stringify({ ...actionOf(1), tool: 7 }));
    writeFileSync(join(folder, 'turn-00002', 'action.json'), JSON.stringify(actionOf(9)));
    const { turns } = await readRecording(folder);
    expect(turns.map((turn) => (isDamaged(turn) ? turn.damage : ''))).toEqual([
      expect.stringContaining('tool'),
      expect.stringContaining('turn 9'),
    ]);
  });

  test('what a killed process left half done does not disturb', async () => {
    const folder = await make(1);
    mkdirSync(join(folder, '.turn-00002.abcd'));
    writeFileSync(join(folder, 'turn-00001', 'after.png.part'), 'half');
    expect((await readRecording(folder)).turns).toHaveLength(1);
    expect(existsSync(join(folder, '.turn-00002.abcd'))).toBe(true);
  });

  test('a newer format is refused with both versions', async () => {
    const folder = await make(1);
    writeFileSync(join(folder, 'session.json'), JSON.stringify({ ...headerOf(), version: 2 }));
    await expect(readRecording(folder)).rejects.toMatchObject({
      code: 'recording_unreadable',
      message: expect.stringMatching(/version 2.*up to 1/),
    });
  });

  test('nothing, something else and a broken header are told apart', async () => {
    await expect(readRecording(join(dir, 'nowhere'))).rejects.toMatchObject({ code: 'recording_not_found' });
    mkdirSync(join(dir, 'b'));
    writeFileSync(join(dir, 'b', 'session.json'), '{"name":"package"}');
    await expect(readRecording(join(dir, 'b'))).rejects.toMatchObject({ code: 'recording_unreadable' });
    writeFileSync(join(dir, 'b', 'session.json'), '{');
    await expect(readRecording(join(dir, 'b'))).rejects.toMatchObject({ code: 'recording_unreadable' });
  });
});

describe('names', () => {
  test('whatever a session is called, its folder stays inside', () => {
    expect(folderName('../../etc/passwd')).toBe('etc-passwd');
    expect(folderName('a/b\\c:d')).toBe('a-b-c-d');
    expect(folderName('..')).toBe('recording');
    expect(folderName('Grüße 1')).toBe('Grüße-1');
    expect(defaultName('my session', new Date(0))).toBe('1970-01-01_00-00-00_my-session');
  });

  test('a given name must be one; a path is taken as a path', () => {
    expect(() => checkedName('../x')).toThrow(/cannot be the name/);
    expect(recordingFolder('/root', 'run')).toBe('/root/run');
    expect(recordingFolder('/root', '/tmp/../var/run')).toBe('/var/run');
    expect(() => recordingFolder('/root', 'a/../../b')).toThrow(/cannot be the name/);
  });
});
