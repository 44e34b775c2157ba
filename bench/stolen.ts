/** How much of the processor time a virtual machine needed its host gave to others: no priority within helps against that. */
import { readFileSync } from 'node:fs';

function readTicks(): { readonly needed: number; readonly stolen: number } {
  const [all = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const [user = 0, nice = 0, system = 0, , , interrupts = 0, softInterrupts = 0, stolen = 0] = all.split(/\s+/).slice(1).map(Number);
  return { needed: user + nice + system + interrupts + softInterrupts + stolen, stolen };
}

/** Tells it in percent from now on. */
export function watchStolen(): () => number {
  const before = readTicks();
  return () => {
    const { needed, stolen } = readTicks();
    return Math.round((100 * (stolen - before.stolen)) / Math.max(1, needed - before.needed));
  };
}

/** Whether the host has taken anything since; told in hundredths of a second. */
export function watchUndisturbed(): () => boolean {
  const { stolen } = readTicks();
  return () => readTicks().stolen === stolen;
}
