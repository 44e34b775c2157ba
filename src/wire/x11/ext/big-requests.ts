import { extension, protocol } from '../codec/message.js';
import { u32 } from '../codec/scalars.js';

export const BigRequests = extension('BIG-REQUESTS');

export const BigReqEnable = protocol(BigRequests).query('BigReqEnable', 0, {}, { body: { maximumRequestLength: u32 } });
