import { formatted, list } from '../codec/lists.js';
import { protocol } from '../codec/message.js';
import { bool, count, optional, pad, u8, u16, u32 } from '../codec/scalars.js';

const core = protocol(undefined);

/** `mode`: 0 replace, 1 prepend, 2 append. `data` holds elements of `format` bits, little-endian. */
export const ChangeProperty = core.command('ChangeProperty', 18, {
  head: { mode: optional(u8, 0) },
  body: { window: u32, property: u32, type: u32, format: u8, _pad: pad(3), units: count('data', u32), data: formatted },
});

export const DeleteProperty = core.command('DeleteProperty', 19, { body: { window: u32, property: u32 } });

/** `type` 0 takes any; offset and length are in four-byte units. */
export const GetProperty = core.query(
  'GetProperty',
  20,
  {
    head: { delete: optional(bool, false) },
    body: { window: u32, property: u32, type: optional(u32, 0), longOffset: optional(u32, 0), longLength: optional(u32, 0x1000_0000) },
  },
  { head: { format: u8 }, body: { type: u32, bytesAfter: u32, units: count('data', u32), _pad: pad(12), data: formatted } },
);

export const ListProperties = core.query(
  'ListProperties',
  21,
  { body: { window: u32 } },
  { body: { atomCount: count('atoms', u16), _pad: pad(22), atoms: list(u32) } },
);
