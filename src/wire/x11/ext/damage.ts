import { call, extension, protocol } from '../codec/message.js';
import { optional, pad, u8, u32 } from '../codec/scalars.js';
import { rectangle } from '../core/drawing.js';

export const Damage = extension('DAMAGE', ['BadDamage']);
const damage = protocol(Damage);

export const DamageLevel = { RawRectangles: 0, DeltaRectangles: 1, BoundingBox: 2, NonEmpty: 3 } as const;

export const DamageQueryVersion = damage.query(
  'DamageQueryVersion',
  0,
  { body: { major: u32, minor: u32 } },
  { body: { major: u32, minor: u32 } },
);
Damage.negotiate = call(DamageQueryVersion, { major: 1, minor: 1 });

export const DamageCreate = damage.command('DamageCreate', 1, { body: { damage: u32, drawable: u32, level: u8, _pad: pad(3) } });
export const DamageDestroy = damage.command('DamageDestroy', 2, { body: { damage: u32 } });

/** Forgets the `repair` region, everything by default, and keeps what was damaged in `parts`. */
export const DamageSubtract = damage.command('DamageSubtract', 3, {
  body: { damage: u32, repair: optional(u32, 0), parts: optional(u32, 0) },
});

export const damageEvents = {
  DamageNotify: damage.event(0, {
    head: { level: u8 },
    body: { drawable: u32, damage: u32, time: u32, area: rectangle, geometry: rectangle },
  }),
};
