import { u8, u32 } from '../../codec/scalars.js';
import { struct } from '../../codec/struct.js';

export const modifiers = struct({ base: u32, latched: u32, locked: u32, effective: u32 });
export const group = struct({ base: u8, latched: u8, locked: u8, effective: u8 });
