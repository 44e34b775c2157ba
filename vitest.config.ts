import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/harness/longest-first.js';

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'clients',
          // Hosts of several hundred megabytes: npm run test:clients installs and tests them.
          include: process.env.OFFHAND_CLIENTS ? ['test/clients/**/*.test.ts'] : [],
          pool: 'forks',
          fileParallelism: false,
          globalSetup: ['test/support/global-setup.ts'],
          testTimeout: 200_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts', 'test/*.test.ts'],
          setupFiles: ['test/harness/fixed-seed.ts'],
          pool: 'threads',
          isolate: false,
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'desktop',
          include: ['test/{wire,contract,apps,transport,replay}/**/*.test.ts'],
          setupFiles: ['test/harness/fixed-seed.ts'],
          pool: 'forks',
          fileParallelism: true,
          maxWorkers: 2,
          globalSetup: ['test/support/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // Real desktops on a shared machine: a failure that does not repeat is reported as flaky (see scripts/test-desktop.mjs).
          retry: process.env.CI ? 1 : 0,
        },
      },
    ],
  },
});
