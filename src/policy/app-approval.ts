/** Which client may drive which application: approvals that outlive the session, kept per client. */
import { type Saved, SeenApps } from './store/seen-apps.js';

export interface ApprovedApp {
  readonly client: string;
  readonly app: string;
}

export class AppApprovals {
  readonly #seen: SeenApps;

  constructor(path: string | undefined) {
    this.#seen = new SeenApps(path);
  }

  /** Problems with the file, to be shown once to whoever asks. */
  get warnings(): readonly string[] {
    return this.#seen.warnings;
  }

  hasSeen(client: string, appId: string): boolean {
    return appId !== '' && this.#seen.has(compositeKey(client, appId));
  }

  /** An application nobody could identify is never remembered. */
  async remember(client: string, appId: string): Promise<Saved> {
    return appId === '' ? { persisted: false } : this.#seen.add(compositeKey(client, appId));
  }

  list(): ApprovedApp[] {
    return this.#seen.list().flatMap((entry) => splitKey(entry) ?? []);
  }

  /** Forgets what fits; both omitted forgets everything. */
  async forget(which: {
    client?: string | undefined;
    app?: string | undefined;
  }): Promise<Saved & { readonly forgotten: readonly ApprovedApp[] }> {
    const forgotten = this.list().filter(
      ({ client, app }) =>
        (which.client === undefined || client === which.client) && (which.app === undefined || app === which.app.toLowerCase()),
    );
    return { ...(await this.#seen.remove(forgotten.map(({ client, app }) => compositeKey(client, app)))), forgotten };
  }
}

/** A client cannot borrow another's approvals by writing the separator into its name. */
export const compositeKey = (client: string, appId: string): string =>
  `${client.replaceAll('%', '%25').replaceAll(':', '%3A')}::${appId.toLowerCase()}`;

function splitKey(entry: string): ApprovedApp | undefined {
  const at = entry.indexOf('::');
  if (at < 0) return undefined;
  return { client: entry.slice(0, at).replaceAll('%3A', ':').replaceAll('%25', '%'), app: entry.slice(at + 2) };
}
