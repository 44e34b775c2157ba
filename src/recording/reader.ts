/** Reads recordings, also unfinished and damaged ones: what cannot be read is named, never guessed. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { DriverError } from '../errors/driver-error.js';
import { errnoOf } from '../kit/files.js';
import {
  type ActionRecord,
  action,
  actionFile,
  FORMAT,
  FORMAT_VERSION,
  type PicturesRecord,
  pictures,
  picturesFile,
  type SessionRecord,
  session,
  sessionFile,
  type TreeRecord,
  tree,
  treeFile,
  turnFolder,
  turnOfFolder,
} from './format.js';

export interface ReadTurn {
  readonly turn: number;
  readonly folder: string;
  readonly action: ActionRecord;
}

export interface DamagedTurn {
  readonly turn: number;
  readonly folder: string;
  readonly damage: string;
}

export interface Recording {
  readonly folder: string;
  readonly session: SessionRecord;
  readonly turns: readonly (ReadTurn | DamagedTurn)[];
}

export const isDamaged = (turn: ReadTurn | DamagedTurn): turn is DamagedTurn => 'damage' in turn;

export async function readRecording(folder: string): Promise<Recording> {
  const header = await readSession(folder);
  const numbers = (await readdir(folder)).flatMap((name) => turnOfFolder(name) ?? []).sort((a, b) => a - b);
  return { folder, session: header, turns: await Promise.all(numbers.map((turn) => readTurn(folder, turn))) };
}

export async function readSession(folder: string): Promise<SessionRecord> {
  const raw = await readJson(join(folder, sessionFile)).catch((error: unknown) => {
    if (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ENOTDIR') {
      throw new DriverError('recording_not_found', `There is no recording in ${folder}.`, { path: folder }, { cause: error });
    }
    throw unreadable(folder, `${sessionFile} is damaged: ${reasonOf(error)}`, error);
  });
  const { format, version } = typeof raw === 'object' && raw !== null ? (raw as { format?: unknown; version?: unknown }) : {};
  if (format !== FORMAT) throw unreadable(folder, `${sessionFile} does not belong to a recording`);
  if (typeof version !== 'number' || version > FORMAT_VERSION) {
    throw unreadable(folder, `it has format version ${String(version)}, this program reads up to ${FORMAT_VERSION}`);
  }
  const parsed = session.safeParse(raw);
  if (!parsed.success) throw unreadable(folder, `${sessionFile} is damaged: ${firstIssue(parsed.error)}`);
  return parsed.data;
}

async function readTurn(folder: string, turn: number): Promise<ReadTurn | DamagedTurn> {
  const path = join(folder, turnFolder(turn));
  const damaged = (damage: string): DamagedTurn => ({ turn, folder: path, damage });
  try {
    const raw = await readJson(join(path, actionFile));
    const version = typeof raw === 'object' && raw !== null && 'version' in raw ? raw.version : undefined;
    if (typeof version === 'number' && version > FORMAT_VERSION) return damaged(`it has format version ${version}`);
    const parsed = action.safeParse(raw);
    if (!parsed.success) return damaged(`${actionFile}: ${firstIssue(parsed.error)}`);
    return parsed.data.turn === turn
      ? { turn, folder: path, action: parsed.data }
      : damaged(`${actionFile} says it is turn ${parsed.data.turn}`);
  } catch (error) {
    return damaged(`${actionFile}: ${reasonOf(error)}`);
  }
}

/** Undefined when the turn has none; pictures that were never finished count as none. */
export const readPictures = (folder: string): Promise<PicturesRecord | undefined> => readPart(join(folder, picturesFile), pictures);
export const readTree = (folder: string): Promise<TreeRecord | undefined> => readPart(join(folder, treeFile), tree);

async function readPart<T extends z.ZodType>(path: string, schema: T): Promise<z.output<T> | undefined> {
  try {
    const parsed = schema.safeParse(await readJson(path));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined; // missing, or cut off by a crash
  }
}

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, 'utf8'));
}

function firstIssue(error: z.ZodError): string {
  const [issue] = error.issues;
  return issue ? `${issue.path.join('.') || 'it'}: ${issue.message}` : 'it does not have the right shape';
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const unreadable = (folder: string, why: string, cause?: unknown): DriverError =>
  new DriverError('recording_unreadable', `The recording in ${folder} cannot be read: ${why}.`, { path: folder }, { cause });
