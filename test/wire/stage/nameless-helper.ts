import { spawnProcess } from '../../../src/kit/process.js';

/**
 * An application with a helper such as browsers have: no child of it any more, without a readable environment, and deaf to
 * requests to end. Gives the helper's process id.
 */
export async function startNamelessHelper(env: Readonly<Record<string, string>>): Promise<number> {
  const helper = 'trap "" TERM; echo $$; while :; do sleep 1; done';
  const application = await spawnProcess('sh', ['-c', `(env -i sh -c '${helper}' &); exec sleep 1000`], {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return new Promise((resolve) => application.stdout?.once('data', (line) => resolve(Number(line))));
}
