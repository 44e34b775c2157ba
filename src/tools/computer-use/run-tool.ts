import type { Call } from '../../engine/call.js';
import { type Executable, execute } from '../../engine/execute.js';

/** Another tool on behalf of this call: same session, desktop and cancellation, judged and recorded under its own name. */
export function runTool(call: Call, tool: Executable, input: Readonly<Record<string, unknown>>): Promise<unknown> {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  return execute(
    call.engine,
    tool,
    { ...given, ...(call.desktop === undefined ? {} : { desktop: call.desktop }) },
    {
      client: call.client,
      session: call.session.id,
      desktop: call.desktop,
      signal: call.signal,
      messageId: call.messageId,
      approver: call.approver,
      granted: call.granted,
      onProgress: call.progress,
    },
  );
}
