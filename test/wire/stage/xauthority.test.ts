import { expect, test } from 'vitest';
import { encodeXauthority } from '../../../src/stage/xauthority.js';

test('writes entries byte for byte as libXau reads them', () => {
  const cookie = Buffer.from('00112233445566778899aabbccddeeff', 'hex');
  const encoded = encodeXauthority([
    { family: 'local', address: 'box', display: '42', cookie },
    { family: 'any', address: '', display: '', cookie },
  ]);
  const name = `0012${Buffer.from('MIT-MAGIC-COOKIE-1').toString('hex')}`;
  const value = '001000112233445566778899aabbccddeeff';
  expect(encoded.toString('hex')).toBe(`01000003626f7800023432${name}${value}ffff00000000${name}${value}`);
});
