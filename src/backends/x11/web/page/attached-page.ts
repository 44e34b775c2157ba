import { DriverError } from '../../../../errors/driver-error.js';
import { after, type Timer } from '../../../../kit/clock.js';
import { poll } from '../../../../kit/poll.js';
import type { Delivered } from '../../../../model/gesture.js';
import type { FrameAnswer, PageDialog, PageInfo, PagePlace, PagePoint, PageStep, ScriptOutcome } from '../../../../model/page.js';
import { CdpError, CdpTimeout } from '../../../../wire/cdp/errors.js';
import type { Page, ScriptRequest } from '../../../port.js';
import { asPageError, type BrowserLink, type PageSession } from '../browser/browser-link.js';
import { askFrames, findInFrames, ScriptThrew } from './frames.js';
import { PageInput } from './input.js';
import { DRAG_BEGAN, FORGET_QUESTION, MEASURE, SCROLL_AT } from './page-scripts.js';
import { runScript } from './run-script.js';

/** What a page needs of the desktop it is on. */
export interface PageSurroundings {
  /** Does something while the browser is kept from activating its window because of it. */
  calmly<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** The page's part of the window, in window pixels. */
  area(signal: AbortSignal): Promise<{ x: number; y: number; width: number; height: number } | undefined>;
  /** Whether the window can be seen by anybody: not while it is minimised. */
  isShown(): Promise<boolean>;
  readonly windowSize: { readonly width: number; readonly height: number } | undefined;
}

const NAVIGATION_MS = 10_000;
/** A page acted on goes on believing that it has the focus for a while: what it opened would close otherwise. */
const FOCUS_LINGER_MS = 1500;

export class AttachedPage implements Page {
  #focusEnds: Timer | undefined;
  #attached: PageSession | undefined;

  constructor(
    private readonly link: BrowserLink,
    public info: PageInfo,
    private readonly surroundings: PageSurroundings,
  ) {}

  get owner() {
    return this.link.endpoint.owner;
  }

