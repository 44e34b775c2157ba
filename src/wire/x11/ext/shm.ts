import { call, extension, protocol } from '../codec/message.js';
import { bool, i16, optional, pad, u8, u16, u32 } from '../codec/scalars.js';

export const Shm = extension('MIT-SHM', ['BadShmSeg']);
const shm = protocol(Shm);

export const ShmQueryVersion = shm.query(
  'ShmQueryVersion',
  0,
  {},
  { head: { sharedPixmaps: bool }, body: { major: u16, minor: u16, uid: u16, gid: u16, pixmapFormat: u8 } },
);
Shm.negotiate = call(ShmQueryVersion, {});

export const ShmDetach = shm.command('ShmDetach', 2, { body: { segment: u32 } });

/** Fills the segment from `offset` on, in the layout GetImage uses. */
export const ShmGetImage = shm.query(
  'ShmGetImage',
  4,
  {
    body: {
      drawable: u32,
      x: i16,
      y: i16,
      width: u16,
      height: u16,
      planeMask: optional(u32, 0xffff_ffff),
      format: optional(u8, 2),
      _pad: pad(3),
      segment: u32,
      offset: optional(u32, 0),
    },
  },
  { head: { depth: u8 }, body: { visual: u32, size: u32 } },
);

/** Since 1.2. The descriptor of the memory travels beside the request. */
export const ShmAttachFd = shm.command('ShmAttachFd', 6, { body: { segment: u32, readOnly: optional(bool, false), _pad: pad(3) } });
