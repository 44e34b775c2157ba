import type { EventListener } from '../../engine/events.js';
import { absolutePaths } from '../absolute-paths.js';
import type { CallerIdentity, CallOptions, Driver } from '../driver.js';
import type { DaemonClient } from './client.js';

/** Runs tools in the daemon. A session minted for this connection ends with it. */
export function daemonDriver(client: DaemonClient, caller: CallerIdentity): Driver {
  const listeners = new Set<EventListener>();
  let subscribed = false;
  const close = async (): Promise<void> => client.close();
  return {
    kind: 'daemon',
    session: caller.session,
    call: (tool: string, input: unknown, options: CallOptions = {}) =>
      client.request(
        'call',
        { tool, input: absolutePaths(input, process.cwd()), ...caller, message: options.messageId, approver: options.approver?.name },
        options,
      ),
    subscribe(listener) {
      listeners.add(listener);
      if (!subscribed) {
        subscribed = true;
        const onEvent: EventListener = (event) => {
          for (const each of listeners) each(event);
        };
        void client.request('subscribe', {}, { keep: true, onEvent }).catch(() => {}); // the daemon went away; calls will say so
      }
      return () => listeners.delete(listener);
    },
    followApprovals(listener) {
      const { id, answer } = client.start('follow_approvals', { ...caller }, { keep: true, onApproval: listener });
      answer.catch(() => {}); // the daemon went away; calls will say so
      return () => void client.request('unfollow_approvals', { target: id }).catch(() => {}); // gone with the connection already
    },
    async resumeApproval(token, approved, verdict) {
      await client.request('resume_approval', { resume_token: token, approved, verdict, ...caller });
    },
    isOpen: () => client.isOpen,
    close,
    [Symbol.asyncDispose]: close,
  };
}
