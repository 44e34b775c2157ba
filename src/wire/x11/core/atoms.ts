import { text } from '../codec/lists.js';
import { protocol } from '../codec/message.js';
import { bool, count, optional, pad, u16, u32 } from '../codec/scalars.js';

const core = protocol(undefined);

export const InternAtom = core.query(
  'InternAtom',
  16,
  { head: { onlyIfExists: optional(bool, false) }, body: { nameLength: count('name', u16), _pad: pad(2), name: text } },
  { body: { atom: u32 } },
);

export const GetAtomName = core.query(
  'GetAtomName',
  17,
  { body: { atom: u32 } },
  { body: { nameLength: count('name', u16), _pad: pad(22), name: text } },
);
