// Tests of the signature of LINE, and that LINE is never asked without encryption.
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { createLine, isSignedByLine } from './line.ts';

const body = '{"destination":"U1","events":[]}';
const signature = createHmac('sha256', 'se-cret').update(body).digest('base64');

test('a body signed with the secret is accepted', () => {
  expect(isSignedByLine(body, signature, 'se-cret')).toBe(true);
});

test.each([
  ['of another body', `${body} `, signature],
  ['of another secret', body, createHmac('sha256', 'other').update(body).digest('base64')],
  ['cut off', body, signature.slice(0, -4)],
  ['empty', body, ''],
  ['missing', body, undefined],
  ['given twice', body, [signature, signature]],
])('a signature %s is refused', (_, signed, header) => {
  expect(isSignedByLine(signed, header, 'se-cret')).toBe(false);
});

test('LINE is never asked without encryption', () => {
  expect(() => createLine({ url: 'http://line.example', token: 't' })).toThrow('https');
});
