/** How a cursor moves, as the settings `agent_cursor_*` say. */
export interface Motion {
  readonly startHandle: number;
  readonly endHandle: number;
  readonly arcSize: number;
  readonly arcFlow: number;
  readonly spring: number;
  readonly glideMs: number;
  readonly idleHideMs: number;
}

export interface Spot {
  readonly x: number;
  readonly y: number;
}
