import { type Profile, profiles } from '../../../tools/registry.js';
import { type StructuredMode, structuredModes } from '../client-traits.js';

/** What a client chooses by the address it was given: `/mcp?profile=full&desktop=NAME`. */
export interface Chosen {
  readonly profile: Profile;
  readonly structured: StructuredMode;
  readonly session?: string | undefined;
  readonly desktop?: string | undefined;
}

export function chosenBy(address: string): Chosen {
  const { searchParams } = new URL(address);
  return {
    profile: profiles.find((each) => each === searchParams.get('profile')) ?? 'core',
    structured: structuredModes.find((each) => each === searchParams.get('structured')) ?? 'auto',
    session: searchParams.get('session') ?? undefined,
    desktop: searchParams.get('desktop') ?? undefined,
  };
}
