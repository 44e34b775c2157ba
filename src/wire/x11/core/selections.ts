import { protocol } from '../codec/message.js';
import { optional, u32 } from '../codec/scalars.js';

const core = protocol(undefined);

export const SetSelectionOwner = core.command('SetSelectionOwner', 22, { body: { owner: u32, selection: u32, time: optional(u32, 0) } });

export const GetSelectionOwner = core.query('GetSelectionOwner', 23, { body: { selection: u32 } }, { body: { owner: u32 } });

export const ConvertSelection = core.command('ConvertSelection', 24, {
  body: { requestor: u32, selection: u32, target: u32, property: u32, time: optional(u32, 0) },
});
