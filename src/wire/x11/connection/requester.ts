import type { Args, Command, Query } from '../codec/message.js';

/** The part of a connection that talks. */
export interface Requester {
  /** Sends a query; its reply, or the X11Error it caused. Queries sent in one turn share a round trip. */
  request<In, Out>(query: Query<In, Out>, ...args: Args<NoInfer<In>>): Promise<Out>;
  /** Sends a command; a failure goes to the error listeners. */
  send<In>(command: Command<In>, ...args: Args<NoInfer<In>>): void;
  /** Sends a command and confirms it; a failure rejects. Commands checked in one turn share a round trip. */
  checked<In>(command: Command<In>, ...args: Args<NoInfer<In>>): Promise<void>;
  /** Everything sent before has been processed. */
  sync(): Promise<void>;
}
