import {
  CreateGC,
  CreateWindow,
  FreeGC,
  MapWindow,
  PolyFillRectangle,
  type X11Connection,
  type X11Event,
  type X11EventMap,
} from '../../../src/wire/x11/index.js';

export interface WindowSpec {
  readonly x?: number;
  readonly y?: number;
  readonly width?: number;
  readonly height?: number;
  readonly pixel?: number;
  readonly eventMask?: number;
}

/** A mapped window the window manager, if any, would leave alone. */
export async function openWindow(connection: X11Connection, spec: WindowSpec = {}): Promise<number> {
  const { x = 0, y = 0, width = 100, height = 80, pixel = 0, eventMask = 0 } = spec;
  const window = connection.ids.allocate();
  connection.send(CreateWindow, {
    window,
    parent: connection.root,
    x,
    y,
    width,
    height,
    values: { backgroundPixel: pixel, overrideRedirect: true, eventMask },
  });
  await connection.checked(MapWindow, { window });
  return window;
}

export async function fill(
  connection: X11Connection,
  drawable: number,
  pixel: number,
  rectangle: { x: number; y: number; width: number; height: number },
) {
  const gc = connection.ids.allocate();
  connection.send(CreateGC, { gc, drawable, values: { foreground: pixel } });
  connection.send(PolyFillRectangle, { drawable, gc, rectangles: [rectangle] });
  await connection.checked(FreeGC, { gc });
}

/** The next event of a kind that matches. */
export function nextEvent<Name extends keyof X11EventMap>(
  connection: X11Connection,
  name: Name,
  matches: (event: X11Event<Name>) => boolean = () => true,
): Promise<X11Event<Name>> {
  return new Promise((resolve) => {
    const stop = connection.on(name, (event) => {
      if (!matches(event)) return;
      stop();
      resolve(event);
    });
  });
}

/** All events of a kind from now on. */
export function collect<Name extends keyof X11EventMap>(connection: X11Connection, name: Name): X11Event<Name>[] {
  const events: X11Event<Name>[] = [];
  connection.on(name, (event) => events.push(event));
  return events;
}
