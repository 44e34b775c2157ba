/** Memory of an engine over 1,000 looks at one window, and its CPU while nobody calls. */
import { createEngine } from '../src/bin/create-engine.js';
import { startDesktop } from '../src/stage/start.js';
import { stopDesktop } from '../src/stage/stop.js';
import { localDriver } from '../src/transport/driver.js';

const LOOKS = Number(process.env.LOOKS ?? 1000);
const rssMb = (): number => Math.round(process.memoryUsage.rss() / 1e5) / 10;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const desktop = await startDesktop({});
try {
  await using engine = createEngine();
  const driver = localDriver(engine, { client: 'bench', session: 'growth', desktop: desktop.name });
  const launched = (await driver.call('launch_app', { name: 'gnome-calculator' })) as { pid: number; windows: { window_id: number }[] };
  const target = { pid: launched.pid, window_id: launched.windows[0]?.window_id ?? 0 };
  const state = (await driver.call('get_window_state', target)) as { elements: { label: string; element_index: number }[] };
  const button = state.elements.find(({ label }) => label === '7');
  for (let look = 1; look <= LOOKS; look++) {
    if (look % 50 === 0) await driver.call('click', { ...target, element_index: button?.element_index });
    await driver.call('get_window_state', target);
    if (look === 100 || look % 300 === 100 || look === LOOKS) process.stdout.write(`after ${look} looks: ${rssMb()} MB\n`);
  }
  const before = process.cpuUsage();
  await sleep(5000);
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(`idle CPU over 5 s: ${((user + system) / 5e4).toFixed(2)} % of a core\n`);
} finally {
  await stopDesktop(desktop.name);
}
