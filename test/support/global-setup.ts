// Runs once before the desktop tests: builds the product and compiles the fixtures.
import { capture, type Env } from './parts/child.js';
import { compileFixtures } from './parts/fixture-binaries.js';

export async function setup(): Promise<void> {
  await Promise.all([build(), compileFixtures()]);
}

/** Most desktop tests load the sources, not the build, so a build that fails is told but does not keep them from running. */
async function build(): Promise<void> {
  try {
    await capture('bash', ['scripts/setup.sh', '--build'], process.env as Env, 300_000);
  } catch (error) {
    console.error(`The product was not built; tests that run it will fail.\n${error instanceof Error ? error.message : error}`);
  }
}
