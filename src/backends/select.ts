/** Chooses the backend for a desktop: the only file that looks at the platform, and the only one that knows the backends. */
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../config/env.js';
import type { OffhandPaths } from '../config/paths.js';
import type { Config } from '../config/schema.js';
import { DriverError } from '../errors/driver-error.js';
import { findDesktop } from '../stage/stop.js';
import { findSessionBus } from '../wire/dbus/session-bus.js';
import type { Backend } from './port.js';

export interface DesktopsOptions {
  readonly env: Environment;
  readonly paths: OffhandPaths;
  readonly settings: () => Config;
  /** Environment of applications started on the person's own desktop. */
  readonly appEnv: Readonly<Record<string, string>>;
}

type LostBackend = Backend & { readonly lost: Promise<unknown> };

/** The desktops of this process, each opened once and again after its display went away. */
export class Desktops implements AsyncDisposable {
  readonly #open = new Map<string, Promise<LostBackend>>();

  constructor(private readonly options: DesktopsOptions) {}

  isPrivate(name: string | undefined): boolean {
    return (name ?? this.options.env.desktop) !== undefined;
  }

  backend(name: string | undefined, _signal: AbortSignal): Promise<Backend> {
    const desktop = name ?? this.options.env.desktop;
    const key = desktop ?? '';
    const known = this.#open.get(key);
    if (known) return known;
    // Not the caller's signal: others wait for the same backend.
    const opening = this.#openBackend(desktop, new AbortController().signal);
    this.#open.set(key, opening);
    const forget = () => {
      if (this.#open.get(key) === opening) this.#open.delete(key);
    };
    opening.then((backend) => backend.lost.then(forget), forget);
    return opening;
  }

  async releaseSession(session: string): Promise<void> {
    for (const opening of this.#open.values()) {
      const backend = await opening.catch(() => undefined);
      await backend?.seats.release(session);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const all = await Promise.allSettled(this.#open.values());
    this.#open.clear();
    await Promise.allSettled(all.map((each) => (each.status === 'fulfilled' ? each.value[Symbol.asyncDispose]() : undefined)));
  }

  async #openBackend(desktop: string | undefined, signal: AbortSignal): Promise<LostBackend> {
    const { env, paths, settings } = this.options;
    if (process.platform !== 'linux') {
      throw new DriverError('platform_unsupported', `Offhand does not drive ${process.platform} yet.`, { platform: process.platform });
    }
    const { openX11 } = await import('./x11/backend.js');
    const shared = {
      dataDirs: dataDirs(env),
      path: env.path,
      maxSeats: settings().max_seats,
      journalDir: paths.runtimeDir,
      browsersDir: join(paths.dataDir, 'browsers'),
    };
    if (desktop !== undefined) {
      const stage = await findDesktop(desktop);
      return openX11(
        { ...shared, display: stage.display, xauthority: stage.xauthority, sessionBus: [stage.busAddress], appEnv: stage.env },
        signal,
      );
    }
    if (env.display === undefined) {
      const why = env.waylandDisplay === undefined ? 'DISPLAY is not set' : 'this is a Wayland session without Xwayland';
      throw new DriverError('display_unavailable', `No display: ${why}.`);
    }
    return openX11(
      {
        ...shared,
        display: env.display,
        xauthority: env.xauthority ?? defaultXauthority(env),
        sessionBus: findSessionBus({
          env: { DBUS_SESSION_BUS_ADDRESS: env.sessionBus, XDG_RUNTIME_DIR: env.xdgRuntimeDir },
          uid: userInfo().uid,
        }),
        appEnv: { ...this.options.appEnv, ...ACCESSIBLE },
        mayUseXwayland: () => settings().x11_seat_on_wayland,
      },
      signal,
    );
  }
}

/** Qt 5 joins the accessibility bus only when told to; harmless to everything else. */
const ACCESSIBLE = { QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1' };

const dataDirs = (env: Environment): string[] => [env.xdgDataHome ?? `${env.home}/.local/share`, ...env.xdgDataDirs];
const defaultXauthority = (env: Environment): string => `${env.home}/.Xauthority`;
