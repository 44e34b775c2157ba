import { exitCodeOf } from '../../errors/catalog.js';
import type { DriverError } from '../../errors/driver-error.js';
import { paint, type Terminal } from './terminal.js';

/** Prints a refusal: structured on stdout with --json, readable on stderr otherwise; gives the exit code of its class. */
export function printError(terminal: Terminal, error: DriverError, asJson: boolean): number {
  if (asJson) terminal.stdout(`${JSON.stringify({ error: error.toShape() }, undefined, 2)}\n`);
  else terminal.stderr(readable(terminal, error));
  return exitCodeOf(error.code);
}

function readable(terminal: Terminal, error: DriverError): string {
  const lines = [`${paint(terminal, 'red', 'error')} ${paint(terminal, 'bold', error.code)}: ${error.message}`];
  const candidates = error.details?.candidates ?? error.details?.suggestions;
  if (Array.isArray(candidates) && candidates.length > 0) {
    const shown = candidates.slice(0, 8).map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
    lines.push(`  ${paint(terminal, 'dim', 'there is:')} ${shown.join(', ')}`);
  }
  lines.push(`  ${paint(terminal, 'dim', 'try:')} ${error.remedy}`);
  return `${lines.join('\n')}\n`;
}
