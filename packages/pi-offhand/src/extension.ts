/** Offhand's tools in pi: the core ones at once, the others by group, one call at a time, questions in pi's own dialogs. */
import type { Answer, Approver, CallOptions, Offhand, OffhandDriver, OffhandTool } from './offhand-api.js';
import type { PiApi, PiContext, PiTool } from './pi-api.js';
import { errorText, toPiResult } from './result.js';

export const prefix = 'offhand_';
const groupTool = `${prefix}tools`;
const desktopFlag = 'offhand-desktop';

const answers: Readonly<Record<Answer, string>> = {
  once: 'Yes, this once',
  session: 'Yes, for this session',
  always: 'Yes, always',
  deny: 'No',
};

export function offhandExtension(pi: PiApi, offhand: Offhand): void {
  const connection = new Connection(offhand, () => textFlag(pi.getFlag(desktopFlag)));
  const added = new Set<string>();
  const add = (tools: readonly OffhandTool[]) => {
    for (const tool of tools) {
      if (added.has(tool.name)) continue;
      added.add(tool.name);
      pi.registerTool(piTool(tool, connection));
    }
  };
  const groups = [...new Set(offhand.tools.filter((tool) => !tool.isCore).map((tool) => tool.group))].sort();
  const addGroup = (name: string): string => {
    if (!groups.includes(name)) throw new Error(`There is no group "${name}". Groups: ${groups.join(', ')}.`);
    const tools = offhand.tools.filter((tool) => tool.group === name);
    add(tools);
    return `Now available: ${tools.map((tool) => prefix + tool.name).join(', ')}`;
  };
  pi.registerFlag(desktopFlag, { description: 'Private desktop Offhand works on (see `offhand desktop`)', type: 'string' });
  add(offhand.tools.filter((tool) => tool.isCore));
  pi.registerTool(groupsTool(groups, addGroup));
  pi.registerCommand('offhand', {
    description: `Add a group of desktop tools: ${groups.join(', ')}`,
    handler: async (args, ctx) => {
      const name = args.trim();
      if (name === '') return ctx.ui.notify(`Groups: ${groups.join(', ')}`);
      try {
        ctx.ui.notify(addGroup(name));
      } catch (error) {
        ctx.ui.notify(errorText(error), 'error');
      }
    },
  });
  pi.on('resources_discover', () => ({ skillPaths: [offhand.skillPath] }));
  pi.on('session_shutdown', () => connection.close());
}

/** Opened by the first call, closed with pi's session; nothing runs before and nothing stays. */
class Connection {
  #driver: Promise<OffhandDriver> | undefined;

  constructor(
    private readonly offhand: Offhand,
    private readonly desktop: () => string | undefined,
  ) {}

  async call(tool: string, input: unknown, options: CallOptions): Promise<unknown> {
    this.#driver ??= this.offhand.open({ desktop: this.desktop() });
    const driver = await this.#driver.catch((error: unknown) => {
      this.#driver = undefined;
      throw error;
    });
    return driver.call(tool, input, options);
  }

  async close(): Promise<void> {
    const opening = this.#driver;
    this.#driver = undefined;
    await (await opening?.catch(() => undefined))?.close();
  }
}

function piTool(tool: OffhandTool, connection: Connection): PiTool {
  return {
    name: prefix + tool.name,
    label: `Offhand ${tool.name.replaceAll('_', ' ')}`,
    description: tool.description,
    ...(tool.name === 'get_window_state'
      ? { promptSnippet: 'Operate desktop applications in the background', promptGuidelines: guidelines }
      : {}),
    parameters: tool.parameters,
    executionMode: 'sequential',
    async execute(_id, params, signal, onUpdate, ctx) {
      await confirmDestructive(tool, params, ctx, signal);
      try {
        const output = await connection.call(tool.name, params, {
          signal,
          onProgress: (message) => onUpdate?.({ content: [{ type: 'text', text: message }], details: undefined }),
          // Without anyone to ask, the engine itself refuses and says what to do.
          ...(ctx.hasUI ? { approver: approverOf(ctx) } : {}),
        });
        return toPiResult(output);
      } catch (error) {
        throw new Error(errorText(error), { cause: error });
      }
    },
  };
}

const guidelines = [
  `Look with ${prefix}get_window_state before acting in a window, and look again after; act by element_index.`,
  `Believe the effect that ${prefix}click and the others report; never repeat an act that shows none.`,
];

function approverOf(ctx: PiContext): Approver {
  return {
    name: 'pi',
    async ask({ reason, context }, signal) {
      const offered: readonly Answer[] = [...context.verdicts, 'deny'];
      const chosen = await ctx.ui.select(
        `${context.preview}\n${reason}`,
        offered.map((each) => answers[each]),
        { signal },
      );
      return offered.find((each) => answers[each] === chosen) ?? 'deny';
    },
  };
}

/** What ends a process or loses work is asked about each time, whatever policy says. */
async function confirmDestructive(tool: OffhandTool, params: unknown, ctx: PiContext, signal: AbortSignal | undefined): Promise<void> {
  if (!tool.destructive) return;
  if (!ctx.hasUI) throw new Error(`${prefix}${tool.name} needs a person to confirm it, and nobody can be asked here.`);
  const isAgreed = await ctx.ui.confirm(`Offhand ${tool.name}`, JSON.stringify(params), signal ? { signal } : {});
  if (!isAgreed) throw new Error(`The person did not agree to ${prefix}${tool.name}. Ask them what to do instead.`);
}

function groupsTool(groups: readonly string[], addGroup: (name: string) => string): PiTool {
  return {
    name: groupTool,
    label: 'Offhand tool groups',
    description: `Adds more desktop tools for the rest of this session. Groups: ${groups.join(', ')}.`,
    parameters: {
      type: 'object',
      properties: { group: { type: 'string', enum: [...groups], description: 'Group to add.' } },
      required: ['group'],
    },
    executionMode: 'sequential',
    execute: async (_id, params) => ({ content: [{ type: 'text', text: addGroup(String(params.group)) }], details: undefined }),
  };
}

const textFlag = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
