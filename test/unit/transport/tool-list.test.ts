import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import { describe, expect, test } from 'vitest';
import { profiles, tools, toolsIn } from '../../../src/tools/registry.js';
import { annotationsOf, mcpTools } from '../../../src/transport/mcp/tool-list.js';

const tokens = (value: unknown): number => Math.ceil(JSON.stringify(value).length / 4);
const CORE_BUDGET = 5000;

describe('the MCP tool list', () => {
  test.each(profiles)('is made of the registry: %s', (profile) => {
    const listed = mcpTools({ profile, structured: true });
    expect(listed.map(({ name }) => name)).toEqual(toolsIn(profile).map(({ name }) => name));
    for (const tool of listed) {
      expect(tool.description?.length ?? 0).toBeGreaterThan(10);
      expect(tool.inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(tool.outputSchema).toMatchObject({ type: 'object' });
      expect(JSON.stringify(tool)).not.toMatch(/\$schema|9007199254740991/);
    }
  });

  test(`of the core profile costs at most ${CORE_BUDGET} tokens`, () => {
    const costs = {
      core: tokens(mcpTools({ profile: 'core', structured: true })),
      coreTextOnly: tokens(mcpTools({ profile: 'core', structured: false })),
      full: tokens(mcpTools({ profile: 'full', structured: true })),
    };
    console.info('tools/list tokens (characters / 4):', costs);
    expect(costs.core).toBeLessThanOrEqual(CORE_BUDGET);
  });

  test('names every argument a tool takes, and no other', () => {
    for (const tool of mcpTools({ profile: 'full', structured: false })) {
      const shape = tools.find(({ name }) => name === tool.name)?.input.shape ?? {};
      expect(Object.keys(tool.inputSchema.properties ?? {})).toEqual(Object.keys(shape));
    }
  });

  test('tells what is required, chosen from a list, or narrowly bounded', () => {
    const click = mcpTools({ profile: 'full', structured: false }).find(({ name }) => name === 'click');
    expect(click?.inputSchema.properties).toMatchObject({
      button: { enum: ['left', 'right', 'middle'] },
      count: { minimum: 1, maximum: 3 },
    });
    expect(click?.inputSchema.properties).not.toHaveProperty('pid.maximum');
    const state = mcpTools({ profile: 'full', structured: false }).find(({ name }) => name === 'get_window_state');
    expect(state?.inputSchema.required).toEqual(['pid', 'window_id']);
  });

  test('has no place for pictures in structured results', () => {
    for (const { outputSchema } of mcpTools({ profile: 'full', structured: true }))
      expect(outputSchema?.properties).not.toHaveProperty('image');
  });

  test('describes results and refusals by the same schema', () => {
    const validate = new AjvJsonSchemaValidator();
    for (const { name, outputSchema } of mcpTools({ profile: 'full', structured: true })) {
      const fits = validate.getValidator({ ...outputSchema } as object);
      expect({ name, ...fits({ code: 'invalid_input', message: 'no', remedy: 'do' }) }).toMatchObject({ name, valid: true });
    }
    const windows = mcpTools({ profile: 'full', structured: true }).find(({ name }) => name === 'list_windows');
    const fits = validate.getValidator({ ...windows?.outputSchema } as object);
    expect(fits({ windows: [] }).valid).toBe(true);
    expect(fits({ windows: 5 }).valid).toBe(false);
    expect(fits({ neither: 1 }).valid).toBe(false);
  });

  test('explains an argument once in the core profile, and each time in the full one', () => {
    const explained = (profile: 'core' | 'full') =>
      mcpTools({ profile, structured: false }).filter(({ inputSchema }) =>
        JSON.stringify(inputSchema.properties?.delivery_mode ?? '').includes('description'),
      ).length;
    expect(explained('core')).toBe(1);
    expect(explained('full')).toBeGreaterThan(5);
  });
});

test.each([
  [{ effect: 'observe' }, { readOnlyHint: true, destructiveHint: false, idempotentHint: true }],
  [{ effect: 'act' }, { readOnlyHint: false, destructiveHint: false }],
  [
    { effect: 'act', destructive: true },
    { readOnlyHint: false, destructiveHint: true },
  ],
  [{ effect: 'manage' }, { readOnlyHint: false, destructiveHint: false, openWorldHint: false }],
] as const)('%j is hinted as %j', (tool, hints) => {
  expect(annotationsOf(tool)).toEqual(hints);
});
