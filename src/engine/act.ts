import type { DriverError } from '../errors/driver-error.js';
import type { ElementDetail } from '../model/element.js';
import type { WindowPoint } from '../model/geometry.js';
import type { Delivered } from '../model/gesture.js';
import type { Interference } from '../model/interference.js';
import type { KeyCombo } from '../model/key-combo.js';
import type { Window } from '../model/window.js';
import type { Risk } from '../policy/schema.js';

export type Route = 'accessibility' | 'synthetic_events' | 'global_input' | 'system_api' | 'dom' | 'trusted_input';
export type Effect = 'confirmed' | 'partial' | 'unverifiable' | 'suspected_noop';
export type EvidenceKind = 'value_readback' | 'state_readback' | 'tree_change' | 'window_change' | 'focus_readback' | 'pixel_change';

export interface Evidence {
  readonly kind: EvidenceKind;
  readonly detail: string;
}

/** One way to carry an act out. `blocked` says why this way is closed here; the next one is then tried. */
export interface RoutePlan {
  readonly route: Route;
  readonly blocked?: DriverError | undefined;
  deliver(signal: AbortSignal): Promise<Delivered>;
}

export interface Verdict {
  readonly effect: Effect;
  readonly evidence: readonly Evidence[];
}

/** Proof of what an act promised: looks before, compares after. */
export interface Verification {
  before(signal: AbortSignal): Promise<void>;
  after(delivered: Delivered, signal: AbortSignal): Promise<Verdict>;
}

/** A fully resolved intention, ready for policy and delivery. */
export interface Act {
  readonly verb: string;
  readonly window: Window | null;
  /** Application policy judges this by; default: the window's own. */
  readonly app?: string | undefined;
  readonly element?: ElementDetail | undefined;
  readonly point?: WindowPoint | undefined;
  /** Where a drag goes, from its start to its end. */
  readonly path?: readonly WindowPoint[] | undefined;
  /** Nothing is pressed: the pointer only rests there. */
  readonly pointsOnly?: boolean | undefined;
  readonly text?: string | undefined;
  readonly combos?: readonly KeyCombo[] | undefined;
  /** Source of a script it runs in a page. */
  readonly script?: string | undefined;
  /** Modifiers it holds itself while the pointer acts. */
  readonly modifiers?: readonly string[] | undefined;
  /** Names of secrets `text` stands for. */
  readonly secrets?: readonly string[] | undefined;
  /** The field it types into shows dots instead of letters; told by the page where there is no element. */
  readonly hidesText?: boolean | undefined;
  /** Aimed at the screen instead of a window: policy also judges it by the application in front of the person. */
  readonly onScreen?: { readonly frontmost: Window | undefined } | undefined;
  readonly delivery: 'background' | 'foreground';
  /** Powers it uses beyond what every act does. */
  readonly risks?: readonly Risk[] | undefined;
  readonly routes: readonly RoutePlan[];
  readonly verification: Verification;
  /** Checked again after waiting for a lock or a person: throws when the target is no longer the one decided on. */
  recheck(signal: AbortSignal): Promise<void>;
  /** Gives what is really delivered, once it is allowed: what must not be known before, such as the value of a secret. */
  prepare?(signal: AbortSignal): Promise<Pick<Act, 'routes' | 'verification'>>;
}

export interface ActOutcome {
  readonly effect: Effect;
  readonly route: Route;
  readonly delivery: { readonly mode: 'background' | 'foreground'; readonly delivered_count?: number };
  readonly evidence: readonly Evidence[];
  readonly fell_back_from?: readonly { readonly route: Route; readonly reason: string }[];
  readonly notes?: readonly string[];
  readonly interference: Interference;
}
