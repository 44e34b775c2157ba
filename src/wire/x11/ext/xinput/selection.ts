import { bits } from '../../codec/bits.js';
import { list } from '../../codec/lists.js';
import { count, pad, u16, u32 } from '../../codec/scalars.js';
import { struct } from '../../codec/struct.js';
import { xi } from './version.js';

/** `mask` holds event numbers; an empty one selects nothing. */
const eventMask = struct({ deviceId: u16, maskWords: count('mask', u16), mask: bits });

export const XISelectEvents = xi.command('XISelectEvents', 46, {
  body: { window: u32, maskCount: count('masks', u16), _pad: pad(2), masks: list(eventMask) },
});

export const XIGetSelectedEvents = xi.query(
  'XIGetSelectedEvents',
  60,
  { body: { window: u32 } },
  { body: { maskCount: count('masks', u16), _pad: pad(22), masks: list(eventMask) } },
);
