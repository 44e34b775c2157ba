import type { KeyCombo } from '../model/key-combo.js';
import type { AppIdentity } from './app-match.js';
import type { Stage } from './policy.js';
import type { Platform } from './protected.js';
import type { Risk } from './schema.js';

/** What someone wants to do, with everything that matters for the decision and nothing else. */
export interface PolicyRequest {
  readonly tool: string;
  readonly op?: string | undefined;
  /** From the tool's definition, plus what the call asks for ("foreground"). */
  readonly risks: readonly Risk[];
  /** The target's application; an empty id when it could not be found out; absent when no application is touched. */
  readonly app?: AppIdentity | undefined;
  readonly scope: 'window' | 'desktop';
  readonly session: string;
  readonly client: string;
  readonly text?: string | undefined;
  readonly combos?: readonly KeyCombo[] | undefined;
  /** Keys and modifiers the session, or the call itself, holds down. */
  readonly held?: readonly string[] | undefined;
  /** Secrets the text stands for, and whether the field hides what is typed. */
  readonly secrets?: { readonly names: readonly string[]; readonly intoPassword: boolean } | undefined;
  /** What is in the same field before and after the place where `text` goes, as far as known. */
  readonly previousText?: string | undefined;
  readonly followingText?: string | undefined;
}

export interface PolicyContext {
  readonly stage: Stage;
  readonly platform: Platform;
  /** Whether this client was approved for this application before. */
  hasSeen(client: string, appId: string): boolean;
  /** Whether a person granted this to the session, or to this very call. */
  isGranted(grant: string): boolean;
}

export type Verdict = 'once' | 'session' | 'always';

export interface Denial {
  readonly decision: 'deny';
  readonly rule: string;
  readonly reason: string;
}

export interface Question {
  readonly decision: 'ask';
  readonly rule: string;
  readonly reason: string;
  /** What a "yes" is remembered under; pass it back through `isGranted`. */
  readonly grant: string;
  /** The answers that make sense; "always" only where it can be remembered. */
  readonly verdicts: readonly Verdict[];
}

export type Decision = { readonly decision: 'allow' } | Denial | Question;
