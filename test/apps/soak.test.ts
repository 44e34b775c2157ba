// Random acts in every toolkit among windows that move, cover each other and close, while the person types.
// SOAK=10000 makes that many acts, SEED=… repeats a run, SOAK_FROM=7400 begins it there (a multiple of 100),
// SOAK_WITH=gtk3,qt5 takes these programs only, SOAK_WM=metacity another window manager than openbox, SOAK_TRACE=1 prints every act.
import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Blamed, blamed } from '../matrix/blame.js';
import { randomAct } from '../matrix/soak/act.js';
import { type Random, seededRandom, seedOfPart } from '../matrix/soak/random.js';
import { disturb, hasEnded, openStage, replaceEnded, type Stage, shuffle } from '../matrix/soak/stage.js';
import { Tally } from '../matrix/soak/tally.js';
import { closedMeanwhile } from '../matrix/soak/victim.js';
import { type Toolkit, toolkits } from '../support/apps.js';
import { windowManagers } from '../support/parts/window-managers.js';
import { startSentinel } from '../support/sentinel.js';

const { SOAK, SEED, SOAK_FROM, SOAK_WITH, SOAK_WM, SOAK_TRACE } = process.env;
const actsPerPart = 100;
const first = Number(SOAK_FROM ?? 0);
const total = Number(SOAK ?? 300);
const end = first + total;
/** The usual run repeats itself; one that is asked for explores. */
const seed = Number(SEED ?? (SOAK === undefined ? 3 : randomInt(2 ** 31)));
/** Programs that take long to start are only in the long run. */
const heavy: readonly Toolkit[] = ['libreoffice', 'wine'];
const chosen: readonly Toolkit[] = toolkits.filter((toolkit) =>
  SOAK_WITH ? SOAK_WITH.split(',').includes(toolkit) : total >= 1000 || !heavy.includes(toolkit),
);
const wm = windowManagers.find((each) => each === SOAK_WM) ?? 'openbox';
/** Nothing is learnt from more. */
const tooMany = 20;
const shuffling = 'shuffle';
/** Longest waits for a sign of an act's effect: callers in a hurry act far sooner after each other than those who wait as long as usual. */
const paces = [...Array(15).fill(0), 60, 60, 60, 60, 450];

/** A program that marks text of its own takes the selection when nobody has it, and gives it up again; taken from the person it would be a fault. */
const isOwnSelection = (line: string): boolean =>
  /"type":"selection-notify","selection":"PRIMARY"/.test(line) ||
  /"type":"primary",("from":0,"to":\d+|"from":\d+,"to":0)\}/.test(line) ||
  /^primary is not what it was: (0 → \d+|\d+ → 0)$/.test(line);

test(`${total} random acts: every one arrives once, where it belongs, and the person notices none`, {
  timeout: 120_000 + total * 4000,
}, async () => {
  const again = (from: number) => `SEED=${seed} SOAK=${actsPerPart} SOAK_FROM=${from} SOAK_WITH=${chosen} SOAK_WM=${wm} npm run test:soak`;
  console.log(`SEED=${seed} SOAK=${total}${first > 0 ? ` SOAK_FROM=${first}` : ''} SOAK_WITH=${chosen}`);
  await using stage = await openStage(chosen, wm);
  const tally = new Tally(total);
  for (let from = first; from < end && tally.faults.length < tooMany; from += actsPerPart) {
    const before = tally.faults.length;
    await part(stage, tally, from, Math.min(from + actsPerPart, end));
    if (tally.faults.length > before) console.log(`again: ${again(from)}`);
    console.log(tally.progress());
  }
  console.log(tally.summary());
  expect(tally.faults).toEqual([]);
  expect(tally.excess()).toEqual([]);
});

/** Acts that share a seed, so that they can be repeated without those before them. */
async function part(stage: Stage, tally: Tally, from: number, to: number): Promise<void> {
  const random = seededRandom(seedOfPart(seed, from / actsPerPart));
  const closing = await closedMeanwhile(stage, random);
  tally.blame(closing.map((fault) => `before act ${from}: ${fault}`));
  for (let next = from; next < to && tally.faults.length < tooMany; ) {
    tally.restarted(await replaceEnded(stage));
    next = await watchedActs(stage, tally, random, { from: next, to });
  }
}

/** Acts until the end of the part or of a program, and tells where the next ones begin. */
async function watchedActs(stage: Stage, tally: Tally, random: Random, { from, to }: { from: number; to: number }): Promise<number> {
  const watch = await startSentinel(stage.desktop, { typing: true });
  let next = from;
  while (next < to && tally.faults.length < tooMany && !stage.apps.some(hasEnded)) {
    if (random.chance(0.3)) {
      await watch.mark(shuffling);
      await shuffle(stage, random);
    }
    await watch.mark(`act-${next}`);
    await stage.product.call('set_config', { key: 'reaction_timeout_ms', value: random.pick(paces) });
    const popup = random.chance(0.2) ? disturb(stage, random) : [];
    const act = await randomAct(stage, random, next);
    tally.blame((await popup).map((fault) => `before act ${next}: ${fault}`));
    if (SOAK_TRACE) console.log(`act ${next} ${performance.now().toFixed(0)} ${act.what} ${act.refusal ?? ''}`);
    tally.add(next++, act);
  }
  const report = await watch.stop();
  const isShuffle = ({ line, phase }: Blamed) => phase === shuffling && line.startsWith('window order changed');
  const found = blamed(report).filter((each) => !isShuffle(each) && !isOwnSelection(each.line));
  tally.blame(found.map(({ line, phase }) => `${phase ?? 'end'}: ${line}`));
  return next;
}
