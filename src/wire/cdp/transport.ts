/** Whole messages, whatever carries them. */
export interface CdpTransport {
  send(message: string): void;
  /** Set once, before the first message can arrive. */
  listen(listener: TransportListener): void;
  close(): void;
}

export interface TransportListener {
  message(text: string): void;
  /** Called once; nothing follows. */
  closed(reason: string): void;
}

/** Longest message taken; a page that answers with more loses the connection instead of the memory. */
export const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
