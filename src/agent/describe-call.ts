import type { ToolCall } from './context/message.js';

const maxValue = 60;
const maxLine = 140;

/** One line a person can follow: `computer_use click element=7 app="Files"`. */
export function describeCall({ name, input, malformed }: ToolCall): string {
  if (malformed !== undefined) return shorten(`${name} (unreadable arguments: ${oneLine(malformed)})`, maxLine);
  const { action, ...rest } = input;
  const values = Object.entries(rest).map(([key, value]) => `${key}=${shorten(oneLine(JSON.stringify(value) ?? ''), maxValue)}`);
  return shorten([name, ...(typeof action === 'string' ? [action] : []), ...values].join(' '), maxLine);
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

export const shorten = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max - 1)}…` : text);