  async run(request: ScriptRequest, signal: AbortSignal): Promise<ScriptOutcome> {
    return this.#guarded(signal, 'alive', async (session) => {
      const script = (readOnly: boolean) =>
        this.#orDialog(session, runScript(this.link.client, session.id, { ...request, readOnly }, signal));
      // What only reads cannot bring a hidden window back; anything else, such as a dialog, might.
      const isHidden = this.info.windowId !== null && !(await this.surroundings.isShown());
      return isHidden ? script(true) : this.surroundings.calmly(() => script(false), signal);
    });
  }

  ask(source: string, args: readonly unknown[], signal: AbortSignal): Promise<readonly FrameAnswer[]> {
    return this.#guarded(signal, 'alive', (session) =>
      this.#orDialog(session, askFrames(this.link.client, session, { source, args }, signal)),
    );
  }

  async navigate(url: string, leave: boolean, signal: AbortSignal): Promise<void> {
    await this.#guarded(signal, 'even crashed', async (session) => {
      if (leave && !session.crashed)
        await this.link.client.call(
          'Runtime.evaluate',
          { expression: FORGET_QUESTION, includeCommandLineAPI: true },
          { session: session.id, signal },
        );
      const options = { session: session.id, timeoutMs: NAVIGATION_MS, signal };
      const go = () => this.#orDialog(session, this.link.client.call<{ errorText?: string }>('Page.navigate', { url }, options));
      const { errorText } = await this.surroundings.calmly(go, signal);
      if (errorText !== undefined && errorText !== 'net::ERR_ABORTED')
        throw new DriverError('delivery_failed', `${url} cannot be loaded: ${errorText}.`, { error: errorText });
      session.crashed = false;
    });
  }

  async loaded(timeoutMs: number, signal: AbortSignal): Promise<boolean> {
    const done = await poll(
      async () => {
        const [main] = await this.ask('() => document.readyState', [], signal).catch(whileNavigating);
        return main?.value === 'complete';
      },
      { timeoutMs, intervalMs: 30, signal },
    );
    return done ?? false;
  }

  dialog(): PageDialog | undefined {
    return this.#attached?.dialog;
  }

  async answerDialog(accept: boolean, text: string | undefined, signal: AbortSignal): Promise<void> {
    const session = await this.#session(signal);
    if (!session.dialog) throw new DriverError('element_not_found', 'The page shows no dialog.');
    try {
      const answer = { accept, ...(text === undefined ? {} : { promptText: text }) };
      const give = () => this.link.client.call('Page.handleJavaScriptDialog', answer, { session: session.id, signal });
      await this.surroundings.calmly(give, signal);
    } catch (error) {
      throw asPageError(error);
    }
    session.dialog = undefined;
  }

  async place(signal: AbortSignal): Promise<PagePlace | undefined> {
    const [[main], area] = await Promise.all([this.ask(MEASURE, [], signal), this.surroundings.area(signal)]);
    if (!main) return undefined;
    const { ratio, width, height } = main.value as { ratio: number; width: number; height: number };
    if (area && Math.abs(area.width - width * ratio) <= 2 + ratio) return { origin: { x: area.x, y: area.y }, scale: ratio, width, height };
    const window = this.surroundings.windowSize;
    // Without a tree: everything above the page is the browser's, and the sides are even.
    return (
      window && {
        origin: { x: Math.round((window.width - width * ratio) / 2), y: Math.round(window.height - height * ratio) },
        scale: ratio,
        width,
        height,
      }
    );
  }

  perform(steps: readonly PageStep[], signal: AbortSignal): Promise<Delivered> {
    return this.#guarded(signal, 'alive', (session) =>
      this.surroundings.calmly(async () => {
        await this.#believeFocused(session);
        const isUnseen = steps.some(({ kind }) => kind === 'wheel') && (this.info.active === false || !(await this.surroundings.isShown()));
        const scrollUnseen = isUnseen ? this.#scroller(session, signal) : undefined;
        const dragBegan = async () => {
          const answers = await askFrames(this.link.client, session, { source: DRAG_BEGAN, args: [] }, signal);
          return answers.some(({ value }) => value === true);
        };
        return new PageInput(this.link.client, session, { scrollUnseen, dragBegan, signal }).perform(steps);
      }, signal),
    );
  }

  #scroller(session: PageSession, signal: AbortSignal) {
    return async (at: PagePoint, by: PagePoint): Promise<string | undefined> => {
      const [main] = await askFrames(this.link.client, session, { source: SCROLL_AT, args: [at, by] }, signal);
      return main?.value === true ? undefined : 'nothing there scrolls while the page is not shown';
    };
  }

  async openTab(url: string, signal: AbortSignal): Promise<void> {
    await this.#guarded(signal, 'alive', () => this.link.client.call('Target.createTarget', { url, background: true }, { signal }));
  }

  setFiles(find: string, args: readonly unknown[], files: readonly string[], signal: AbortSignal): Promise<boolean> {
    return this.#guarded(signal, 'alive', async (session) => {
      const found = await findInFrames(this.link.client, session, { source: find, args }, signal);
      if (!found) return false;
      const options = { session: found.session, signal };
      await this.link.client.call('DOM.setFileInputFiles', { objectId: found.objectId, files: [...files] }, options);
      return true;
    });
  }

  async #believeFocused({ id }: PageSession): Promise<void> {
    const set = (enabled: boolean) => this.link.client.call('Emulation.setFocusEmulationEnabled', { enabled }, { session: id });
    if (this.#focusEnds) this.#focusEnds.cancel();
    else await set(true);
    this.#focusEnds = after(FOCUS_LINGER_MS, () => {
      this.#focusEnds = undefined;
      set(false).catch(() => undefined); // the page is gone
    });
  }

  async #session(signal: AbortSignal): Promise<PageSession> {
    this.#attached = await this.link.session(this.info.id, signal);
    return this.#attached;
  }

  async #guarded<T>(signal: AbortSignal, needs: 'alive' | 'even crashed', work: (session: PageSession) => Promise<T>): Promise<T> {
    try {
      const session = await this.#session(signal);
      if (session.crashed && needs === 'alive')
        throw new DriverError('page_unavailable', 'The page crashed; navigate loads it anew.', { crashed: true });
      if (session.dialog) throw heldUp(session.dialog);
      return await work(session);
    } catch (error) {
      if (error instanceof ScriptThrew && /is not a valid selector/.test(error.message))
        throw new DriverError('invalid_input', `css_selector: ${firstLine(error).replace(/^.*?: /, '')}`, undefined, { cause: error });
      if (error instanceof ScriptThrew) throw new DriverError('script_failed', firstLine(error), undefined, { cause: error });
      throw asPageError(error);
    }
  }

  /** What waits for the page also ends when the page starts waiting for a person. */
  async #orDialog<T>(session: PageSession, work: Promise<T>): Promise<T> {
    let stop = (): void => {};
    const opened = new Promise<never>((_, reject) => {
      stop = this.link.client.listen((event) => {
        if (event.session === session.id && event.method === 'Page.javascriptDialogOpening' && session.dialog)
          reject(heldUp(session.dialog));
      });
    });
    work.catch(() => undefined);
    try {
      return await Promise.race([work, opened]);
    } finally {
      stop();
    }
  }
}

const firstLine = ({ message }: Error): string => message.split('\n')[0] ?? message;

const heldUp = ({ kind, message }: PageDialog): DriverError =>
  new DriverError('page_dialog_open', `The page shows a dialog: ${kind} "${message.slice(0, 200)}".`, { dialog: { kind, message } });

/** The process that was asked may be swapped for another one's before it answers. */
function whileNavigating(error: unknown): [] {
  const { cause, code } = error instanceof DriverError ? error : {};
  if (cause instanceof CdpError || cause instanceof CdpTimeout || code === 'target_changed') return [];
  throw error;
}
