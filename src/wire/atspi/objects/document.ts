import { type AtspiBus, invokeOne } from '../invoke.js';
import type { AtspiRef } from '../ref.js';

/** Empty when the document has no such attribute. */
export const getDocumentAttribute = (at: AtspiBus, ref: AtspiRef, name: string): Promise<string> =>
  invokeOne<string>(at, ref, { interface: 'Document', member: 'GetAttributeValue', signature: 's', body: [name], reply: 's' });
