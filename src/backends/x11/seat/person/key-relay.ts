/**
 * Chromium listens only to the keyboard that is listed last, so an agent's own keyboard makes it deaf to the person's.
 * As long as agents have keyboards, every key of the person that reaches a window of Chromium is sent to it once more
 * as an event of no device, which it takes. Keys are passed on as they come, and never kept.
 */
import {
  ChangeWindowAttributes,
  CreateWindow,
  clientPids,
  coreEvents,
  EventMask,
  GetSelectionOwner,
  GrabServer,
  QueryTree,
  Res,
  readProperty,
  readWords,
  SendEvent,
  SetSelectionOwner,
  texts,
  UngrabServer,
  WindowClass,
  words,
  type X11Connection,
  XIDevice,
  XIDeviceUse,
  XIEventType,
  XIQueryDevice,
  XISelectEvents,
} from '../../../../wire/x11/index.js';
import { ifAlive, XA } from '../../display.js';
import { clientOf } from '../target/target.js';
import { detectToolkit } from '../toolkit/detect.js';

const SELECTION = '_OFFHAND_KEY_RELAY';
const GROUP_SHIFT = 13;
const keyboard = XIDevice.CoreKeyboard;

interface DeviceUse {
  readonly deviceId: number;
  readonly use: number;
}

const isAgents = ({ deviceId, use }: DeviceUse): boolean => use === XIDeviceUse.MasterKeyboard && deviceId !== keyboard;

export class KeyRelay {
  /** Whether a client is Chromium, by its ids, which the next one is given when it ends, and its process. */
  #clients: ReadonlyMap<string, boolean> = new Map();
  #isDeaf = false;
  #isOurs = false;
  #refreshing: Promise<void> = Promise.resolve();

  private constructor(
    private readonly x: X11Connection,
    private readonly ownWindow: number,
    private readonly atoms: { readonly selection: number; readonly clients: number; readonly pid: number },
  ) {}

  /** `x` must be a connection nothing else is done on. Once this resolves, devices may be added. */
  static async open(x: X11Connection): Promise<KeyRelay> {
    const [selection, clients, pid] = await Promise.all([
      x.atoms.intern(SELECTION),
      x.atoms.intern('_NET_CLIENT_LIST'),
      x.atoms.intern('_NET_WM_PID'),
    ]);
    const window = x.ids.allocate();
    const values = { overrideRedirect: true };
    x.send(CreateWindow, { window, parent: x.root, x: -50, y: -50, width: 1, height: 1, class: WindowClass.InputOnly, values });
    const relay = new KeyRelay(x, window, { selection, clients, pid });
    relay.#listen();
    await relay.#claim();
    await relay.#refresh();
    const { devices } = await x.request(XIQueryDevice, { deviceId: XIDevice.All });
    relay.#isDeaf = devices.some(isAgents);
    return relay;
  }

  close(): Promise<void> {
    return this.x.close();
  }

  #listen(): void {
    const { x, atoms } = this;
    x.on('XIKeyPress', (event) => this.#pass(event, true));
    x.on('XIKeyRelease', (event) => this.#pass(event, false));
    // It comes to us between the same two keys as to Chromium, which asks for the list then.
    x.on('XIHierarchyChanged', ({ infos }) => {
      this.#isDeaf = infos.some(isAgents);
    });
    const refresh = () => {
      this.#refreshing = this.#refreshing.then(() => this.#refresh()).catch(() => {}); // the display went away
    };
    x.on('MapNotify', refresh);
    x.on('PropertyNotify', ({ atom }) => {
      if (atom === atoms.clients) refresh();
    });
    x.on('SelectionClear', () => {
      this.#isOurs = false;
    });
    x.on('DestroyNotify', ({ window, event }) => {
      if (window === event) this.#claim().catch(() => {}); // the display went away
    });
    x.send(XISelectEvents, { window: x.root, masks: [{ deviceId: XIDevice.All, mask: [XIEventType.HierarchyChanged] }] });
    x.send(ChangeWindowAttributes, {
      window: x.root,
      values: { eventMask: EventMask.PropertyChange | EventMask.SubstructureNotify },
    });
  }

  /** One process passes keys on, however many have agents; when it ends, the next one does. */
  async #claim(): Promise<void> {
    const { x, ownWindow } = this;
    const { selection } = this.atoms;
    x.send(GrabServer);
    const { owner } = await x.request(GetSelectionOwner, { selection });
    if (owner === 0) x.send(SetSelectionOwner, { owner: ownWindow, selection });
    else x.send(ChangeWindowAttributes, { window: owner, values: { eventMask: EventMask.StructureNotify } });
    x.send(UngrabServer);
    await x.sync();
    this.#isOurs = owner === 0 || owner === ownWindow;
  }

  async #refresh(): Promise<void> {
    const { x, atoms } = this;
    const [listed, { children }] = await Promise.all([readWords(x, x.root, atoms.clients), x.request(QueryTree, { window: x.root })]);
    const windows = [...new Set([...listed, ...children])];
    const pids = x.has(Res) ? await clientPids(x, windows) : [];
    const clients = new Map<string, boolean>();
    for (const [at, window] of windows.entries()) {
      const client = `${clientOf(x, window)} ${pids[at]}`;
      const isChromium = clients.get(client) ?? this.#clients.get(client) ?? (await this.#isChromium(window, pids[at]));
      if (isChromium !== undefined) clients.set(client, isChromium);
      if (isChromium)
        x.send(XISelectEvents, { window, masks: [{ deviceId: keyboard, mask: [XIEventType.KeyPress, XIEventType.KeyRelease] }] });
    }
    this.#clients = clients;
    await x.sync();
  }

  /** Undefined where that cannot be said yet: a client's first window may be a helper's, before the program itself is loaded. */
  async #isChromium(window: number, owner: number | undefined): Promise<boolean | undefined> {
    const [wmClass, pid] = await Promise.all([
      ifAlive(readProperty(this.x, window, XA.WM_CLASS)),
      ifAlive(readProperty(this.x, window, this.atoms.pid)),
    ]);
    const [instance = '', className = ''] = texts(wmClass);
    const is = detectToolkit([owner, words(pid)[0]], instance, className) === 'chromium';
    return is || className !== '' ? is : undefined;
  }

  #pass(event: KeyEvent, pressed: boolean): void {
    if (!this.#isDeaf || !this.#isOurs || event.deviceId !== keyboard) return;
    const { x } = this;
    const fields = {
      detail: event.detail,
      time: event.time,
      root: event.root,
      event: event.event,
      child: event.child,
      rootX: Math.floor(event.rootX),
      rootY: Math.floor(event.rootY),
      eventX: Math.floor(event.eventX),
      eventY: Math.floor(event.eventY),
      state: event.mods.effective | (event.group.effective << GROUP_SHIFT),
      sameScreen: true,
    };
    const core = x.encodeEvent(pressed ? coreEvents.KeyPress : coreEvents.KeyRelease, fields);
    x.send(SendEvent, { destination: event.event, eventMask: 0, event: core });
    x.flush();
  }
}

interface KeyEvent {
  readonly deviceId: number;
  readonly detail: number;
  readonly time: number;
  readonly root: number;
  readonly event: number;
  readonly child: number;
  readonly rootX: number;
  readonly rootY: number;
  readonly eventX: number;
  readonly eventY: number;
  readonly mods: { readonly effective: number };
  readonly group: { readonly effective: number };
}
