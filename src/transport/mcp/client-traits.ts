/** Whether a client gets `structuredContent` beside the text; `auto` knows the clients that then hide text and images from the model. */
export const structuredModes = ['auto', 'always', 'never'] as const;
export type StructuredMode = (typeof structuredModes)[number];

const SHOW_ONLY_STRUCTURED_CONTENT = /^(claude-code|codex|visual studio code)\b/i;

export function wantsStructured(mode: StructuredMode, clientName: string | undefined): boolean {
  if (mode !== 'auto') return mode === 'always';
  return clientName === undefined || !SHOW_ONLY_STRUCTURED_CONTENT.test(clientName);
}
