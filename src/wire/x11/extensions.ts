import type { ExtensionDef } from './codec/message.js';
import { BigRequests } from './ext/big-requests.js';
import { Composite } from './ext/composite.js';
import { Damage } from './ext/damage.js';
import { Dpms } from './ext/dpms.js';
import { RandR } from './ext/randr.js';
import { Res } from './ext/res.js';
import { ScreenSaver } from './ext/screen-saver.js';
import { Shape } from './ext/shape.js';
import { Shm } from './ext/shm.js';
import { Sync } from './ext/sync.js';
import { XFixes } from './ext/xfixes.js';
import { XInput } from './ext/xinput/version.js';
import { Xkb } from './ext/xkb/version.js';
import { XTest } from './ext/xtest.js';
import { XWayland } from './ext/xwayland.js';

/** The extensions every connection asks the server for. */
export const knownExtensions: readonly ExtensionDef[] = [
  BigRequests,
  Composite,
  Damage,
  Dpms,
  RandR,
  Res,
  ScreenSaver,
  Shape,
  Shm,
  Sync,
  XFixes,
  XInput,
  Xkb,
  XTest,
  XWayland,
];
