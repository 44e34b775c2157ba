/** One browser, connected: its targets, the sessions attached to them, and what its pages announced meanwhile. */
import { dirname } from 'node:path';
import { DriverError } from '../../../../errors/driver-error.js';
import { every, type Timer } from '../../../../kit/clock.js';
import { isAlive } from '../../../../kit/process-info.js';
import type { PageDialog, PageDownload } from '../../../../model/page.js';
import { CdpClient, type CdpEvent } from '../../../../wire/cdp/client.js';
import { browserAddress } from '../../../../wire/cdp/discover.js';
import { CdpClosed, CdpConnectError, CdpError, CdpTimeout } from '../../../../wire/cdp/errors.js';
import { openPipe } from '../../../../wire/cdp/pipe.js';
import type { CdpTransport } from '../../../../wire/cdp/transport.js';
import { openWebSocket } from '../../../../wire/cdp/websocket.js';
import { DownloadLog } from './downloads.js';
import type { Endpoint } from './endpoint.js';
import { claimPipe } from './pipe-claim.js';
import { isPeer, listensOn } from './port-owner.js';

const CONNECT_MS = 3000;
const LOOK_MS = 300;
/** A page that hangs or crashed answers nothing. */
const ENABLE_MS = 1500;

export interface TargetInfo {
  readonly targetId: string;
  readonly type: string;
  readonly title: string;
  readonly url: string;
}

/** An attached page: where its commands go, and what holds it up. */
export interface PageSession {
  readonly id: string;
  readonly targetId: string;
  dialog: PageDialog | undefined;
  /** It answers nothing until it is loaded anew. */
  crashed: boolean;
  isGone: boolean;
  /** Sessions of frames that live in processes of their own, by frame id. */
  readonly frames: Map<string, string>;
}

export class BrowserLink {
  readonly #sessions = new Map<string, Promise<PageSession>>();
  readonly #bySession = new Map<string, PageSession>();
  readonly #downloads = new DownloadLog();
  /** A pipe has no end that would tell of the browser's. */
  readonly #alive: Timer;

  private constructor(
    readonly endpoint: Endpoint,
    readonly client: CdpClient,
    private readonly release: () => void,
  ) {
    void client.closed.then(release);
    client.listen((event) => this.#take(event));
    this.#alive = every(LOOK_MS, () => {
      if (!isAlive(endpoint.pid)) this.close('the browser ended');
    });
  }

  static async open(endpoint: Endpoint, signal: AbortSignal): Promise<BrowserLink> {
    const release = endpoint.transport === 'pipe' ? claimPipe(dirname(endpoint.pipe.commands)) : () => {};
    const client = await connect(endpoint, signal).then(
      (transport) => new CdpClient(transport),
      (error: unknown) => {
        release();
        throw error;
      },
    );
    try {
      await client.call('Target.setDiscoverTargets', { discover: true }, { timeoutMs: CONNECT_MS, signal });
    } catch (error) {
      client.close();
      release();
      throw asPageError(error);
    }
    return new BrowserLink(endpoint, client, release);
  }

  get isClosed(): boolean {
    return this.client.isClosed;
  }

  get downloads(): readonly PageDownload[] {
    return this.#downloads.list();
  }

  /** Files of pages go to this folder from now on, and we are told of each. */
  async receiveDownloads(downloadPath: string): Promise<void> {
    await this.client.call('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath, eventsEnabled: true });
    this.#downloads.folder = downloadPath;
  }

  async pages(signal: AbortSignal): Promise<readonly TargetInfo[]> {
    const { targetInfos } = await this.client.call<{ targetInfos: readonly TargetInfo[] }>('Target.getTargets', {}, { signal });
    return targetInfos.filter(({ type }) => type === 'page');
  }

  /** Attached once and kept, also while the page has crashed. */
  async session(targetId: string, signal: AbortSignal): Promise<PageSession> {
    const known = await this.#sessions.get(targetId)?.catch(() => undefined);
    if (known && !known.isGone) return known;
    const attaching = this.#attach(targetId, signal);
    this.#sessions.set(targetId, attaching);
    attaching.catch(() => this.#sessions.delete(targetId));
    return attaching;
  }

  close(reason?: string): void {
    this.#alive.cancel();
    this.client.close(reason);
    this.release();
  }

  async #attach(targetId: string, signal: AbortSignal): Promise<PageSession> {
    const { sessionId } = await this.client.call<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true }, { signal });
    const session: PageSession = { id: sessionId, targetId, dialog: undefined, crashed: false, isGone: false, frames: new Map() };
    this.#bySession.set(sessionId, session);
    const options = { session: sessionId, timeoutMs: ENABLE_MS, signal };
    // A page held up by a dialog answers none but the first, and tells of the dialog; one that crashed before tells of that.
    const enabled = Promise.all([
      this.client.call('Inspector.enable', {}, options),
      this.client.call('Page.enable', {}, options),
      this.client.call('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true }, options),
    ]);
    await enabled.catch((error: unknown) => {
      if (!(error instanceof CdpTimeout || session.crashed)) throw error;
    });
    return session;
  }

  #take({ method, params, session }: CdpEvent): void {
    this.#downloads.take(method, params);
    if (method === 'Target.detachedFromTarget') this.#end(String(params.sessionId));
    const own = session === undefined ? undefined : this.#bySession.get(session);
    if (!own || session === undefined) return;
    if (method === 'Page.javascriptDialogOpening') own.dialog = dialogOf(params);
    if (method === 'Page.javascriptDialogClosed') own.dialog = undefined;
    if (method === 'Inspector.targetCrashed') this.#crash(own, session);
    if (method === 'Inspector.targetReloadedAfterCrash' && own.id === session) own.crashed = false;
    if (method === 'Target.attachedToTarget') this.#addFrame(own, params);
  }

  /** Frames of another site have a session of their own; their dialogs and frames are the page's all the same. */
  #addFrame(page: PageSession, params: CdpEvent['params']): void {
    const info = params.targetInfo as TargetInfo | undefined;
    const sessionId = String(params.sessionId);
    if (info?.type !== 'iframe') return;
    page.frames.set(info.targetId, sessionId);
    this.#bySession.set(sessionId, page);
    for (const [method, args] of frameSetup) this.client.call(method, args, { session: sessionId }).catch(() => undefined); // gone already
  }

  #crash(page: PageSession, sessionId: string): void {
    this.client.failPending(sessionId, 'the page crashed');
    if (page.id !== sessionId) return; // only a frame of it
    page.crashed = true;
    page.dialog = undefined;
  }

  #end(sessionId: string): void {
    const page = this.#bySession.get(sessionId);
    this.#bySession.delete(sessionId);
    if (page?.id === sessionId) page.isGone = true;
    else if (page) for (const [frame, id] of page.frames) if (id === sessionId) page.frames.delete(frame);
  }
}

