/** The candidates a person may have meant by `name`, best first; none when nothing is close. */
export function nearest(name: string, candidates: Iterable<string>, limit = 3): string[] {
  const wanted = name.toLowerCase();
  const scored: { candidate: string; score: number }[] = [];
  for (const candidate of candidates) {
    const known = candidate.toLowerCase();
    const contained = wanted.length >= 3 && (known.includes(wanted) || wanted.includes(known));
    const distance = editDistance(wanted, known);
    const tolerated = Math.max(1, Math.floor(Math.max(wanted.length, known.length) / 3));
    if (contained || distance <= tolerated) scored.push({ candidate, score: contained ? Math.min(distance, 1) : distance });
  }
  // Next to an almost exact match, distant relatives only distract.
  const best = Math.min(...scored.map(({ score }) => score));
  return scored
    .filter(({ score }) => score <= best + 1)
    .sort((a, b) => a.score - b.score || a.candidate.localeCompare(b.candidate))
    .slice(0, limit)
    .map(({ candidate }) => candidate);
}

/** Insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b`. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const substitution = (last[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      let best = Math.min(substitution, (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) best = Math.min(best, (beforeLast[column - 2] ?? 0) + 1);
      current.push(best);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}
