/** What an act did to the person. Each part is `unchanged`, `unknown`, `none` where there was nothing to lose, or says what changed. */
export interface Interference {
  readonly focus: string;
  readonly active_window: string;
  readonly stacking: string;
  readonly pointer: string;
  /** Selected text and clipboard: whether somebody else's was taken. */
  readonly selections: string;
  /** Whether the screen saver had to go for it. */
  readonly screen: string;
  readonly leaked_events: string;
  readonly clean: boolean;
}

const calm = new Set(['unchanged', 'unknown', 'none']);

export function interference(parts: Omit<Interference, 'clean'>): Interference {
  return { ...parts, clean: Object.values(parts).every((part) => calm.has(part)) };
}
