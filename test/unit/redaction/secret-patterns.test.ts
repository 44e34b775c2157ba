import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { passesLuhn } from '../../../src/redaction/card-number.js';
import type { SecretKind } from '../../../src/redaction/secret-kinds.js';
import { findSecrets, redactText } from '../../../src/redaction/secret-patterns.js';

/** Put together at run time, so that no scanner takes this file for a leak. */
const joined = (...parts: string[]) => parts.join('');
const body = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8';

const secrets: readonly (readonly [SecretKind, string])[] = [
  ['email', 'jane.doe+shop@mail.example.co.uk'],
  ['email', 'ünal@firma.de'],
  ['social_security_number', '123-45-6789'],
  ['card_number', '4111111111111111'],
  ['card_number', '4111 1111 1111 1111'],
  ['card_number', '3782-822463-10005'],
  ['card_number', '5555\u00a05555\u00a05555\u00a04444'],
  ['json_web_token', joined('eyJhbGciOiJIUzI1NiJ9', '.eyJzdWIiOiIxMjM0In0', '.SflKxwRJSMeKKF2QT4')],
  ['api_key', joined('sk-', 'proj-', body)],
  ['api_key', joined('sk-', 'ant-api03-', body)],
  ['api_key', joined('sk', '_live_', body)],
  ['api_key', joined('pk', '_live_', body)],
  ['api_key', joined('ghp', '_', body)],
  ['api_key', joined('gho', '_', body)],
  ['api_key', joined('ghu', '_', body)],
  ['api_key', joined('ghs', '_', body)],
  ['api_key', joined('github', '_pat_', body)],
  ['api_key', joined('glpat', '-', body)],
  ['api_key', joined('xoxb', '-1234567890-', body)],
  ['api_key', joined('xoxp', '-1234567890-', body)],
  ['api_key', joined('xapp', '-1-', body)],
  ['api_key', joined('AKIA', 'IOSFODNN7EXAMPLE')],
  ['api_key', joined('ASIA', 'IOSFODNN7EXAMPLE')],
  ['api_key', joined('AIza', 'SyA1234567890abcdefghijklmnopqrstuv')],
  ['api_key', joined('ya29', '.', body)],
  ['api_key', joined('npm', '_', body)],
  ['api_key', joined('hf', '_', body)],
  ['api_key', joined('dop', '_v1_', body)],
  ['api_key', joined('SG', '.', body, '.', body)],
  ['api_key', joined('key', '-3ax6xnjp29jd6fds4gc373sgvjxteol0')],
  ['private_key', joined('-----BEGIN OPENSSH ', 'PRIVATE KEY-----\nb3BlbnNzaC1rZXk\n-----END OPENSSH ', 'PRIVATE KEY-----')],
];

describe('secrets in text', () => {
  test.each(secrets)('finds a %s: %s', (kind, secret) => {
    const text = `Use ${secret} for this.`;
    expect(findSecrets(text)).toEqual([{ start: 4, end: 4 + secret.length, kind }]);
    expect(redactText(text)).toEqual({ text: `Use [redacted:${kind}] for this.`, count: 1 });
  });

  test.each([
    ['API_KEY=abcd1234efgh', 'API_KEY=[redacted:credential]'],
    ['export AWS_SECRET_ACCESS_KEY="wJalrXUtnFEMI/K7MDENG"', 'export AWS_SECRET_ACCESS_KEY="[redacted:credential]"'],
    ['DB_PASSWORD = correct-horse', 'DB_PASSWORD = [redacted:credential]'],
    ['https://x.example/?access_token=deadbeef99&page=2', 'https://x.example/?access_token=[redacted:credential]&page=2'],
    ['{"password": "hunter2hunter2"}', '{"password": "[redacted:credential]"}'],
    ['Authorization: Bearer abc.def-123456', 'Authorization: Bearer [redacted:bearer_token]'],
    ['postgres://admin:s3cr3t@db/app', 'postgres://admin:[redacted:credential]@db/app'],
  ])('keeps the name and hides the value of %s', (text, expected) => {
    expect(redactText(text).text).toBe(expected);
  });

  test.each([
    'The quick brown fox jumps over the lazy dog.',
    'scikit sk-learn and key-value stores',
    'Keyboard=german MONKEY business, tokenize=unicode',
    'Order 1234567890123 was placed at 1700000000000',
    'Phone +49 30 1234 5678, invoice 2024-11-15, 192.168.100.254',
    'commit 8852ec9 in file screenshot-2024-01-01.png',
    'TOKEN=<your token> and PASSWORD={{password}} and API_KEY=********',
    'Token: required. Password: at least 8 characters.',
    'Meet @home at 5.30 or mail me at user@localhost',
    '4111 1111 1111 1112',
  ])('leaves ordinary text alone: %s', (text) => {
    expect(redactText(text)).toEqual({ text, count: 0 });
  });

  test('a card number is found next to other numbers', () => {
    expect(redactText('Row 43 4111 1111 1111 1111 12').text).toBe('Row 43 [redacted:card_number] 12');
  });

  test('one card number after the other is found, however many there are', () => {
    const row = Array.from({ length: 9 }, () => '4111 1111 1111 1111').join(' ');
    expect(redactText(row).text).not.toContain('4111');
  });

  test('a key that starts a private block but never ends hides the rest', () => {
    expect(redactText(joined('x\n-----BEGIN RSA ', 'PRIVATE KEY-----\nMIIEpAIBAAKCAQEA')).text).toBe('x\n[redacted:private_key]');
  });

  test('a prefix inside a longer word is not a key', () => {
    expect(redactText(joined('desk-', body, ' task-', body)).count).toBe(0);
  });

  test('nothing secret is left after a second look', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...secrets.map(([, secret]) => secret)), fc.lorem()), { maxLength: 8 }), (parts) => {
        const once = redactText(parts.join(' '));
        for (const [, secret] of secrets) expect(once.text).not.toContain(secret);
        expect(redactText(once.text)).toEqual({ text: once.text, count: 0 });
      }),
    );
  });

  test('any text is read in time that grows with its length, not faster', () => {
    for (const piece of ['a', '1', 'a.', '-----BEGIN A', 'key', 'eyJa.', '1 ', 'a@a.', 'sk-']) {
      const text = piece.repeat(100_000 / piece.length);
      expect(redactText(text).text.length).toBeGreaterThan(0);
    }
  });

  test('the check digit is the one of ISO/IEC 7812', () => {
    expect(passesLuhn('79927398713')).toBe(true);
    expect(Array.from({ length: 10 }, (_, i) => passesLuhn(`7992739871${i}`)).filter(Boolean)).toHaveLength(1);
  });
});
