// What the compiler promises to users of the SDK; checked by tsc, run for the values.
import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  createDriver,
  type DriverError,
  type OffhandDriver,
  type ToolInput,
  type ToolName,
  type ToolOutput,
} from '../../../src/sdk/index.js';
import { toolMethods } from '../../../src/sdk/methods.js';
import { tools } from '../../../src/tools/registry.js';

describe('every tool is a typed method', () => {
  test('named in camel case, passing on its name, input and options', async () => {
    const calls: unknown[][] = [];
    const methods = toolMethods(async (...args) => {
      calls.push(args);
      return {};
    });
    expect(Object.keys(methods)).toHaveLength(tools.length);
    await methods.listWindows();
    await methods.getWindowState({ pid: 1, window_id: 2 }, {});
    expect(calls).toEqual([
      ['list_windows', {}, undefined],
      ['get_window_state', { pid: 1, window_id: 2 }, {}],
    ]);
  });

  test('with exact inputs and outputs', () => {
    expectTypeOf<ToolName>().toExtend<string>();
    expectTypeOf<'click'>().toExtend<ToolName>();
    expectTypeOf<ToolInput<'get_window_state'>>().toExtend<{ pid: number; window_id: number }>();
    expectTypeOf<ToolOutput<'list_windows'>['windows'][number]['window_id']>().toEqualTypeOf<number>();
    expectTypeOf<ToolOutput<'click'>['effect']>().toEqualTypeOf<'confirmed' | 'partial' | 'unverifiable' | 'suspected_noop'>();
    expectTypeOf<OffhandDriver['getWindowState']>().parameter(0).toExtend<{ pid: number; window_id: number }>();
    expectTypeOf(createDriver).returns.resolves.toExtend<AsyncDisposable>();
    expectTypeOf<DriverError['remedy']>().toEqualTypeOf<string>();
  });

  test('and wrong calls do not compile', () => {
    const wrong = async (driver: OffhandDriver): Promise<void> => {
      await driver.listWindows();
      // @ts-expect-error a window must be named
      await driver.getWindowState();
      // @ts-expect-error window_id is missing
      await driver.getWindowState({ pid: 1 });
      // @ts-expect-error pid is a number
      await driver.listWindows({ pid: '1' });
      // @ts-expect-error there is no such argument
      await driver.listWindows({ windw: 1 });
      // @ts-expect-error there is no such tool
      await driver.call('clik', {});
      // @ts-expect-error the result has no such member
      await driver.call('list_windows', {}).then(({ window }) => window);
    };
    expect(wrong).toBeTypeOf('function');
  });
});
