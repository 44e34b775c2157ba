/** How a glide goes over time: like a damped spring, exactly at its end when the time is up. */

/** What is left of the way when the time is up, before it is made exact. */
const REST = 0.001;
/** Shorter ways take less time, down to this share of it. */
const SHORTEST_SHARE = 0.35;
const FULL_TIME_PX = 320;

/** Progress along the way at `elapsed` (0 to 1 of the duration); above 1 while a spring below 1 overshoots. */
export function springProgress(elapsed: number, spring: number): number {
  if (elapsed <= 0) return 0;
  if (elapsed >= 1) return 1;
  if (spring >= 1) return critical(elapsed);
  const decay = -Math.log(REST);
  const swing = (decay / spring) * Math.sqrt(1 - spring * spring);
  const remaining = Math.exp(-decay * elapsed) * (Math.cos(swing * elapsed) + (decay / swing) * Math.sin(swing * elapsed));
  return 1 - remaining;
}

/** Without any swing: as fast as it goes without passing the end. */
function critical(elapsed: number): number {
  const rate = 7.6;
  const remaining = (1 + rate * elapsed) * Math.exp(-rate * elapsed);
  const rest = (1 + rate) * Math.exp(-rate);
  return 1 - (remaining - rest) / (1 - rest);
}

export function glideDuration(length: number, glideMs: number): number {
  return glideMs * Math.min(1, SHORTEST_SHARE + (1 - SHORTEST_SHARE) * (length / FULL_TIME_PX));
}
