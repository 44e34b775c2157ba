import { z } from 'zod';
import type { AnyTool } from '../../tools/define.js';
import { findTool, tools } from '../../tools/registry.js';
import { isRecord, type Json } from '../context/image-parts.js';
import type { FunctionTool } from '../provider/client.js';

/** Decided by the host, not by the model. */
const hostArguments: ReadonlySet<string> = new Set(['session', 'desktop', 'screenshot_out_file']);

/** Limits wider than this only cost tokens; the tool itself still checks them. */
const widestTold = 1000;

/** Tools as any provider takes them: a name, a sentence and a small JSON Schema. */
export function functionTool(tool: AnyTool): FunctionTool {
  const { properties, required } = plain(z.toJSONSchema(tool.input, { io: 'input' }));
  const offered = Object.entries(isRecord(properties) ? properties : {}).filter(([name]) => !hostArguments.has(name));
  return {
    name: tool.name,
    description: tool.summary,
    parameters: { type: 'object', properties: Object.fromEntries(offered), ...(Array.isArray(required) ? { required } : {}) },
  };
}

export interface HostTool extends FunctionTool {
  readonly group: string;
  /** What most agents need; the rest is better added when wanted. */
  readonly isCore: boolean;
  readonly effect: AnyTool['effect'];
  readonly destructive: boolean;
}

/** Every tool with what a host decides by: which to offer, which to ask about. */
export const hostTools = (): readonly HostTool[] =>
  tools.map(({ name }) => {
    const tool = findTool(name);
    const { group, effect, destructive = false, profile } = tool;
    return { ...functionTool(tool), group, effect, destructive, isCore: profile === 'core' };
  });

/** Without what some providers refuse and none needs. */
function plain(schema: unknown): Json {
  if (!isRecord(schema)) return {};
  const isWide = !(Number(schema.maximum) - Number(schema.minimum) <= widestTold);
  const kept = Object.entries(schema).filter(
    ([keyword]) =>
      keyword !== '$schema' &&
      keyword !== 'additionalProperties' &&
      !(isWide && /^m(?:in|ax)imum$/.test(keyword)) &&
      !/^(?:min|max)Length$/.test(keyword),
  );
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, nested(keyword, value)]));
}

function nested(keyword: string, value: unknown): unknown {
  if (keyword === 'items') return plain(value);
  if (keyword === 'anyOf' && Array.isArray(value)) return value.map(plain);
  if (keyword !== 'properties' || !isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, plain(field)]));
}
