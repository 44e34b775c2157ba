import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { actions } from '../../../src/tools/computer-use/actions.js';
import { computerUse } from '../../../src/tools/computer-use/tool.js';
import { profiles, toolsIn } from '../../../src/tools/registry.js';
import { mcpTools } from '../../../src/transport/mcp/tool-list.js';

interface Property {
  readonly type?: string;
  readonly enum?: readonly string[];
}

// JSON Schema of a flat object.
const schema = z.toJSONSchema(computerUse.input, { io: 'input' }) as unknown as {
  readonly type: string;
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, Property>>;
};

describe('the universal tool', () => {
  test('is one function that needs only an action', () => {
    expect(computerUse.name).toBe('computer_use');
    expect(schema.type).toBe('object');
    expect(schema.required).toEqual(['action']);
  });

  test('has every action agents know from elsewhere', () => {
    expect(schema.properties.action?.enum).toEqual([...actions]);
    expect(actions).toEqual(
      expect.arrayContaining([
        'capture',
        'click',
        'double_click',
        'right_click',
        'middle_click',
        'drag',
        'scroll',
        'type',
        'key',
        'wait',
        'list_apps',
        'focus_app',
        'set_value',
        'list_windows',
      ]),
    );
  });

  test('addresses elements by number and pixels by a pair', () => {
    expect(schema.properties.element?.type).toBe('integer');
    expect(schema.properties.coordinate?.type).toBe('array');
    expect(schema.properties.mode?.enum).toEqual(['som', 'vision', 'ax']);
  });

  test('speaks no provider’s own dialect', () => {
    expect(JSON.stringify(schema)).not.toMatch(
      /computer_20\d{6}|computer_toolset|display_width|computer_use_preview|anthropic|openai|gemini/i,
    );
  });

  test('costs at most 1,200 tokens as an MCP client lists it', () => {
    const listed = mcpTools({ profile: 'computer_use', structured: true });
    expect(listed.map(({ name }) => name)).toEqual(['computer_use']);
    expect(JSON.stringify(listed).length / 4).toBeLessThanOrEqual(1200);
  });

  test('costs at most 1,200 tokens as a plain function', () => {
    const plain = { name: computerUse.name, description: computerUse.summary, parameters: schema };
    expect(JSON.stringify(plain).length / 4).toBeLessThanOrEqual(1200);
  });

  test('is a profile of its own and stays out of the small one', () => {
    expect(profiles).toContain('computer_use');
    expect(toolsIn('computer_use').map(({ name }) => name)).toEqual(['computer_use']);
    expect(toolsIn('core').map(({ name }) => name)).not.toContain('computer_use');
    expect(toolsIn('full').map(({ name }) => name)).toContain('computer_use');
  });
});
