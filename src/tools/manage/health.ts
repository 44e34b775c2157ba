import { z } from 'zod';
import { toDriverError } from '../../errors/to-driver-error.js';
import { defineTool } from '../define.js';
import { errorShape, toolInput } from '../fields.js';

const ability = z.object({
  available: z.boolean(),
  why: z.string(),
  forbidden: z.literal(true).optional().describe('Only the person’s consent is missing.'),
});

export const checkPermissions = defineTool({
  name: 'check_permissions',
  group: 'health',
  effect: 'observe',
  summary: 'What this desktop allows: accessibility, capture, background input, clipboard.',
  input: toolInput({}),
  output: z.object({ backend: z.string(), abilities: z.record(z.string(), ability), details: z.record(z.string(), z.string()) }),
  profile: 'full',
  cli: { example: 'offhand check_permissions' },
})(async ({ call }) => {
  const backend = await call.backend();
  const { details, ...abilities } = backend.capabilities();
  return { backend: backend.name, abilities: { ...abilities }, details: { ...details } };
});

export const healthReport = defineTool({
  name: 'health_report',
  group: 'health',
  effect: 'observe',
  summary: 'Version, display, abilities, memory and open sessions of the running Offhand.',
  input: toolInput({}),
  output: z.object({
    version: z.string(),
    pid: z.int(),
    uptime_s: z.number(),
    rss_mb: z.number(),
    sessions: z.int(),
    paused: z.boolean(),
    backend: z.string().nullable(),
    abilities: z.record(z.string(), ability),
    problem: errorShape.optional(),
    config_problems: z.array(z.string()),
  }),
  profile: 'full',
  cli: { example: 'offhand health_report' },
})(async ({ call }) => {
  const { engine } = call;
  const shared = {
    version: engine.version,
    pid: process.pid,
    uptime_s: Math.round(process.uptime()),
    rss_mb: Math.round(process.memoryUsage.rss() / 1e5) / 10,
    sessions: engine.sessions.list().length,
    paused: engine.lease.paused,
    config_problems: engine.config.read().problems.map(({ message }) => message),
  };
  try {
    const backend = await call.backend();
    const { details: _details, ...abilities } = backend.capabilities();
    return { ...shared, backend: backend.name, abilities: { ...abilities } };
  } catch (error) {
    return { ...shared, backend: null, abilities: {}, problem: { ...toDriverError(error).toShape() } };
  }
});

export const selfTest = defineTool({
  name: 'self_test',
  group: 'health',
  effect: 'observe',
  summary: 'Prove that looking and acting work here, on a small window of Offhand’s own.',
  input: toolInput({}),
  output: z.object({
    ok: z.boolean(),
    checks: z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string(), fix: z.string().optional() })),
  }),
  profile: 'full',
  cli: { example: 'offhand self_test' },
})(async ({ call }) => {
  const checks = await (await call.backend()).selfTest(call.signal);
  return { ok: checks.every(({ ok }) => ok), checks: checks.map((each) => ({ ...each })) };
});
