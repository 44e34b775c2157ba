/** Writes a recording's report: one HTML file that opens from disk and needs nothing else. */
import { randomBytes } from 'node:crypto';
import { type FileHandle, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { videoFile } from '../format.js';
import { type Recording, readRecording } from '../reader.js';
import { storageError } from '../storage-error.js';
import { PictureNames, type ReportTurn, reportTurn, summarize } from './report-data.js';
import { embeddedJson, pageHead } from './report-page.js';
import { reportScript } from './report-script.js';

/** Larger videos stay beside the report: browsers load a file this big as a whole. */
const LARGEST_VIDEO_BYTES = 48 * 1024 * 1024;
const TURNS_AT_ONCE = 16;

export interface RenderedReport {
  readonly file: string;
  readonly turns: number;
  readonly bytes: number;
}

export async function renderReport(folder: string, file: string): Promise<RenderedReport> {
  const recording = await readRecording(folder);
  const temporary = `${file}.${randomBytes(4).toString('hex')}.part`;
  let output: FileHandle | undefined;
  try {
    output = await open(temporary, 'wx', 0o600);
    await writeReport(output, recording);
    const { size } = await output.stat();
    await output.close();
    await rename(temporary, file);
    return { file, turns: recording.turns.length, bytes: size };
  } catch (cause) {
    await output?.close().catch(() => {}); // closed already when renaming failed
    await rm(temporary, { force: true }).catch(() => {}); // what made writing fail may also forbid removing
    throw storageError(file, cause);
  }
}

/** Pictures go out one by one, so that a long recording is never in memory as a whole. */
async function writeReport(output: FileHandle, recording: Recording): Promise<void> {
  const names = new PictureNames();
  const turns: ReportTurn[] = [];
  for (let from = 0; from < recording.turns.length; from += TURNS_AT_ONCE) {
    turns.push(...(await Promise.all(recording.turns.slice(from, from + TURNS_AT_ONCE).map((turn) => reportTurn(turn, names)))));
  }
  const summary = summarize(turns, recording);
  await output.write(pageHead(recording.session, summary));
  for (const [name, path] of names.files()) await output.write(inert(name, await readFile(path)));
  const video = await readVideo(recording);
  if (video) await output.write(inert('video-bytes', video));
  const { name, video: facts } = recording.session;
  await output.write(
    `<script type="application/json" id="data">${embeddedJson({ name, summary, turns, ...(video && facts ? { video: facts } : {}) })}</script>\n`,
  );
  await output.write(`<script>${reportScript}</script>\n</body>\n</html>\n`);
}

/** Text that browsers neither run nor show. */
const inert = (id: string, bytes: Buffer): string => `<script type="text/plain" id="${id}">${bytes.toString('base64')}</script>\n`;

async function readVideo({ folder, session }: Recording): Promise<Buffer | undefined> {
  if (!session.video || session.video.state === 'unavailable') return undefined;
  const path = join(folder, videoFile);
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  return size > 0 && size <= LARGEST_VIDEO_BYTES ? readFile(path) : undefined;
}
