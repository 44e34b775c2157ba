/** What people granted to sessions. Gone with the session, gone with the process. */
export class SessionGrants {
  readonly #lasting = new Map<string, Set<string>>();
  readonly #single = new Map<string, Set<string>>();

  grant(session: string, key: string, how: 'once' | 'session'): void {
    const grants = how === 'session' ? this.#lasting : this.#single;
    const keys = grants.get(session) ?? new Set();
    grants.set(session, keys.add(key));
  }

  has(session: string, key: string): boolean {
    return this.#lasting.get(session)?.has(key) === true || this.#single.get(session)?.has(key) === true;
  }

  /** Uses up a single grant, if that is what there is. */
  consume(session: string, key: string): boolean {
    return this.#single.get(session)?.delete(key) === true;
  }

  forget(session: string): void {
    this.#lasting.delete(session);
    this.#single.delete(session);
  }
}
