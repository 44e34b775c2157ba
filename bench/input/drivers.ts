/** The two drivers, asked for the same thing in their own words. */
import type { Product } from '../../test/harness/product.js';
import type { Fixture, WidgetName } from '../../test/support/apps.js';
import type { Desktop } from '../../test/support/desktop.js';
import { type Peer, startPeer } from '../peer-process.js';

export interface Answer {
  /** Set when the driver said that it did not do it. */
  readonly refusal?: string;
}

export interface Driver {
  readonly name: 'offhand' | 'cua-driver';
  call(tool: string, input: object): Promise<Answer>;
}

export const offhand = (product: Product): Driver => ({
  name: 'offhand',
  call: async (tool, input) => {
    try {
      await (product.call as (tool: string, input: object) => Promise<unknown>)(tool, input);
      return {};
    } catch (error) {
      return { refusal: error instanceof Error && 'code' in error ? String(error.code) : String(error) };
    }
  },
});

interface PeerLine {
  readonly output?: { readonly code?: string; readonly effect?: string } | null;
  readonly isError?: boolean;
  readonly text?: string;
  readonly error?: string;
}

export function cuaDriver(desktop: Desktop): Driver & Pick<Peer<PeerLine>, 'child'> {
  const peer = startPeer<PeerLine>(desktop.env);
  const call = async (tool: string, input: object): Promise<Answer> => {
    const { output, isError, text, error } = await peer.call(tool, input);
    if (!isError && error === undefined) return {};
    return { refusal: output?.code ?? (error ?? text ?? 'refused').slice(0, 80) };
  };
  return { name: 'cua-driver', call, child: peer.child };
}

export const windowOf = (app: Fixture): { pid: number; window_id: number } => ({ pid: app.pid, window_id: app.windowId });

export const pixel = (app: Fixture, widget: WidgetName, dx = 0): { x: number; y: number } => ({
  x: app.centre(widget).x + dx,
  y: app.centre(widget).y,
});
