import { protocol } from '../codec/message.js';
import { optional, u8, u32 } from '../codec/scalars.js';

const core = protocol(undefined);

/** `focus`: 0 none, 1 pointer root, else a window. `revertTo`: 0 none, 1 pointer root, 2 parent. */
export const SetInputFocus = core.command('SetInputFocus', 42, {
  head: { revertTo: optional(u8, 0) },
  body: { focus: u32, time: optional(u32, 0) },
});

export const GetInputFocus = core.query('GetInputFocus', 43, {}, { head: { revertTo: u8 }, body: { focus: u32 } });
