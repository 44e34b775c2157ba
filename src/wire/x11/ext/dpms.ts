import { call, extension, protocol } from '../codec/message.js';
import { bool, pad, u16 } from '../codec/scalars.js';

/** The power saving of monitors. */
export const Dpms = extension('DPMS');
const dpms = protocol(Dpms);

export const DpmsGetVersion = dpms.query('DpmsGetVersion', 0, { body: { major: u16, minor: u16 } }, { body: { major: u16, minor: u16 } });
Dpms.negotiate = call(DpmsGetVersion, { major: 1, minor: 1 });

/** In seconds; 0 for a level that is not to be. */
export const DpmsGetTimeouts = dpms.query('DpmsGetTimeouts', 2, {}, { body: { standby: u16, suspend: u16, off: u16 } });

/** 0 on, 1 standby, 2 suspended, 3 off. */
export const DpmsForceLevel = dpms.command('DpmsForceLevel', 6, { body: { level: u16, _pad: pad(2) } });

export const DpmsInfo = dpms.query('DpmsInfo', 7, {}, { body: { level: u16, isEnabled: bool } });
