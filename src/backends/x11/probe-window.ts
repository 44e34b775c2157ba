/** A small window of our own to prove things on: it never asks for the focus and tells what input it gets. */
import { poll } from '../../kit/poll.js';
import {
  ChangeProperty,
  CreateWindow,
  DestroyWindow,
  EventMask,
  MapWindow,
  WindowClass,
  writeWords,
  XIDevice,
  XIEventType,
  XISelectEvents,
} from '../../wire/x11/index.js';
import { type Display, XA } from './display.js';

export const PROBE_TITLE = 'Offhand doctor';
export const PROBE_SIZE = 120;
const COLOR = 0x2f6fed;

export interface ProbeWindow extends AsyncDisposable {
  readonly id: number;
  /** Buttons pressed in it so far, by any pointer. */
  presses(): number;
}

export async function openProbeWindow(display: Display): Promise<ProbeWindow> {
  const { x, root, atoms } = display;
  const id = x.ids.allocate();
  let presses = 0;
  const stop = x.on('XIButtonPress', ({ event }) => {
    if (event === id) presses++;
  });
  x.send(CreateWindow, {
    window: id,
    parent: root,
    x: 0,
    y: 0,
    width: PROBE_SIZE,
    height: PROBE_SIZE,
    class: WindowClass.InputOutput,
    values: { backgroundPixel: COLOR, eventMask: EventMask.StructureNotify | EventMask.Exposure },
  });
  x.send(ChangeProperty, { window: id, property: XA.WM_NAME, type: XA.STRING, format: 8, data: Buffer.from(PROBE_TITLE) });
  x.send(ChangeProperty, {
    window: id,
    property: XA.WM_CLASS,
    type: XA.STRING,
    format: 8,
    data: Buffer.from('offhand-doctor\0Offhand-doctor\0'),
  });
  writeWords(x, id, atoms._NET_WM_PID, XA.CARDINAL, [process.pid]);
  writeWords(x, id, atoms._NET_WM_USER_TIME, XA.CARDINAL, [0]);
  x.send(XISelectEvents, { window: id, masks: [{ deviceId: XIDevice.AllMaster, mask: [XIEventType.ButtonPress] }] });
  let mapped = false;
  const unmap = x.on('MapNotify', ({ window }) => {
    if (window === id) mapped = true;
  });
  x.send(MapWindow, { window: id });
  await poll(() => mapped, { timeoutMs: 3000 });
  unmap();
  return {
    id,
    presses: () => presses,
    [Symbol.asyncDispose]: async () => {
      stop();
      await x.checked(DestroyWindow, { window: id }).catch(() => {});
    },
  };
}
