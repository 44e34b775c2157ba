/** What hosts may listen to. Typed text and secrets never appear in an event. */
export type EngineEvent =
  | { readonly type: 'call_started'; readonly msg_id?: string; readonly call_id: string; readonly session: string; readonly tool: string }
  | {
      readonly type: 'call_finished';
      readonly msg_id?: string;
      readonly call_id: string;
      readonly session: string;
      readonly tool: string;
      readonly ok: boolean;
      readonly code?: string;
      readonly ms: number;
    }
  | {
      readonly type: 'cua_event';
      readonly msg_id: string;
      readonly call_id: string;
      readonly op: string;
      readonly coords?: readonly [number, number] | undefined;
      readonly summary: string;
    }
  | { readonly type: 'cua_policy_denied'; readonly msg_id: string; readonly op: string; readonly app?: string; readonly reason: string }
  | {
      readonly type: 'approval_required';
      readonly call_id: string;
      readonly correlation_id: string;
      readonly reason: string;
      readonly context: Readonly<Record<string, unknown>>;
      readonly resume_token: string;
      readonly expires_at: number;
    }
  | { readonly type: 'approval_resume'; readonly resume_token: string; readonly approved: boolean };

export type EventListener = (event: EngineEvent) => void;

export class EventBus {
  readonly #listeners = new Set<EventListener>();

  /** `mask` takes the values of secrets out. */
  constructor(private readonly mask: (event: EngineEvent) => unknown = (event) => event) {}

  subscribe(listener: EventListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(event: EngineEvent): void {
    // Masking changes strings inside, never the shape.
    const masked = this.mask(event) as EngineEvent;
    for (const listener of this.#listeners) listener(masked);
  }
}
