import { z } from 'zod';
import { effectiveConfig, explainConfig } from '../../config/precedence.js';
import type { Call } from '../../engine/call.js';
import { defineTool } from '../define.js';
import { toolInput } from '../fields.js';

const layers = (call: Call) => ({ session: call.session.overrides.values, disk: call.engine.config.read().values });

export const getConfig = defineTool({
  name: 'get_config',
  group: 'config',
  effect: 'manage',
  summary: 'Effective settings; with explain, where each comes from and what it takes.',
  input: toolInput({ explain: z.boolean().optional().describe('Say the origin, default and meaning of every key.') }),
  output: z.object({
    version: z.string(),
    config: z.object({}).loose(),
    explained: z
      .array(
        z.object({
          key: z.string(),
          value: z.unknown(),
          origin: z.string(),
          default: z.unknown(),
          accepted: z.string(),
          description: z.string(),
          session_override: z.boolean(),
        }),
      )
      .optional(),
    problems: z.array(z.string()).optional(),
  }),
  profile: 'full',
  cli: { example: 'offhand get_config --explain' },
})(async ({ input, call }) => {
  const problems = call.engine.config.read().problems.map(({ message }) => message);
  return {
    version: call.engine.version,
    config: { ...effectiveConfig(layers(call)) },
    ...(input.explain
      ? { explained: explainConfig(layers(call)).map(({ sessionOverride, ...rest }) => ({ ...rest, session_override: sessionOverride })) }
      : {}),
    ...(problems.length > 0 ? { problems } : {}),
  };
});

export const setConfig = defineTool({
  name: 'set_config',
  group: 'config',
  effect: 'manage',
  summary: 'Change settings: for this session only when there is one, else for everyone on disk.',
  input: toolInput({
    key: z.string().max(100).optional().describe('One key; with value.'),
    // Told as alternatives: some models' dialects of JSON Schema know no field without a type.
    value: z
      .unknown()
      .optional()
      .meta({ description: 'Value of the key.', anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] }),
    config: z.record(z.string(), z.unknown()).optional().describe('Several keys at once.'),
    capture_scope: z.string().optional().describe('window or desktop.'),
    max_image_dimension: z.int().min(0).max(16_384).optional().describe('Longest side of images; 0 for no cap.'),
    capture_mode: z.string().optional().describe('Accepted and kept for older callers.'),
  }),
  output: z.object({ changed: z.object({}).loose(), stored: z.enum(['session', 'disk']) }),
  profile: 'full',
  cli: { positional: ['key', 'value'], example: 'offhand set_config capture_scope desktop' },
})(async ({ input, call }) => {
  const { key, value, config, session: _session, desktop: _desktop, ...named } = input;
  const changes = { ...named, ...config, ...(key === undefined ? {} : { [key]: value }) };
  const given = Object.fromEntries(Object.entries(changes).filter(([, each]) => each !== undefined));
  const layer = call.session.declared ? call.session.overrides : call.engine.config;
  const changed = await layer.set(given);
  return { changed: { ...changed }, stored: call.session.declared ? ('session' as const) : ('disk' as const) };
});
