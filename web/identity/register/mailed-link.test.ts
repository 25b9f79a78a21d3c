// Tests mailed links: the data is read from the fragment or from the query of older links, and the
// two are never mixed.
import { expect, test } from 'vitest';
import { linkIn } from './mailed-link.ts';

test.each([
  ['#token=a_-9&email=a%2Bb%40example.com', '', 'a_-9', 'a+b@example.com'],
  ['', '?token=old&email=a%40example.com', 'old', 'a@example.com'],
  ['#token=new&email=b%40example.com', '?token=old&email=a%40example.com', 'new', 'b@example.com'],
  ['', '?email=a%40example.com', '', 'a@example.com'],
  ['#faq', '', '', ''],
])('the link %s %s', (hash, search, token, email) => {
  expect(linkIn({ hash, search })).toEqual({ token, email });
});
