import { describe, expect, test } from 'vitest';
import { DriverError } from '../../../src/errors/driver-error.js';
import { checkPlace, checkToken } from '../../../src/transport/mcp/http/guard.js';

const refusedBy = (check: () => void): string | undefined => {
  try {
    check();
  } catch (error) {
    return error instanceof DriverError ? error.code : 'other';
  }
  return undefined;
};

describe('requests are let in', () => {
  test.each([['127.0.0.1:7373'], ['localhost'], ['LOCALHOST:1'], ['[::1]:7373']])('for host %s', (host) => {
    expect(refusedBy(() => checkPlace({ host }))).toBeUndefined();
  });

  test.each([['http://localhost:3000'], ['https://127.0.0.1'], ['http://[::1]:8080']])('from %s', (origin) => {
    expect(refusedBy(() => checkPlace({ host: 'localhost', origin }))).toBeUndefined();
  });

  test.each([['Bearer secret'], ['bearer  secret']])('with %s', (authorization) => {
    expect(refusedBy(() => checkToken({ authorization }, 'secret'))).toBeUndefined();
  });
});

describe('requests are refused', () => {
  test.each([
    [undefined],
    [''],
    ['evil.example'],
    ['localhost.evil.example'],
    ['127.0.0.1@evil.example'],
    ['127.0.0.2'],
    ['0.0.0.0:7373'],
    ['localhost evil'],
  ])('for host %s', (host) => {
    expect(refusedBy(() => checkPlace(host === undefined ? {} : { host }))).toBe('origin_forbidden');
  });

  test.each([['null'], [''], ['https://evil.example'], ['http://localhost.evil.example'], ['file:///etc'], ['javascript:1']])(
    'from %s',
    (origin) => {
      expect(refusedBy(() => checkPlace({ host: 'localhost', origin }))).toBe('origin_forbidden');
    },
  );

  test.each([
    [undefined],
    [''],
    ['Bearer'],
    ['Bearer '],
    ['Bearer secre'],
    ['Bearer secrett'],
    ['Basic secret'],
    ['secret'],
    ['Bearer secret more'],
  ])('with authorization %s', (authorization) => {
    expect(refusedBy(() => checkToken(authorization === undefined ? {} : { authorization }, 'secret'))).toBe('unauthorized');
  });
});
