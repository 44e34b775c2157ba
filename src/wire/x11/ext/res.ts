import { list } from '../codec/lists.js';
import { call, extension, protocol } from '../codec/message.js';
import { count, pad, u8, u16, u32 } from '../codec/scalars.js';
import { struct } from '../codec/struct.js';
import type { Requester } from '../connection/requester.js';

export const Res = extension('X-Resource');
const res = protocol(Res);

export const ResClientIdMask = { ClientXid: 1, LocalClientPid: 2 } as const;

export const ResQueryVersion = res.query(
  'ResQueryVersion',
  0,
  { body: { major: u8, minor: u8, _pad: pad(2) } },
  { body: { major: u16, minor: u16 } },
);
Res.negotiate = call(ResQueryVersion, { major: 1, minor: 2 });

const spec = struct({ client: u32, mask: u32 });

/** Since 1.2. `client` is any resource id of the client. Servers give the value's length in bytes. */
export const ResQueryClientIds = res.query(
  'ResQueryClientIds',
  4,
  { body: { specCount: count('specs', u32), specs: list(spec) } },
  {
    body: {
      idCount: count('ids', u32),
      _pad: pad(20),
      ids: list(struct({ spec, valueBytes: count('value', u32, 4), value: list(u32) })),
    },
  },
);

export const ResQueryClients = res.query(
  'ResQueryClients',
  1,
  {},
  { body: { clientCount: count('clients', u32), _pad: pad(20), clients: list(struct({ base: u32, mask: u32 })) } },
);

/** `client` is any resource id of the client; `type` the atom of the name the server has for such resources. */
export const ResQueryClientResources = res.query(
  'ResQueryClientResources',
  2,
  { body: { client: u32 } },
  { body: { typeCount: count('types', u32), _pad: pad(20), types: list(struct({ type: u32, count: u32 })) } },
);

/** Process ids of the clients that own the resources, in the same order; undefined for remote clients. */
export async function clientPids(connection: Requester, resources: readonly number[]): Promise<(number | undefined)[]> {
  return Promise.all(
    resources.map(async (client) => {
      const { ids } = await connection.request(ResQueryClientIds, { specs: [{ client, mask: ResClientIdMask.LocalClientPid }] });
      return ids.find(({ spec: found }) => found.mask === ResClientIdMask.LocalClientPid)?.value[0];
    }),
  );
}
