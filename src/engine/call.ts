import type { Approver } from '../approval/approval.js';
import type { Approvals } from '../approval/approvals.js';
import type { Backend } from '../backends/port.js';
import type { Config, ConfigKey } from '../config/schema.js';
import type { ConfigStore } from '../config/store.js';
import type { Cursors } from '../cursor/cursors.js';
import type { AppApprovals } from '../policy/app-approval.js';
import type { Ocr } from '../redaction/ocr.js';
import type { Secrets } from '../secrets/secrets.js';
import type { Session } from '../session/session.js';
import type { Sessions } from '../session/sessions.js';
import type { EventBus } from './events.js';
import type { Gate } from './gate.js';
import type { Lease } from './lease.js';
import type { Locks } from './lock.js';
import type { Recorder } from './recorder.js';

/** The desktops this process can reach; undefined names the person's own. */
export interface Desktops {
  backend(name: string | undefined, signal: AbortSignal): Promise<Backend>;
  /** A private desktop holds nothing of the person's, so first-time approval is off there. */
  isPrivate(name: string | undefined): boolean;
}

/** Everything a call may use, made once by the composition root. */
export interface Engine {
  readonly version: string;
  readonly desktops: Desktops;
  readonly sessions: Sessions;
  readonly cursors: Cursors;
  readonly config: ConfigStore;
  readonly events: EventBus;
  readonly gate: Gate;
  readonly locks: Locks;
  readonly lease: Lease;
  readonly recorder: Recorder;
  readonly approvals: Approvals;
  readonly seen: AppApprovals;
  /** Text recognition, where the machine has it. */
  readonly ocr: Ocr | undefined;
  readonly secrets: Secrets;
}

/** What the pipeline must know of a tool; a subset of its definition. */
export interface ToolFacts {
  readonly name: string;
  readonly effect: 'observe' | 'act' | 'manage';
  readonly group: string;
  readonly destructive: boolean;
}

/** Who calls, over which transport. */
export interface Caller {
  readonly client: string;
  /** The transport's own session; an explicit `session` argument wins over it. */
  readonly session?: string | undefined;
  readonly desktop?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The host's own name for the message the call belongs to; events repeat it. */
  readonly messageId?: string | undefined;
  /** The person behind the call, when this transport can ask. */
  readonly approver?: Approver | undefined;
  /** Of the call this one is part of: a yes to the whole is a yes to its parts. */
  readonly granted?: Set<string> | undefined;
  readonly onProgress?: ((message: string, fraction?: number) => void) | undefined;
}

/** One tool call on its way through the pipeline. */
export interface Call {
  readonly id: string;
  readonly messageId: string;
  readonly tool: ToolFacts;
  readonly engine: Engine;
  readonly session: Session;
  readonly client: string;
  /** The connection's own session, which may differ from the one the call uses. */
  readonly owner: string;
  readonly approver: Approver | undefined;
  /** What a person granted to this very call. */
  readonly granted: Set<string>;
  readonly desktop: string | undefined;
  readonly signal: AbortSignal;
  backend(): Promise<Backend>;
  progress(message: string, fraction?: number): void;
  /** Effective setting: call argument > session override > disk > default. */
  setting<K extends ConfigKey>(key: K, argument?: Config[K]): Config[K];
}
