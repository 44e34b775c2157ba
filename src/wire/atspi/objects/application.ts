import { type AtspiBus, getProperty } from '../invoke.js';
import type { AtspiRef } from '../ref.js';

export const getToolkitName = (at: AtspiBus, ref: AtspiRef): Promise<string> =>
  getProperty<string>(at, ref, 'Application', 'ToolkitName', 's');

export const getToolkitVersion = (at: AtspiBus, ref: AtspiRef): Promise<string> =>
  getProperty<string>(at, ref, 'Application', 'Version', 's');

export const getApplicationId = (at: AtspiBus, ref: AtspiRef): Promise<number> => getProperty<number>(at, ref, 'Application', 'Id', 'i');
