/** A recording as its report shows it: plain data, pictures by name so that equal ones are kept once. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { catalog, isErrorCode } from '../../errors/catalog.js';
import { type ActionRecord, type PictureRecord, type PicturesRecord, type TreeRecord, thumbnailFile } from '../format.js';
import { type DamagedTurn, isDamaged, type ReadTurn, type Recording, readPictures, readTree } from '../reader.js';

export type TurnStatus = 'ok' | 'unsure' | 'failed' | 'refused' | 'damaged';

export interface ReportPicture extends Omit<PictureRecord, 'file'> {
  readonly id: string;
}

export interface ReportTurn {
  readonly turn: number;
  readonly status: TurnStatus;
  readonly kind: ActionRecord['kind'] | 'damaged';
  readonly damage?: string;
  readonly action?: ActionRecord;
  readonly tree?: TreeRecord;
  readonly thumbnail?: string;
  readonly before?: ReportPicture;
  readonly after?: ReportPicture;
  readonly marks?: Pick<PicturesRecord, 'box' | 'marker' | 'path'>;
  readonly notes: readonly string[];
  /** What the act did to the person; absent when nothing was observed. */
  readonly clean?: boolean;
}

/** Hands out a name per file; turns that share a picture share its name. */
export class PictureNames {
  readonly #files = new Map<string, string>();

  /** Undefined when the file is missing: a crash may have come between its announcement and its writing. */
  async nameOf(path: string): Promise<string | undefined> {
    try {
      const { dev, ino } = await stat(path);
      const name = `p${dev.toString(36)}-${ino.toString(36)}`;
      this.#files.set(name, path);
      return name;
    } catch {
      return undefined;
    }
  }

  files(): Iterable<readonly [name: string, path: string]> {
    return this.#files;
  }
}

export async function reportTurn(turn: ReadTurn | DamagedTurn, names: PictureNames): Promise<ReportTurn> {
  if (isDamaged(turn)) return { turn: turn.turn, status: 'damaged', kind: 'damaged', damage: turn.damage, notes: [] };
  const { action, folder } = turn;
  const [pictures, tree] = await Promise.all([readPictures(folder), readTree(folder)]);
  const [thumbnail, before, after] = await Promise.all([
    names.nameOf(join(folder, thumbnailFile)),
    shown(names, folder, pictures?.before),
    shown(names, folder, pictures?.after),
  ]);
  const clean = action.result.interference?.clean;
  return {
    turn: turn.turn,
    status: statusOf(action),
    kind: action.kind,
    action,
    ...(tree ? { tree } : {}),
    ...(thumbnail ? { thumbnail } : {}),
    ...(before ? { before } : {}),
    ...(after ? { after } : {}),
    ...(pictures ? { marks: { box: pictures.box, marker: pictures.marker, path: pictures.path } } : {}),
    notes: [...(pictures?.notes ?? []), ...(action.not_replayable ? [`Cannot be replayed: ${action.not_replayable}.`] : [])],
    ...(typeof clean === 'boolean' ? { clean } : {}),
  };
}

async function shown(names: PictureNames, folder: string, picture: PictureRecord | undefined): Promise<ReportPicture | undefined> {
  const id = picture && (await names.nameOf(join(folder, picture.file)));
  if (!picture || id === undefined) return undefined;
  const { file: _file, ...facts } = picture;
  return { id, ...facts };
}

function statusOf({ result, policy }: ActionRecord): TurnStatus {
  if (policy.decision === 'denied') return 'refused';
  if (result.ok) return result.effect === 'suspected_noop' || result.effect === 'partial' ? 'unsure' : 'ok';
  const code = result.error?.code ?? 'internal';
  const family = isErrorCode(code) ? catalog[code].family : 'fault';
  return family === 'refusal' || family === 'capability' ? 'refused' : 'failed';
}

export interface ReportSummary {
  readonly turns: number;
  readonly acts: number;
  readonly looks: number;
  readonly confirmed: number;
  readonly failed: number;
  readonly refused: number;
  readonly disturbed: number;
  readonly observed: number;
  readonly redactions: number;
  readonly lastMs: number;
}

export function summarize(turns: readonly ReportTurn[], { session }: Recording): ReportSummary {
  const count = (fits: (turn: ReportTurn) => boolean): number => turns.filter(fits).length;
  const last = turns.findLast(({ action }) => action)?.action;
  const ended = session.ended_at === null ? 0 : Date.parse(session.ended_at) - Date.parse(session.started_at);
  return {
    turns: turns.length,
    acts: count(({ kind }) => kind === 'act'),
    looks: count(({ kind }) => kind === 'look' || kind === 'check'),
    confirmed: count(({ action }) => action?.result.effect === 'confirmed'),
    failed: count(({ status }) => status === 'failed' || status === 'damaged'),
    refused: count(({ status }) => status === 'refused'),
    disturbed: count(({ clean }) => clean === false),
    observed: count(({ clean }) => clean !== undefined),
    redactions: turns.reduce((sum, { after, before }) => sum + ((after ?? before)?.redactions.length ?? 0), 0),
    lastMs: Math.max(ended, last ? last.offset_ms + last.duration_ms : 0),
  };
}
