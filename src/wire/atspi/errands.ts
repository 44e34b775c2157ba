/**
 * What an application is asked to do, as opposed to what it is asked about.
 *
 * Most do it while they handle the message. One that asks something back in a dialog is at it until that is closed: it goes on
 * drawing and answering, but what speaks through atk-bridge takes nothing more from the socket the message came over, and stands
 * still for good with the next key if anything waits there by then, be it only the news that the socket was closed. So each errand
 * has a socket to itself, which stays open for as long as the errand may go on, also when our process has ended.
 */
import { delay } from '../../kit/clock.js';
import { logger } from '../../kit/log.js';
import { keepOpen } from '../dbus/keep-open.js';
import type { DirectLinks } from './direct-links.js';
import type { AtspiBus } from './invoke.js';
import { getChildren } from './objects/accessible.js';
import { ROOT_PATH, refKey } from './ref.js';

const log = logger('accessibility');

/** An application that has not answered is looked at this often: it may have opened something. */
const LOOK_AGAIN_MS = 30;

interface Errand {
  readonly link: AtspiBus;
  /** The windows the application had before: as long as it has others, it may be at it. */
  readonly windows: ReadonlySet<string>;
  /** Ends what else keeps the socket open. */
  letGo(): void;
}

export class Errands {
  readonly #idle = new Map<string, AtspiBus>();
  readonly #unfinished = new Map<string, Set<Errand>>();
  readonly #settling = new Set<Promise<void>>();

  constructor(private readonly links: DirectLinks) {}

  /** Undefined when the application has opened something instead of answering: it is at it. */
  async run<T>(app: string, ask: (at: AtspiBus) => Promise<T>): Promise<T | undefined> {
    const reading = await this.links.to(app);
    const windows = await windowsOf(reading, app);
    const link = this.links.isDirect(reading) ? await this.#linkTo(app, windows) : reading;
    const answer = ask(link);
    const done = Promise.race([answer, hasOpened(reading, app, windows, answer)]);
    if (link !== reading) this.#settle(app, { link, windows }, done);
    return done;
  }

  async close(): Promise<void> {
    await Promise.all(this.#settling);
    for (const { bus } of this.#idle.values()) bus.close();
    for (const errands of this.#unfinished.values()) for (const { link } of errands) link.bus.abandon();
  }

  async #linkTo(app: string, windows: ReadonlySet<string>): Promise<AtspiBus> {
    const unfinished = this.#unfinished.get(app);
    for (const errand of unfinished ?? []) {
      if (hasOthers(windows, errand.windows)) continue;
      unfinished?.delete(errand);
      errand.letGo();
      errand.link.bus.close();
    }
    const idle = this.#idle.get(app);
    this.#idle.delete(app);
    return idle && !idle.bus.closed ? idle : this.links.open(app);
  }

  #settle(app: string, errand: Pick<Errand, 'link' | 'windows'>, done: Promise<unknown>): void {
    const settling = done
      .catch(() => {}) // said by whoever waits for it
      .then(() => this.#sortOut(app, errand))
      .finally(() => this.#settling.delete(settling));
    this.#settling.add(settling);
  }

  /** An application that has answered something since is through with the errand, or waits in what that opened. */
  async #sortOut(app: string, { link, windows }: Pick<Errand, 'link' | 'windows'>): Promise<void> {
    if (link.bus.closed) return;
    const now = await this.links
      .to(app)
      .then((reading) => windowsOf(reading, app))
      .catch(() => undefined);
    if (now && !hasOthers(now, windows)) {
      this.#idle.get(app)?.bus.close();
      this.#idle.set(app, link);
      return;
    }
    const letGo = await link.bus.share(keepOpen).catch((error) => {
      log.warn('an application may stand still if we end before its dialog is closed', { app, error });
      return () => {};
    });
    const errand = { link, windows, letGo };
    const unfinished = this.#unfinished.get(app) ?? new Set();
    this.#unfinished.set(app, unfinished.add(errand));
    link.bus.onClose(() => unfinished.delete(errand));
  }
}

async function windowsOf(at: AtspiBus, app: string): Promise<Set<string>> {
  return new Set((await getChildren(at, { bus: app, path: ROOT_PATH })).map(refKey));
}

const hasOthers = (now: ReadonlySet<string>, before: ReadonlySet<string>): boolean => [...now].some((each) => !before.has(each));

/** Resolves once it has, or after the answer. */
async function hasOpened(at: AtspiBus, app: string, windows: ReadonlySet<string>, answer: Promise<unknown>): Promise<undefined> {
  let isAnswered = false;
  const answered = () => {
    isAnswered = true;
  };
  answer.then(answered, answered);
  for (;;) {
    await delay(LOOK_AGAIN_MS);
    if (isAnswered) return undefined;
    if (hasOthers(await windowsOf(at, app).catch(() => windows), windows)) return undefined;
  }
}
