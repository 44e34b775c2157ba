import { type AtspiBus, getProperty, invokeOne } from '../invoke.js';
import type { AtspiRef } from '../ref.js';

export const getToolkitName = (at: AtspiBus, ref: AtspiRef): Promise<string> =>
  getProperty<string>(at, ref, 'Application', 'ToolkitName', 's');

export const getToolkitVersion = (at: AtspiBus, ref: AtspiRef): Promise<string> =>
  getProperty<string>(at, ref, 'Application', 'Version', 's');

/** Where the application takes calls without the bus in between; an error or an empty text where it does not. */
export const getApplicationBusAddress = (at: AtspiBus, ref: AtspiRef): Promise<string> =>
  invokeOne<string>(at, ref, { interface: 'Application', member: 'GetApplicationBusAddress', reply: 's' });
