import { DBusError } from './errors.js';
import type { DBusValue } from './marshal/values.js';
import { ERROR, METHOD_RETURN, NO_REPLY_EXPECTED, type OutgoingMessage } from './message.js';

export interface IncomingCall {
  readonly sender: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly signature: string;
  readonly body: readonly DBusValue[];
}

export interface MethodReply {
  readonly signature?: string;
  readonly body?: readonly DBusValue[];
}

/** Answers a call of a peer. `undefined` means unknown method; a thrown DBusError is sent as it is. */
export type MethodHandler = (call: IncomingCall) => MethodReply | undefined | Promise<MethodReply | undefined>;

const PEER_INTERFACE = 'org.freedesktop.DBus.Peer';

/** The message that answers `call`, or undefined when the caller wants none. */
export async function answer(
  call: IncomingCall,
  { serial, flags }: { serial: number; flags: number },
  handler: MethodHandler | undefined,
): Promise<OutgoingMessage | undefined> {
  const outcome = await run(call, handler);
  if (flags & NO_REPLY_EXPECTED) return undefined;
  const common = { flags: NO_REPLY_EXPECTED, replySerial: serial, destination: call.sender };
  if (outcome instanceof DBusError) {
    return { ...common, type: ERROR, errorName: outcome.errorName, signature: 's', body: [outcome.message] };
  }
  return { ...common, type: METHOD_RETURN, signature: outcome.signature, body: outcome.body };
}

async function run(call: IncomingCall, handler: MethodHandler | undefined): Promise<MethodReply | DBusError> {
  try {
    const reply = await handler?.(call);
    if (reply) return reply;
    if (call.interface === PEER_INTERFACE && call.member === 'Ping') return {};
    const what = call.interface ? `${call.interface}.${call.member}` : call.member;
    return new DBusError('org.freedesktop.DBus.Error.UnknownMethod', `${call.path} has no method ${what}`);
  } catch (error) {
    if (error instanceof DBusError) return error;
    return new DBusError('org.freedesktop.DBus.Error.Failed', error instanceof Error ? error.message : String(error));
  }
}
