import { listSeats } from '../../../tools/manage/seats.js';
import type { Command } from '../command.js';
import { paint } from '../terminal.js';

export const seats: Command = {
  name: 'seats',
  usage: 'seats',
  summary: 'List the agents’ pointers and keyboards on the display; what dead processes left is removed.',
  help: 'Each session that used its pointer or keyboard has a seat of its own until it ends.',
  local: false,
  async run({ asJson, terminal, driver }) {
    const found = listSeats.output.parse(await (await driver()).call(listSeats.name, {}));
    if (asJson) terminal.stdout(`${JSON.stringify(found, undefined, 2)}\n`);
    else if (found.seats.length === 0) terminal.stdout('No agent has a pointer or keyboard here.\n');
    else for (const { owner, name, state } of found.seats) terminal.stdout(`${paint(terminal, 'bold', owner)}  ${name}  ${state}\n`);
    return 0;
  },
};
