/** The MCP side of a driver: lists tools, runs calls in order, turns results and errors into MCP's shapes. */
import { type CallToolResult, CLIENT_INFO_META_KEY, Server, type ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { AnyTool } from '../../tools/define.js';
import type { Profile } from '../../tools/registry.js';
import type { Driver } from '../driver.js';
import type { CallQueue } from './call-queue.js';
import { type StructuredMode, wantsStructured } from './client-traits.js';
import { type Elicitation, offersForms } from './elicit.js';
import { instructionsFor } from './instructions.js';
import { progressSender } from './progress.js';
import { toCallResult, toErrorResult } from './result.js';
import { mcpTools } from './tool-list.js';

export interface McpSettings {
  readonly version: string;
  readonly profile: Profile;
  readonly structured: StructuredMode;
  /** Tools offered in place of those of the same name; they decide which arguments are taken. */
  readonly replacing?: readonly AnyTool[] | undefined;
}

/** What the calls of one client share: a driver with its session, and their order. */
export interface ClientLink {
  readonly queue: CallQueue;
  readonly elicitation: Elicitation<CallToolResult>;
  driver(clientName: string): Promise<Driver>;
}

/** `linkOf` may depend on the client: HTTP of 2026 has no connections, only clients that name themselves in every request. */
export function mcpServer(settings: McpSettings, linkOf: (clientName: string) => ClientLink): Server {
  const server = new Server(
    { name: 'offhand', title: 'Offhand', version: settings.version },
    { capabilities: { tools: {} }, instructions: instructionsFor(settings.profile) },
  );
  const clientName = (context: ServerContext) => clientOf(context) ?? server.getClientVersion()?.name;
  server.setRequestHandler('tools/list', (_request, context) => ({
    tools: mcpTools({ ...settings, structured: wantsStructured(settings.structured, clientName(context)) }),
  }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const name = clientName(context);
    const structured = wantsStructured(settings.structured, name);
    const link = linkOf(name ?? 'mcp');
    try {
      const input = params.arguments ?? {};
      settings.replacing?.find((tool) => tool.name === params.name)?.parse(input);
      const canAsk = offersForms(context, server.getClientCapabilities());
      return await link.elicitation.run(context, canAsk, async ({ signal, approver }) => {
        const output = await link.queue.run(signal, async () => {
          const driver = await link.driver(name ?? 'mcp');
          return driver.call(params.name, input, { signal, approver, onProgress: progressSender(context) });
        });
        return toCallResult(output, structured);
      });
    } catch (error) {
      return toErrorResult(error, structured);
    }
  });
  return server;
}

/** Requests of 2026-07-28 carry who sends them; older ones said it at `initialize`. */
function clientOf({ mcpReq }: ServerContext): string | undefined {
  const envelope = envelopeSchema.safeParse(mcpReq.envelope);
  return envelope.success ? envelope.data[CLIENT_INFO_META_KEY].name : undefined;
}

const envelopeSchema = z.object({ [CLIENT_INFO_META_KEY]: z.object({ name: z.string() }) });
