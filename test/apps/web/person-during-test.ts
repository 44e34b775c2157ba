import { onTestFinished } from 'vitest';
import type { Desktop } from '../../support/desktop.js';
import type { Watch } from '../../support/sentinel.js';
import { personAtWork } from './browser.js';

/** The person for one test alone: whoever is still typing when it fails would be taken for the person of the next one. */
export async function personDuringTest(desktop: Desktop): Promise<Watch> {
  const watch = await personAtWork(desktop);
  let isStopped = false;
  const stop = () => {
    isStopped = true;
    return watch.stop();
  };
  onTestFinished(async () => {
    if (!isStopped) await stop().catch(() => {}); // the test has failed already
  });
  return { ...watch, stop };
}
