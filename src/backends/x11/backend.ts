import { DriverError } from '../../errors/driver-error.js';
import type { Window } from '../../model/window.js';
import { Composite } from '../../wire/x11/ext/composite.js';
import { RandR } from '../../wire/x11/ext/randr.js';
import { Shape } from '../../wire/x11/ext/shape.js';
import { XInput, XTest } from '../../wire/x11/index.js';
import type { Ability, Backend, Capabilities } from '../port.js';
import { X11Access } from './access/access.js';
import { AccessibilityBus } from './access/bus.js';
import { AppNames } from './apps/app-names.js';
import { X11Apps } from './apps/apps.js';
import { LaunchGuard, type Shelter } from './apps/launch-guard.js';
import { X11Clipboard } from './clipboard/clipboard.js';
import { asDisplayError, type Display, type DisplayAddress, openDisplay } from './display.js';
import type { Guarded } from './guarded.js';
import { overlayAbility, X11Overlay } from './overlay/overlay.js';
import { UnseenCapture } from './overlay/unseen-capture.js';
import { X11PersonWatch } from './person-watch.js';
import { WindowActivity } from './pixels/activity.js';
import { X11Capture } from './pixels/capture.js';
import { Redirection } from './pixels/redirection.js';
import { openSeats, type X11Seats } from './seat/seats.js';
import { selfTest } from './self-test.js';
import { X11Pages } from './web/pages.js';
import { PretendedFocus } from './web/pretended-focus.js';
import { WindowList } from './windows/window-list.js';
import { X11Windows } from './windows/windows.js';
import { consenting, seatConsent } from './xwayland.js';

export interface X11Options extends DisplayAddress {
  readonly sessionBus: readonly string[];
  readonly appEnv: Readonly<Record<string, string>>;
  readonly dataDirs: readonly string[];
  readonly path: string;
  readonly maxSeats: number;
  /** Folder for the profiles of browsers started by us. */
  readonly browsersDir: string;
  /** Folder for what must be undone if this process dies. */
  readonly journalDir: string;
  /** Whether the person allows an agent seat inside Xwayland; asked each time, as the answer may change. */
  readonly mayUseXwayland?: () => boolean;
}

const yes = (why: string): Ability => ({ available: true, why });
const no = (why: string): Ability => ({ available: false, why });

/** One desktop over X11. Each concern has its own connection where events or grabs must not mix. */
export async function openX11(options: X11Options, signal: AbortSignal): Promise<Backend & { readonly lost: Promise<unknown> }> {
  const [main, watching, launching] = await Promise.all([
    openDisplay(options, signal),
    openDisplay(options, signal),
    openDisplay(options, signal),
  ]);
  const bus = lazyBus(options.sessionBus);
  const names = new AppNames();
  const windows = new X11Windows(main, new WindowList(main), names);

  const redirection = new Redirection(main);
  const activity = new WindowActivity(main, redirection);
  const capture = new X11Capture(main, redirection, activity);
  const overlay = new X11Overlay(options);
  const person = await X11PersonWatch.open(watching);
  const seats = openSeats(options, { ...options, leaving: (leave) => person.around(leave) });
  const isSeatAllowed = await seatConsent(main, options.mayUseXwayland);
  const guarded = guarding(seats, isSeatAllowed);
  const access = openAccess(main, bus.get, activity, guarded);
  const pageArea = (window: Window) => access.pageArea(window);
  const pages = new X11Pages({ ...options, windows, focus: new PretendedFocus(main), guarded, pageArea });
  const guard = new LaunchGuard(launching, launchShelter(seats, isSeatAllowed));
  const capabilities = consenting(await probe(main, bus.get, options), isSeatAllowed);
  const close = async (): Promise<void> => {
    capture.close();
    await pages.close();
    await overlay[Symbol.asyncDispose]();
    await seats[Symbol.asyncDispose]();
    await bus.close();
    await Promise.all([main, watching, launching].map(({ x }) => x.close()));
  };
  return {
    name: 'x11',
    capabilities,
    windows,
    apps: new X11Apps({ ...options, windows, names, guard, guarded, env: options.appEnv }),
    access,
    pages,
    seats,
    capture: new UnseenCapture(capture, overlay, main),
    overlay,
    person,
    selfTest: (testSignal) => selfTest(launching, { windows, capture, seats, person, capabilities }, testSignal),
    clipboard: new X11Clipboard(main),
    lost: main.x.closed.then((reason) => asDisplayError(reason, options.display)),
    [Symbol.asyncDispose]: close,
  };
}

function openAccess({ x }: Display, ...parts: ConstructorParameters<typeof X11Access>): X11Access {
  const access = new X11Access(...parts);
  x.on('DestroyNotify', ({ window }) => access.forget(window));
  return access;
}

/** Where no seat can be had, nothing can be kept from the person. */
function guarding(seats: X11Seats, isAllowed: () => boolean): Guarded {
  return async (window, work) => {
    const done = isAllowed() ? await seats.guardProgram(PROGRAMS, window).catch(() => undefined) : undefined;
    return work().finally(done);
  };
}

/** Where no seat can be had, what the launch guard restores afterwards has to do. */
function launchShelter(seats: X11Seats, isAllowed: () => boolean): Shelter {
  return async (onPersonGoes) => (isAllowed() ? seats.guardAgainstNew(LAUNCHER, onPersonGoes).catch(() => undefined) : undefined);
}

const LAUNCHER = 'launch';
/** Those that are asked to do something by other means than input. */
const PROGRAMS = 'programs';

/** Connected on first use and again after it went away; a desktop without a bus still has pictures and windows. */
function lazyBus(addresses: readonly string[]) {
  let current: Promise<AccessibilityBus> | undefined;
  const get = async (): Promise<AccessibilityBus> => {
    const known = await current?.catch(() => undefined);
    if (known && !known.client.bus.closed) return known;
    current = AccessibilityBus.open({ session: addresses });
    return current;
  };
  const close = async () => {
    const bus = await current?.catch(() => undefined);
    await bus?.close();
  };
  return { get, close };
}

async function probe({ x }: Display, bus: () => Promise<AccessibilityBus>, options: X11Options): Promise<Capabilities> {
  const accessibility = await bus().then(
    () => yes('AT-SPI answers'),
    (error: unknown) => no(error instanceof DriverError ? error.message : String(error)),
  );
  const seatNeeds = [XInput, XTest, Shape].filter((extension) => !x.has(extension)).map(({ name }) => name);
  const seat =
    seatNeeds.length > 0 ? no(`the display server lacks ${seatNeeds.join(', ')}`) : yes('a pointer and keyboard of our own can be made');
  return {
    accessibility,
    capture: x.has(Composite) ? yes('covered windows too') : no('the display server lacks Composite'),
    seat,
    foreground: x.has(XTest) ? yes('through XTEST') : no('the display server lacks XTEST'),
    clipboard: yes('through selections'),
    overlay: overlayAbility(x),
    details: {
      display: options.display,
      vendor: x.setup.vendor,
      screen: `${x.screen.width}×${x.screen.height}`,
      monitors: x.has(RandR) ? 'RANDR' : 'one',
    },
  };
}
