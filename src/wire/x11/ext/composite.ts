import { call, extension, protocol } from '../codec/message.js';
import { pad, u8, u32 } from '../codec/scalars.js';

export const Composite = extension('Composite');
const composite = protocol(Composite);

export const CompositeUpdate = { Automatic: 0, Manual: 1 } as const;

export const CompositeQueryVersion = composite.query(
  'CompositeQueryVersion',
  0,
  { body: { major: u32, minor: u32 } },
  { body: { major: u32, minor: u32 } },
);
Composite.negotiate = call(CompositeQueryVersion, { major: 0, minor: 4 });

export const CompositeRedirectWindow = composite.command('CompositeRedirectWindow', 1, { body: { window: u32, update: u8, _pad: pad(3) } });
export const CompositeUnredirectWindow = composite.command('CompositeUnredirectWindow', 3, {
  body: { window: u32, update: u8, _pad: pad(3) },
});

/** Names the off-screen pixels of a redirected, viewable window; a resize gives the window new ones. */
export const CompositeNameWindowPixmap = composite.command('CompositeNameWindowPixmap', 6, { body: { window: u32, pixmap: u32 } });

export const CompositeGetOverlayWindow = composite.query(
  'CompositeGetOverlayWindow',
  7,
  { body: { window: u32 } },
  { body: { overlay: u32 } },
);
export const CompositeReleaseOverlayWindow = composite.command('CompositeReleaseOverlayWindow', 8, { body: { window: u32 } });
