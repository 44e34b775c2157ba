// Compiles the library with tsc and bundles the command: one small file that talks to the daemon, one with everything.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

// Built aside and put in place at once: whoever is using the last build keeps it, also when this one fails.
const workshop = mkdtempSync(join(root, 'node_modules', '.offhand-build-'));
process.on('exit', () => rmSync(workshop, { recursive: true, force: true }));
const dist = join(workshop, 'dist');

const tsc = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json', '--outDir', dist], {
  cwd: root,
  stdio: 'inherit',
});
if (tsc.status !== 0) process.exit(tsc.status ?? 1);

const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  logLevel: 'warning',
  define: { OFFHAND_VERSION: JSON.stringify(version), 'import.meta.url': 'OFFHAND_FILE_URL' },
  banner: { js: "const OFFHAND_FILE_URL = require('node:url').pathToFileURL(__filename).href;" },
  external: ['sharp', 'koffi', './in-process.js'],
  legalComments: 'none',
  // Node scans a CommonJS file that is imported for its exports, which takes longer than running ours; required, it is not scanned.
  supported: { 'dynamic-import': false },
};

await build({ ...shared, entryPoints: ['src/bin/offhand.ts'], outfile: join(dist, 'bin/offhand.cjs'), plugins: [loadBesides()] });
await build({
  ...shared,
  external: ['sharp', 'koffi'],
  minifyWhitespace: true,
  minifySyntax: true,
  // The guardian is one file too: it starts when every moment counts. So is the thread, which loads as little as it needs.
  entryPoints: {
    'in-process': 'src/bin/in-process.ts',
    demo: 'src/bin/demo.ts',
    'seat-guardian': 'src/bin/seat-guardian.ts',
    'person-hands': 'src/backends/x11/seat/person/person-hands-thread.ts',
  },
  outdir: join(dist, 'bin'),
  outExtension: { '.js': '.cjs' },
});

replaceFolder(join(root, 'dist'), dist);

function replaceFolder(place, folder) {
  for (let tries = 0; ; tries++) {
    try {
      renameSync(place, join(workshop, `last-${tries}`));
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
    try {
      renameSync(folder, place);
      return;
    } catch (error) {
      // Another build was faster; ours is the newer one.
      if (error.code !== 'ENOTEMPTY' || tries > 3) throw error;
    }
  }
}

/** The thin command loads the whole program from the file beside it, only when it must. */
function loadBesides() {
  return {
    name: 'load-besides',
    setup({ onResolve }) {
      onResolve({ filter: /in-process\.js$/ }, () => ({ path: './in-process.cjs', external: true }));
    },
  };
}
