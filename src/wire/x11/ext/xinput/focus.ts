import { optional, pad, u16, u32 } from '../../codec/scalars.js';
import { xi } from './version.js';

/** `window`: 0 none, 1 pointer root, else a window. */
export const XISetFocus = xi.command('XISetFocus', 49, { body: { window: u32, time: optional(u32, 0), deviceId: u16, _pad: pad(2) } });

export const XIGetFocus = xi.query('XIGetFocus', 50, { body: { deviceId: u16, _pad: pad(2) } }, { body: { focus: u32 } });
