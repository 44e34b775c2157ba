import { Variant } from '../../dbus/marshal/values.js';
import { type AtspiBus, getProperty, setProperty } from '../invoke.js';
import type { AtspiRef } from '../ref.js';

const number = (at: AtspiBus, ref: AtspiRef, property: string) => getProperty<number>(at, ref, 'Value', property, 'd');

export const getCurrentValue = (at: AtspiBus, ref: AtspiRef): Promise<number> => number(at, ref, 'CurrentValue');

export const getMinimumValue = (at: AtspiBus, ref: AtspiRef): Promise<number> => number(at, ref, 'MinimumValue');

export const getMaximumValue = (at: AtspiBus, ref: AtspiRef): Promise<number> => number(at, ref, 'MaximumValue');

export const getMinimumIncrement = (at: AtspiBus, ref: AtspiRef): Promise<number> => number(at, ref, 'MinimumIncrement');

/** The reply says only that the message arrived: read the value back to know. */
export const setCurrentValue = (at: AtspiBus, ref: AtspiRef, value: number): Promise<void> =>
  setProperty(at, ref, 'Value', 'CurrentValue', new Variant('d', value));
