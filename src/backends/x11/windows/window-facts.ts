/** What one top-level window says about itself, read in one pipelined burst. */
import type { Rect } from '../../../model/geometry.js';
import type { WindowState } from '../../../model/window.js';
import { clientPids, Res } from '../../../wire/x11/ext/res.js';
import type { X11Connection } from '../../../wire/x11/index.js';
import {
  GetGeometry,
  GetWindowAttributes,
  MapState,
  readProperty,
  TranslateCoordinates,
  textOf,
  texts,
  words,
} from '../../../wire/x11/index.js';
import { type Display, ifAlive, XA } from '../display.js';

export interface WindowFacts {
  readonly pid: number | null;
  readonly instance: string;
  readonly className: string;
  readonly title: string;
  readonly bounds: Rect;
  readonly workspace: number | undefined;
  readonly isMapped: boolean;
  readonly isIconic: boolean;
  readonly isHidden: boolean;
  readonly isShaded: boolean;
  readonly isDialog: boolean;
  readonly isShell: boolean;
  /** Shown while the program starts, until its real window is there. */
  readonly isSplash: boolean;
}

const ICONIC_STATE = 3;
const ALL_WORKSPACES = 0xffffffff;

export async function readWindowFacts({ x, atoms, root }: Display, window: number): Promise<WindowFacts | undefined> {
  const property = (atom: number) => readProperty(x, window, atom);
  return ifAlive(
    (async () => {
      const [attributes, geometry, place, wmClass, netName, name, pid, states, workspace, wmState, type, transient] = await Promise.all([
        x.request(GetWindowAttributes, { window }),
        x.request(GetGeometry, { drawable: window }),
        x.request(TranslateCoordinates, { srcWindow: window, dstWindow: root, srcX: 0, srcY: 0 }),
        property(XA.WM_CLASS),
        property(atoms._NET_WM_NAME),
        property(XA.WM_NAME),
        property(atoms._NET_WM_PID),
        property(atoms._NET_WM_STATE),
        property(atoms._NET_WM_DESKTOP),
        property(atoms.WM_STATE),
        property(atoms._NET_WM_WINDOW_TYPE),
        property(XA.WM_TRANSIENT_FOR),
      ]);
      const [instance = '', className = ''] = texts(wmClass);
      const state = new Set(words(states));
      const types = new Set(words(type));
      return {
        pid: words(pid)[0] ?? (await clientPid(x, window)),
        instance,
        className,
        title: textOf(netName) ?? textOf(name) ?? '',
        bounds: { x: place.dstX, y: place.dstY, width: geometry.width, height: geometry.height },
        workspace: words(workspace)[0] === ALL_WORKSPACES ? undefined : words(workspace)[0],
        isMapped: attributes.mapState === MapState.Viewable,
        isIconic: words(wmState)[0] === ICONIC_STATE,
        isHidden: state.has(atoms._NET_WM_STATE_HIDDEN),
        isShaded: state.has(atoms._NET_WM_STATE_SHADED),
        isDialog: types.has(atoms._NET_WM_WINDOW_TYPE_DIALOG) || words(transient).length > 0,
        isShell: types.has(atoms._NET_WM_WINDOW_TYPE_DESKTOP) || types.has(atoms._NET_WM_WINDOW_TYPE_DOCK),
        isSplash: types.has(atoms._NET_WM_WINDOW_TYPE_SPLASH),
      };
    })(),
  );
}

/** Old toolkits do not say which process they are; the server knows who connected. */
async function clientPid(x: X11Connection, window: number): Promise<number | null> {
  if (!x.has(Res)) return null;
  const [pid] = await clientPids(x, [window]);
  return pid ?? null;
}

/** Window managers unmap for several reasons; the workspace tells minimising and being elsewhere apart. */
export function windowState(facts: WindowFacts, currentWorkspace: number | undefined): WindowState {
  const elsewhere = facts.workspace !== undefined && currentWorkspace !== undefined && facts.workspace !== currentWorkspace;
  if (facts.isShaded) return elsewhere ? 'other_workspace' : 'shaded';
  if (elsewhere) return 'other_workspace';
  if (facts.isMapped && !facts.isHidden) return 'normal';
  return facts.isIconic || facts.isHidden || !facts.isMapped ? 'minimized' : 'normal';
}
