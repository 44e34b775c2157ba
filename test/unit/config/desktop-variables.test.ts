import { describe, expect, test } from 'vitest';
import { missingDesktopVariables } from '../../../src/config/desktop-variables.js';

const person = { DISPLAY: ':1', XAUTHORITY: '/run/user/1/xauth', XDG_RUNTIME_DIR: '/run/user/1', OPENAI_API_KEY: 'secret', PATH: '/bin' };

describe('the desktop of a server started with a bare environment', () => {
  test('is that of the host that started it', () => {
    expect(missingDesktopVariables({ PATH: '/usr/bin' }, [person])).toEqual({
      DISPLAY: ':1',
      XAUTHORITY: '/run/user/1/xauth',
      XDG_RUNTIME_DIR: '/run/user/1',
    });
  });

  test('is found behind hosts that hide theirs', () => {
    expect(missingDesktopVariables({}, [{}, { PATH: '/bin' }, person])).toMatchObject({ DISPLAY: ':1' });
  });

  test('is completed by what was left out as if it were a credential', () => {
    expect(missingDesktopVariables({ DISPLAY: ':1' }, [{ DISPLAY: ':1' }, person])).toMatchObject({ XAUTHORITY: '/run/user/1/xauth' });
  });

  test('is never mixed with another one', () => {
    expect(missingDesktopVariables({ DISPLAY: ':2' }, [person])).toEqual({});
    expect(missingDesktopVariables({}, [{ DISPLAY: ':2' }, person])).toEqual({ DISPLAY: ':2' });
    expect(missingDesktopVariables({ OFFHAND_HOME: '/a' }, [{ ...person, OFFHAND_HOME: '/b' }])).toEqual({});
  });

  test('stays away when it was taken away on purpose', () => {
    expect(missingDesktopVariables({ DISPLAY: '' }, [person])).not.toHaveProperty('DISPLAY');
  });
});
