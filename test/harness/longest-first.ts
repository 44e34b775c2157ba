// Files that take minutes run first, so that no worker is left alone with one of them at the end.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const longest = [
  'matrix.test.ts',
  'alt-tab.test.ts',
  'coordinates.test.ts',
  'opened-window.test.ts',
  'launch-late.test.ts',
  'launch.test.ts',
  'own-window.test.ts',
  'persons-pick.test.ts',
  'soak.test.ts',
];

const rankOf = ({ moduleId }: TestSpecification): number => {
  const at = longest.findIndex((name) => moduleId.endsWith(`/${name}`));
  return at < 0 ? longest.length : at;
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    return usual.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}
