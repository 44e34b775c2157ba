export interface App {
  /** Desktop-file id without the suffix, or the lower-case program name. */
  readonly id: string;
  readonly name: string;
  readonly pid: number | null;
  readonly running: boolean;
  readonly active: boolean;
  readonly launchPath: string | null;
  readonly windowIds: readonly number[];
}
