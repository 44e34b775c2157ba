// Random acts in several toolkits among windows that move, cover each other and close, while the person types.
// SOAK=10000 makes that many acts, SEED=… repeats a run, SOAK_WITH=gtk3,qt5 takes these programs only, SOAK_TRACE=1 prints every act.
import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Blamed, blamed } from '../matrix/blame.js';
import { randomAct } from '../matrix/soak/act.js';
import { seededRandom } from '../matrix/soak/random.js';
import { openStage, shuffle } from '../matrix/soak/stage.js';
import { closedMeanwhile } from '../matrix/soak/victim.js';
import { type Toolkit, toolkits } from '../support/apps.js';
import { startSentinel } from '../support/sentinel.js';

const { SOAK, SEED, SOAK_WITH, SOAK_TRACE } = process.env;
const total = Number(SOAK ?? 300);
/** The usual run repeats itself; one that is asked for explores. */
const seed = Number(SEED ?? (SOAK === undefined ? 3 : randomInt(2 ** 31)));
const actsPerWatch = 100;
/** Programs that take long to start are only in the long run. */
const heavy: readonly Toolkit[] = ['libreoffice', 'wine'];
const chosen: readonly Toolkit[] = toolkits.filter((toolkit) =>
  SOAK_WITH ? SOAK_WITH.split(',').includes(toolkit) : total >= 1000 || !heavy.includes(toolkit),
);
/** Nothing is learnt from more. */
const tooMany = 20;
/** A refusal disturbs nobody, but a run of them would prove nothing. */
const mostRefused = 0.15;
const shuffling = 'shuffle';
/** Longest waits for a sign of an act's effect: callers in a hurry act far sooner after each other than those who wait as long as usual. */
const paces = [0, 0, 0, 60, 450];

/** A program that marks text of its own takes the selection when nobody has it, and gives it up again; taken from the person it would be a fault. */
const isOwnSelection = (line: string): boolean =>
  /"type":"selection-notify","selection":"PRIMARY"/.test(line) ||
  /"type":"primary",("from":0,"to":\d+|"from":\d+,"to":0)\}/.test(line) ||
  /^primary is not what it was: (0 → \d+|\d+ → 0)$/.test(line);

test(`${total} random acts: every one arrives once, where it belongs, and the person notices none`, {
  timeout: 60_000 + total * 4000,
}, async () => {
  console.log(`SOAK=${total} SEED=${seed}`);
  const random = seededRandom(seed);
  await using stage = await openStage(chosen);
  const faults: string[] = [];
  const refusals: string[] = [];
  const note = (found: readonly string[]) => {
    for (const fault of found) console.log(fault);
    faults.push(...found);
  };
  for (let done = 0; done < total && faults.length < tooMany; ) {
    const closing = await closedMeanwhile(stage, random);
    note(closing.map((fault) => `before act ${done}: ${fault}`));
    await stage.product.call('set_config', { key: 'reaction_timeout_ms', value: random.pick(paces) });
    const watch = await startSentinel(stage.desktop, { typing: true });
    for (const end = Math.min(done + actsPerWatch, total); done < end && faults.length < tooMany; done++) {
      if (random.chance(0.3)) {
        await watch.mark(shuffling);
        await shuffle(stage, random);
      }
      await watch.mark(`act-${done}`);
      const act = await randomAct(stage, random);
      if (SOAK_TRACE) console.log(`act ${done} ${performance.now().toFixed(0)} ${act.what} ${act.refusal ?? ''}`);
      if (act.refusal) refusals.push(`${act.what}: ${act.refusal}`);
      note(act.faults.map((fault) => `act ${done}, ${act.what}: ${fault}`));
    }
    const report = await watch.stop();
    const isShuffle = ({ line, phase }: Blamed) => phase === shuffling && line.startsWith('window order changed');
    const found = blamed(report).filter((each) => !isShuffle(each) && !isOwnSelection(each.line));
    note(found.map(({ line, phase }) => `${phase ?? 'end'}: ${line}`));
  }
  console.log(`${total - refusals.length} delivered, ${refusals.length} refused`, [...new Set(refusals)]);
  expect(faults).toEqual([]);
  expect(refusals.length / total).toBeLessThan(mostRefused);
});
