import { type AtspiBus, invokeOne } from '../invoke.js';
import type { AtspiRef } from '../ref.js';

/** Title, DocURL, MimeType … of a document; which keys exist is up to the toolkit. */
export const getDocumentAttributes = (at: AtspiBus, ref: AtspiRef): Promise<ReadonlyMap<string, string>> =>
  invokeOne<ReadonlyMap<string, string>>(at, ref, { interface: 'Document', member: 'GetAttributes', reply: 'a{ss}' });

/** Empty when the document has no such attribute. */
export const getDocumentAttribute = (at: AtspiBus, ref: AtspiRef, name: string): Promise<string> =>
  invokeOne<string>(at, ref, { interface: 'Document', member: 'GetAttributeValue', signature: 's', body: [name], reply: 's' });
