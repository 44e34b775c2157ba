/** A select in an attached page is set in the page: no list opens over the person's windows, and none has to be waited for. */
import type { RoutePlan, Verification } from '../../engine/act.js';
import type { Call } from '../../engine/call.js';
import { DriverError } from '../../errors/driver-error.js';
import type { ElementDetail } from '../../model/element.js';
import { windowPoint } from '../../model/geometry.js';
import type { Window } from '../../model/window.js';
import { noPlace, toPage } from './routes.js';
import { CHOOSE_AT } from './scripts.js';

export interface PageSelect {
  readonly route: RoutePlan;
  readonly verification: Verification;
}

/** Only where the page is attached and the element is a select of its own, not one in a frame. */
export async function selectInPage(call: Call, window: Window, element: ElementDetail, option: string): Promise<PageSelect | undefined> {
  if (element.inWebContent !== true || !element.frame) return undefined;
  const page = await (await call.backend()).pages.attached(window, call.signal);
  const place = page && (await page.place(call.signal).catch(noPlace));
  if (!page || !place) return undefined;
  const { x, y, width, height } = element.frame;
  const at = toPage(windowPoint(Math.floor(x + width / 2), Math.floor(y + height / 2)), place);
  const ask = async (wanted: string | null, signal: AbortSignal): Promise<string | undefined> =>
    (await page.ask(CHOOSE_AT, [at.x, at.y, wanted], signal)).map(({ value }) => value).find((value) => typeof value === 'string');
  if ((await ask(null, call.signal)) === undefined) return undefined;
  const deliver: RoutePlan['deliver'] = async (signal) => {
    if ((await ask(option, signal)) === undefined) throw new DriverError('target_changed', 'The select is no longer where it was.');
    return { steps: 1, notes: [], confined: true };
  };
  const verification: Verification = {
    before: async () => {},
    async after(_delivered, signal) {
      if ((await ask(null, signal)) !== option.trim()) return { effect: 'suspected_noop', evidence: [] };
      return { effect: 'confirmed', evidence: [{ kind: 'value_readback', detail: `"${option}" is selected` }] };
    },
  };
  return { route: { route: 'dom', deliver }, verification };
}
