import type { EventDef, EventValue } from './codec/message.js';
import { coreEvents } from './core/events.js';
import { damageEvents } from './ext/damage.js';
import { randrEvents } from './ext/randr.js';
import { shapeEvents } from './ext/shape.js';
import { xfixesEvents } from './ext/xfixes.js';
import { xiEvents } from './ext/xinput/events.js';
import { xkbEvents } from './ext/xkb/events.js';

/** Every event a connection decodes, by name. */
export const eventTables = {
  ...coreEvents,
  ...xiEvents,
  ...xkbEvents,
  ...xfixesEvents,
  ...shapeEvents,
  ...damageEvents,
  ...randrEvents,
} satisfies Record<string, EventDef>;

type Tables = typeof eventTables;
export type X11EventMap = { [Name in keyof Tables]: EventValue<Tables[Name]> };

/** An event as listeners get it; `synthetic` when a client sent it with SendEvent. */
export type X11Event<Name extends keyof X11EventMap> = X11EventMap[Name] & {
  readonly name: Name;
  readonly synthetic: boolean;
  readonly sequence: number;
};

export interface UnknownX11Event {
  readonly name: 'Unknown';
  readonly synthetic: boolean;
  readonly sequence: number;
  readonly bytes: Buffer;
}

export type AnyX11Event = { [Name in keyof X11EventMap]: X11Event<Name> }[keyof X11EventMap] | UnknownX11Event;
