/** Which windows must go where to give the person their order back. Both orders are back to front. */
export interface Restack {
  readonly window: number;
  readonly below: number;
}

/**
 * The agent's windows that rose go back under what was above them, and new ones under the person's window.
 * Windows of others are left where they are: the person may have moved those.
 */
export function restacksFor(
  before: readonly number[],
  now: readonly number[],
  person: number,
  isAgents: (window: number) => boolean,
): Restack[] {
  return now.filter(isAgents).flatMap((window): Restack[] => {
    const place = before.indexOf(window);
    const shouldBeAbove = place < 0 ? [person] : before.slice(place + 1);
    const nearest = shouldBeAbove.find((each) => each !== window && !isAgents(each) && now.includes(each));
    return nearest !== undefined && now.indexOf(window) > now.indexOf(nearest) ? [{ window, below: nearest }] : [];
  });
}
