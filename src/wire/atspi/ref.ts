/** An accessible object: the unique bus name of its process and its object path there. */
export interface AtspiRef {
  readonly bus: string;
  readonly path: string;
  /** Both in one, where it has been put together before: a tree's keys are looked up over and over. */
  readonly key?: string;
}

export const NULL_PATH = '/org/a11y/atspi/null';
export const ROOT_PATH = '/org/a11y/atspi/accessible/root';
export const CACHE_PATH = '/org/a11y/atspi/cache';
export const REGISTRY_NAME = 'org.a11y.atspi.Registry';

/** `(so)` as it comes off the wire. */
export type WireRef = readonly [bus: string, path: string];

export function fromWire([bus, path]: WireRef): AtspiRef {
  return { bus, path };
}

/** Toolkits put null objects and nameless owners into their answers; neither can be asked anything. */
export function isNullRef(ref: AtspiRef): boolean {
  return ref.bus === '' || ref.path === NULL_PATH || ref.path === '';
}

export function refKey(ref: AtspiRef): string {
  return ref.key ?? `${ref.bus}${ref.path}`;
}

export function sameRef(a: AtspiRef, b: AtspiRef): boolean {
  return a.bus === b.bus && a.path === b.path;
}
