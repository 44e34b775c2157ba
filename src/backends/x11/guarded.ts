/**
 * Does something that makes the program of a window act by other means than input. Whatever that opens, and until the program is
 * through with it, the person's window stays theirs.
 */
export type Guarded = <T>(windowId: number, work: () => Promise<T>) => Promise<T>;
