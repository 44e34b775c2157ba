import { z } from 'zod';
import { defineTool } from '../define.js';
import { toolInput } from '../fields.js';

export const listSeats = defineTool({
  name: 'list_seats',
  group: 'session',
  effect: 'manage',
  summary: 'List the agents’ own pointers and keyboards on this desktop; those of dead processes are removed.',
  input: toolInput({}),
  output: z.object({ seats: z.array(z.object({ owner: z.string(), name: z.string(), state: z.string() })) }),
  profile: 'full',
  cli: { example: 'offhand list_seats' },
})(async ({ call }) => {
  const seats = await (await call.backend()).seats.list(call.signal);
  return { seats: seats.map(({ owner, name, state }) => ({ owner, name, state })) };
});
