import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createDriver } from 'offhand';
import { hostTools } from 'offhand/agent';
import { offhandExtension } from './extension.js';
import type { CallOptions } from './offhand-api.js';
import type { PiApi } from './pi-api.js';

const root = dirname(createRequire(import.meta.url).resolve('offhand/package.json'));

// biome-ignore lint/style/noDefaultExport: pi loads an extension by its default export
export default function extension(pi: PiApi): void {
  offhandExtension(pi, {
    tools: hostTools(),
    skillPath: join(root, 'skills'),
    // Its session ends with the connection, so everything held is let go when pi ends, however it ends.
    async open({ desktop }) {
      const driver = await createDriver({ client: 'pi', desktop });
      return {
        // Tools are chosen at run time; their arguments are checked by Offhand itself.
        call: (tool, input, options: CallOptions = {}) => driver.call(tool as never, input as never, options),
        close: () => driver.close(),
      };
    },
  });
}
