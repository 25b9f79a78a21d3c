// Tests which addresses of partners are accepted, and what a reader sees of them.
import { expect, test } from 'vitest';
import { isRedirectUri, partsOf, placeOf } from './redirect-uri.ts';

test.each([
  ['https://partner.example/back', true],
  ['https://xn--80ak6aa92e.example/back', true],
  ['com.example.app:/back', true],
  ['http://127.0.0.1:8000/back', true],
  ['https://аррӏе.example/back', false],
  ['https://partner.example/回來', false],
  ['https://own.example@evil.example/back', false],
  ['https://partner.example/back#part', false],
])('%s may be registered: %s', (uri, may) => {
  expect(isRedirectUri(uri)).toBe(may);
});

test('the host stands out, and a look-alike is shown as it is sent', () => {
  expect(partsOf('https://baixi.example.evil.example/baixi.example?x=1')).toEqual({
    before: 'https://',
    host: 'baixi.example.evil.example',
    after: '/baixi.example?x=1',
  });
  expect(partsOf('https://аррӏе.example/').host).toBe('xn--80ak6aa92e.example');
  expect(placeOf('https://аррӏе.example/')).toBe('xn--80ak6aa92e.example');
  expect(partsOf('com.example.app:/back')).toEqual({
    before: 'com.example.app:/back',
    host: '',
    after: '',
  });
});
