// A recording of any length, written with the product's own writer, for tests and benches of what reads recordings.
import { rgb } from '../../../src/image/color.js';
import { encodePng } from '../../../src/image/png-encode.js';
import { createImage, fillRect } from '../../../src/image/raw.js';
import { makeThumbnail } from '../../../src/recording/picture.js';
import { RecordingWriter } from '../../../src/recording/writer.js';
import { actionOf, headerOf, signatureOf } from './material.js';

const clean = {
  focus: 'unchanged',
  active_window: 'unchanged',
  stacking: 'unchanged',
  pointer: 'unchanged',
  selections: 'unchanged',
  screen: 'unchanged',
  leaked_events: 'none',
  clean: true,
};

/** Every seventh turn fails, every eleventh is refused by policy, every thirteenth disturbs, every fifth is a look. */
export async function writeSample(folder: string, turns: number): Promise<void> {
  const writer = await RecordingWriter.create(folder, headerOf({ name: 'sample <b>run</b>' }));
  for (let turn = 1; turn <= turns; turn++) {
    const isLook = turn % 5 === 0;
    const fails = turn % 7 === 0;
    const refused = turn % 11 === 0;
    const disturbs = turn % 13 === 0;
    const error = { code: fails ? 'stale_element' : 'policy_denied', message: 'It <i>did</i> not work.' };
    await writer.writeTurn(
      actionOf(turn, {
        kind: isLook ? 'look' : 'act',
        summary: `${isLook ? 'Look' : 'Click'} button “${turn}” </script><script>document.title="broken"</script>`,
        result:
          fails || refused
            ? { ok: false, error }
            : {
                ok: true,
                ...(isLook
                  ? {}
                  : {
                      effect: 'confirmed',
                      route: 'accessibility',
                      interference: { ...clean, clean: !disturbs, focus: disturbs ? 'moved' : 'unchanged' },
                    }),
              },
        policy: refused ? { decision: 'denied', rule: 'forbidden_apps', reason: 'not this one' } : { decision: 'allowed' },
        targets: [
          {
            field: 'element_index',
            signature: signatureOf('button', String(turn)),
            frame: { x: 40, y: 40, width: 80, height: 30 },
            password: false,
          },
        ],
      }),
      {
        appeared: [{ role: 'text', label: `appeared ${turn}` }],
        changed: [{ index: 3, role: 'textfield', label: 'Result', what: { value: ['1', '2'] } }],
        vanished: [],
        moved: 1,
        more: 0,
      },
    );
    const image = createImage(480, 320, rgb(240, 240, 240 - (turn % 50)));
    fillRect(image, { x: 40, y: 40, width: 80, height: 30 }, rgb((turn * 37) % 255, 90, 160));
    const { bytes } = await encodePng(image);
    const facts = {
      width: 480,
      height: 320,
      scale: 1,
      redactions: [{ x: 200, y: 200, width: 50, height: 10, reason: 'email' }],
      warnings: [],
    };
    await writer.addFile(turn, 'after.png', bytes);
    if (!isLook)
      await writer.addFile(turn, 'before.png', bytes, turn > 1 ? `turn-${String(turn - 1).padStart(5, '0')}/after.png` : undefined);
    await writer.addFile(turn, 'thumbnail.png', await makeThumbnail(image, { box: { x: 40, y: 40, width: 80, height: 30 } }));
    await writer.addPictures(turn, {
      ...(isLook
        ? {}
        : { before: { file: 'before.png', ...facts }, box: { x: 40, y: 40, width: 80, height: 30 }, marker: { x: 80, y: 55 } }),
      after: { file: 'after.png', ...facts },
      notes: [],
    });
  }
  await writer.updateSession({ state: 'complete', turns, ended_at: '2026-01-01T00:20:00.000Z' });
}
