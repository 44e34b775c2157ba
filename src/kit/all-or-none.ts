/** Waits for all; should one fail, those that succeed, however late, are undone. */
export async function allOrNone<T>(begun: readonly Promise<T>[], undo: (made: T) => void): Promise<readonly T[]> {
  try {
    return await Promise.all(begun);
  } catch (error) {
    for (const each of begun) each.then(undo, () => {}); // its failure, or that of another, is thrown
    throw error;
  }
}
