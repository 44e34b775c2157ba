import type { z } from 'zod';
import { DriverError } from '../errors/driver-error.js';
import type { HalfCharacter } from './half-characters.js';

/** Names what was wrong and, for unknown arguments, what would have been right. */
export function invalidArguments(tool: string, expected: readonly string[], error: z.ZodError): DriverError {
  const problems = error.issues.slice(0, 8).map((issue) => {
    if (issue.code === 'unrecognized_keys') return `unknown argument ${issue.keys.map((key) => `"${key}"`).join(', ')}`;
    const path = issue.path.join('.');
    return path ? `${path}: ${issue.message}` : issue.message;
  });
  const unknown = error.issues.some((issue) => issue.code === 'unrecognized_keys');
  const hint = unknown ? ` Accepted: ${expected.join(', ') || 'none'}.` : '';
  return new DriverError('invalid_input', `${tool}: ${problems.join('; ')}.${hint}`, { tool, problems, expected });
}

export function halfCharacter(tool: string, expected: readonly string[], { path, position }: HalfCharacter): DriverError {
  const problem = `${path}: position ${position} holds half of a character (a lone surrogate), which cannot be sent`;
  return new DriverError('invalid_input', `${tool}: ${problem}.`, { tool, problems: [problem], expected });
}
