/** A private desktop: an X server, a window manager, a session bus and a home of its own, apart from the person's. */
export const windowManagerNames = ['openbox', 'xfwm4', 'metacity', 'kwin_x11', 'i3', 'fluxbox', 'none'] as const;
export type WindowManagerName = (typeof windowManagerNames)[number];

export interface DesktopSize {
  readonly width: number;
  readonly height: number;
}

/** A pid alone may come to name another process. */
export interface ProcessRef {
  readonly pid: number;
  readonly starttime: number;
}

export interface Desktop {
  readonly name: string;
  /** Unique for good; every process of the desktop carries it in its environment. */
  readonly id: string;
  readonly display: string;
  readonly xauthority: string;
  readonly busAddress: string;
  readonly accessibilityBusAddress: string;
  readonly size: DesktopSize;
  readonly windowManager: WindowManagerName;
  /** Holds home, runtime directory and logs; removed when the desktop ends. */
  readonly directory: string;
  /** The whole environment for programs that are to run on this desktop. */
  readonly env: Readonly<Record<string, string>>;
  readonly processes: {
    readonly supervisor: ProcessRef;
    readonly server: ProcessRef;
    readonly bus: ProcessRef;
    readonly windowManager?: ProcessRef | undefined;
  };
  /** The desktop ends when this process does; without one it lives until it is stopped. */
  readonly owner?: ProcessRef | undefined;
  readonly startedAtMs: number;
}

export const DESKTOP_ID_VARIABLE = 'OFFHAND_DESKTOP_ID';
