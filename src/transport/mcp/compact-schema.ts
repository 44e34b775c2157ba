/** JSON Schemas as clients show them to a model: what helps to make a right call, without what only we check. */
import { z } from 'zod';
import type { AnyTool } from '../../tools/define.js';

export type JsonSchema = { [keyword: string]: unknown };
export type ObjectSchema = JsonSchema & { type: 'object' };

/** Limits wider than this say nothing a model needs; breaking them is answered by an error that names the argument. */
const WIDEST_TOLD_RANGE = 1000;

/** Pictures leave the result as image blocks. */
const NOT_STRUCTURED: readonly string[] = ['image', 'data_b64'];

/** `explained` remembers over a list of tools which arguments were described already, in the same words. */
export function inputSchemaOf(tool: AnyTool, explained?: Set<string>): ObjectSchema {
  const { properties, ...rest } = compact(z.toJSONSchema(tool.input, { io: 'input' }));
  return {
    ...rest,
    type: 'object',
    properties: mapValues(properties, (field, name) => explainOnce(field, name, explained)),
    additionalProperties: false,
  };
}

function explainOnce(field: JsonSchema, name: string, explained: Set<string> | undefined): JsonSchema {
  const key = `${name}: ${String(field.description)}`;
  if (explained?.has(key)) return without(field, ['description']);
  explained?.add(key);
  return field;
}

/** Results and refusals share `structuredContent`, so either set of members satisfies the schema. */
export function outputSchemaOf(tool: AnyTool): ObjectSchema {
  const { properties, required, ...rest } = compact(z.toJSONSchema(tool.output, { io: 'output' }));
  const needed = asNames(required).filter((name) => !NOT_STRUCTURED.includes(name));
  const anyOf = [{ required: needed }, { required: ['code', 'message', 'remedy'] }];
  return {
    ...rest,
    type: 'object',
    properties: without(
      mapValues(properties, (field) => field),
      NOT_STRUCTURED,
    ),
    anyOf,
  };
}

/** Only what every result has, and of which type: enough to know what to look for. */
export function briefOutputSchemaOf(tool: AnyTool): ObjectSchema {
  const { properties, required } = compact(z.toJSONSchema(tool.output, { io: 'output' }));
  const always = asNames(required);
  const others = Object.keys(mapValues(properties, (field) => field)).filter((name) => !always.includes(name));
  const brief = mapValues(properties, ({ type }) => (type === undefined ? {} : { type }));
  return { type: 'object', properties: without(brief, [...others, ...NOT_STRUCTURED]) };
}

const asNames = (value: unknown): string[] => (Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []);

/** Several types are told as alternatives: some models' dialects of JSON Schema know only one type to a schema. */
function compact(schema: unknown): JsonSchema {
  if (!isRecord(schema)) return {};
  const kept: JsonSchema = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === '$schema' || keyword === 'additionalProperties' || /^(min|max)(Length|Items)$/.test(keyword)) continue;
    if ((keyword === 'minimum' || keyword === 'maximum') && !tellsRange(schema)) continue;
    if (keyword === 'type' && Array.isArray(value)) kept.anyOf = value.map((type) => ({ type }));
    else kept[keyword] = compactNested(keyword, value);
  }
  return kept;
}

function compactNested(keyword: string, value: unknown): unknown {
  if (keyword === 'properties') return mapValues(value, compact);
  if (keyword === 'items') return compact(value);
  return /^(anyOf|oneOf|allOf)$/.test(keyword) && Array.isArray(value) ? value.map(compact) : value;
}

function tellsRange({ minimum, maximum }: JsonSchema): boolean {
  return typeof minimum === 'number' && typeof maximum === 'number' && maximum - minimum <= WIDEST_TOLD_RANGE;
}

function mapValues(record: unknown, change: (value: JsonSchema, name: string) => JsonSchema): Record<string, JsonSchema> {
  if (!isRecord(record)) return {};
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, isRecord(value) ? change(value, name) : {}]));
}

function without<T>(record: Record<string, T>, names: readonly string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

function isRecord(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
