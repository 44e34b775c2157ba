/** Keys of model providers may be kept with the secrets, but they are for the agent host: nothing types them anywhere. */
export const providerKeyNames = ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_API_KEY'] as const;

export const isProviderKey = (name: string): boolean => providerKeyNames.some((each) => each === name);
