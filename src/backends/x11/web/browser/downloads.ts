import { join } from 'node:path';
import type { PageDownload } from '../../../../model/page.js';
import type { CdpParams } from '../../../../wire/cdp/client.js';

const KEPT = 50;

/** What the pages of a browser downloaded, newest last. */
export class DownloadLog {
  readonly #byId = new Map<string, PageDownload>();
  folder: string | undefined;

  list(): readonly PageDownload[] {
    return [...this.#byId.values()];
  }

  take(method: string, params: CdpParams): void {
    const id = String(params.guid ?? '');
    if (method === 'Browser.downloadWillBegin') this.#begin(id, params);
    const known = this.#byId.get(id);
    if (method !== 'Browser.downloadProgress' || !known) return;
    const state = stateOf(params.state);
    this.#byId.set(id, {
      ...known,
      state,
      receivedBytes: Number(params.receivedBytes ?? 0),
      path: state === 'completed' ? this.#pathOf(params, known) : null,
    });
  }

  #begin(id: string, params: CdpParams): void {
    const url = String(params.url ?? '');
    this.#byId.set(id, { url, fileName: String(params.suggestedFilename ?? ''), path: null, state: 'in_progress', receivedBytes: 0 });
    const [oldest] = this.#byId.keys();
    if (this.#byId.size > KEPT && oldest !== undefined) this.#byId.delete(oldest);
  }

  /** Browsers before 139 do not say where a file went. */
  #pathOf(params: CdpParams, { fileName }: PageDownload): string | null {
    if (typeof params.filePath === 'string' && params.filePath !== '') return params.filePath;
    return this.folder === undefined ? null : join(this.folder, fileName);
  }
}

const stateOf = (state: unknown): PageDownload['state'] =>
  state === 'completed' ? 'completed' : state === 'canceled' ? 'canceled' : 'in_progress';
