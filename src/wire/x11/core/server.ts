import { text } from '../codec/lists.js';
import { protocol } from '../codec/message.js';
import { bool, count, pad, u8, u16, u32 } from '../codec/scalars.js';

const core = protocol(undefined);

export const GrabServer = core.command('GrabServer', 36, {});
export const UngrabServer = core.command('UngrabServer', 37, {});

export const QueryExtension = core.query(
  'QueryExtension',
  98,
  { body: { nameLength: count('name', u16), _pad: pad(2), name: text } },
  { body: { present: bool, majorOpcode: u8, firstEvent: u8, firstError: u8 } },
);

/** Whether what a client made goes with its connection: DestroyAll unless told. */
export const CloseDownMode = { DestroyAll: 0, RetainPermanent: 1, RetainTemporary: 2 } as const;

export const SetCloseDownMode = core.command('SetCloseDownMode', 112, { head: { mode: u8 } });

/** `resource` 0 kills what temporarily retained clients left behind. */
export const KillClient = core.command('KillClient', 113, { body: { resource: u32 } });

export const GetScreenSaver = core.query(
  'GetScreenSaver',
  108,
  {},
  { body: { timeout: u16, interval: u16, preferBlanking: bool, allowExposures: bool } },
);

/** `mode`: 0 lights the screen, 1 has the saver begin. */
export const ForceScreenSaver = core.command('ForceScreenSaver', 115, { head: { mode: u8 } });
