import { list, text } from '../codec/lists.js';
import { call, extension, protocol } from '../codec/message.js';
import { align4, count, i32, pad, u8, u16, u32 } from '../codec/scalars.js';
import { struct } from '../codec/struct.js';
import type { Requester } from '../connection/requester.js';

export const Sync = extension('SYNC', ['BadCounter', 'BadAlarm', 'BadFence']);
const sync = protocol(Sync);

export const SyncInitialize = sync.query(
  'SyncInitialize',
  0,
  { body: { major: u8, minor: u8, _pad: pad(2) } },
  { body: { major: u8, minor: u8 } },
);
Sync.negotiate = call(SyncInitialize, { major: 3, minor: 1 });

const systemCounter = struct({
  counter: u32,
  resolutionHigh: i32,
  resolutionLow: u32,
  nameLength: count('name', u16),
  name: text,
  _align: align4,
});

export const SyncListSystemCounters = sync.query(
  'SyncListSystemCounters',
  1,
  {},
  { body: { counterCount: count('counters', u32), _pad: pad(20), counters: list(systemCounter) } },
);

/** A signed 64-bit value in two halves. */
export const SyncQueryCounter = sync.query('SyncQueryCounter', 5, { body: { counter: u32 } }, { body: { high: i32, low: u32 } });

/** The counters of how many milliseconds ago each device was last used; none for a device that has none. */
export async function idleCounters(connection: Requester, deviceIds: readonly number[]): Promise<number[]> {
  const names = new Set(deviceIds.map((id) => `DEVICEIDLETIME ${id}`));
  const { counters } = await connection.request(SyncListSystemCounters);
  return counters.flatMap(({ name, counter }) => (names.has(name) ? [counter] : []));
}
