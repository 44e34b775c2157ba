import type { ServerContext } from '@modelcontextprotocol/server';

/** Sends `notifications/progress` when the caller asked for it. Its value must grow with every notice, also where the share done is unknown. */
export function progressSender({ mcpReq }: ServerContext): ((message: string, fraction?: number) => void) | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let done = 0;
  return (message, fraction) => {
    done = Math.max(fraction ?? 0, done + (1 - done) / 10);
    const params = { progressToken, progress: done, total: 1, message };
    void mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {}); // the client may have gone
  };
}
