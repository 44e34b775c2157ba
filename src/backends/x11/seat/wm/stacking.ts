/** Which windows must go where to give the person their order back. Orders are back to front. */
export interface Restack {
  readonly window: number;
  readonly below: number;
}

/** How it was when an agent began what may have raised a window. */
export interface OrderBefore {
  readonly order: readonly number[];
  readonly person: number;
}

/** The order before, but with one window where it is now: right above what is below it. */
export function movedIn(before: readonly number[], window: number, now: readonly number[]): number[] {
  const below = new Set(now.slice(0, now.indexOf(window)));
  const others = before.filter((each) => each !== window);
  const place = others.findLastIndex((each) => below.has(each)) + 1;
  return [...others.slice(0, place), window, ...others.slice(place)];
}

/**
 * The agents' windows that rose go back under what was above them, and new ones under the person's window.
 * Windows of others are left where they are: the person may have moved those. `before` gives nothing for them.
 */
export function restacksFor(now: readonly number[], before: (window: number) => OrderBefore | undefined): Restack[] {
  return now.flatMap((window): Restack[] => {
    const known = before(window);
    if (!known) return [];
    const place = known.order.indexOf(window);
    const shouldBeAbove = place < 0 ? [known.person] : known.order.slice(place + 1);
    const nearest = shouldBeAbove.find((each) => each !== window && !before(each) && now.includes(each));
    return nearest !== undefined && now.indexOf(window) > now.indexOf(nearest) ? [{ window, below: nearest }] : [];
  });
}
