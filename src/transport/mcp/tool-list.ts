import type { Tool, ToolAnnotations } from '@modelcontextprotocol/server';
import type { AnyTool } from '../../tools/define.js';
import { type Profile, toolsIn } from '../../tools/registry.js';
import { briefOutputSchemaOf, inputSchemaOf, outputSchemaOf } from './compact-schema.js';

export interface ToolListOptions {
  readonly profile: Profile;
  /** Without structured results there is nothing to describe. */
  readonly structured: boolean;
  /** Tools offered in place of those of the same name. */
  readonly replacing?: readonly AnyTool[] | undefined;
}

/** `tools/list`, computed from the registry. Only the full profile spells everything out for each tool; the others cost few tokens. */
export function mcpTools({ profile, structured, replacing = [] }: ToolListOptions): Tool[] {
  const isFull = profile === 'full';
  const explained = isFull ? undefined : new Set<string>();
  const offered = toolsIn(profile).map((tool) => replacing.find(({ name }) => name === tool.name) ?? tool);
  return offered.map((tool) => ({
    name: tool.name,
    description: tool.summary,
    inputSchema: inputSchemaOf(tool, explained),
    ...(structured ? { outputSchema: isFull ? outputSchemaOf(tool) : briefOutputSchemaOf(tool) } : {}),
    annotations: annotationsOf(tool),
  }));
}

/** Hints that say what clients assume anyway are left out. */
export function annotationsOf({ effect, destructive = false }: Pick<AnyTool, 'effect' | 'destructive'>): ToolAnnotations {
  if (effect === 'observe') return { readOnlyHint: true, destructiveHint: false, idempotentHint: true };
  // Applications reach anything; Offhand's own settings and sessions are a closed world.
  return { readOnlyHint: false, destructiveHint: destructive, ...(effect === 'manage' ? { openWorldHint: false } : {}) };
}