const frameSetup = [
  ['Page.enable', {}],
  ['Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true }],
] as const;

const dialogOf = (params: CdpEvent['params']): PageDialog => ({
  kind: params.type as PageDialog['kind'],
  message: String(params.message ?? ''),
  defaultText: String(params.defaultPrompt ?? ''),
});

/** A port proves nothing by itself: whoever holds it must be the very process whose window is meant. */
async function connect(endpoint: Endpoint, signal: AbortSignal): Promise<CdpTransport> {
  try {
    if (endpoint.transport === 'pipe') return openPipe(endpoint.pipe);
    const { pid, port } = endpoint;
    if (!listensOn(pid, port)) throw foreign(pid, port);
    const url = endpoint.path ? `ws://127.0.0.1:${port}${endpoint.path}` : await browserAddress(port, CONNECT_MS, signal);
    const socket = await openWebSocket(url, { timeoutMs: CONNECT_MS, signal });
    if (isPeer(pid, { ourPort: socket.localPort, theirPort: port })) return socket;
    socket.close();
    throw foreign(pid, port);
  } catch (error) {
    throw asPageError(error);
  }
}

const foreign = (pid: number, port: number): DriverError =>
  new DriverError('page_unavailable', `Port ${port} is not held by pid ${pid}, so it is not attached to.`, { pid, port });

/** Faults of the protocol in the words of the catalog; anything else passes through. */
export function asPageError(error: unknown): unknown {
  if (error instanceof CdpConnectError)
    return new DriverError('page_unavailable', `The browser cannot be reached: ${error.message}.`, undefined, { cause: error });
  if (error instanceof CdpClosed)
    return new DriverError('page_unavailable', `The page went away: ${error.message}.`, undefined, { cause: error });
  if (error instanceof CdpTimeout)
    return new DriverError('app_unresponsive', `The page does not answer: ${error.message}.`, undefined, { cause: error });
  if (error instanceof CdpError && /navigated|context was destroyed|Cannot find context/i.test(error.message))
    return new DriverError('target_changed', 'The page went to another address meanwhile.', undefined, { cause: error });
  if (error instanceof CdpError)
    return new DriverError('delivery_failed', `The browser refused: ${error.message}.`, { code: error.code }, { cause: error });
  return error;
}
