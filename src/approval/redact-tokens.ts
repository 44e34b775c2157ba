import { mapStrings } from '../kit/map-strings.js';

const TOKEN_LENGTH = 40;
const TOKEN = /apr-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

export const HIDDEN_TOKEN = 'apr-[hidden]';

/** Resume tokens never leave in logs, recordings or tool output. */
export const redactTokens = (text: string): string => (text.length < TOKEN_LENGTH ? text : text.replaceAll(TOKEN, HIDDEN_TOKEN));

/** The same for every string, and every key, inside a JSON value. */
export const redactTokensIn = (value: unknown): unknown => mapStrings(value, redactTokens);
