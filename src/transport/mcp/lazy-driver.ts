import type { Driver } from '../driver.js';

/** A driver opened when first needed, and anew after its daemon went away. */
export class LazyDriver {
  #opening: Promise<Driver> | undefined;

  constructor(private readonly open: (clientName: string) => Promise<Driver>) {}

  async get(clientName: string): Promise<Driver> {
    const known = await this.#opening;
    if (known?.isOpen()) return known;
    const opening = this.open(clientName);
    this.#opening = opening;
    opening.catch(() => {
      if (this.#opening === opening) this.#opening = undefined;
    });
    return opening;
  }

  async close(): Promise<void> {
    const driver = await this.#opening?.catch(() => undefined); // it never opened
    this.#opening = undefined;
    await driver?.close();
  }
}
