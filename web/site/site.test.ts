// Tests the layout's decisions: prefetching, scrolling, card titles, error texts.
import { describe, expect, test } from 'vitest';
import { ApiFailure } from '../api.ts';
import { errorFactsOf } from './ErrorPage.tsx';
import { prefetchOf } from './kit/Go.tsx';
import { nameOf } from './layout/menu.ts';
import { places } from './HeroRiver.tsx';
import { cardTitle } from './layout/NoticeCards.tsx';
import { hashOffset } from './layout/Scroll.tsx';

test.each([
  [undefined, 'intent'],
  [{ effectiveType: '4g' }, 'intent'],
  [{ effectiveType: '2g' }, 'none'],
  [{ effectiveType: 'slow-2g' }, 'none'],
  [{ effectiveType: '4g', saveData: true }, 'none'],
] as const)('on %j links prefetch by %s', (connection, mode) => {
  expect(prefetchOf(connection)).toBe(mode);
});

test.each([
  [320, 150],
  [767, 150],
  [768, 100],
  [1440, 100],
])('at %i px a hash target stays %i px below the edge', (width, offset) => {
  expect(hashOffset(width)).toBe(offset);
});

test.each([
  ['invest', 3, '出資案通知（3）'],
  ['loan', 0, '申貸案通知'],
  ['account', 1, '帳戶通知（1）'],
  ['other', 0, '通知'],
] as const)('a card of %s with %i unread is called %s', (category, unReadNumber, title) => {
  expect(cardTitle({ category, unReadNumber })).toBe(title);
});

test('the name is the part before the @', () => {
  expect(nameOf('meiling.wang@example.com')).toBe('meiling.wang');
});

test('streams are next to each other in the river', () => {
  expect(places([4, 2, 6], 100)).toEqual([102, 105, 109]);
});

describe('an error page', () => {
  const response = (status: number, data: unknown, statusText = '') =>
    errorFactsOf({ status, statusText, data, internal: false });
  test('has the exact words for an unknown page', () => {
    expect(response(404, null, 'Not Found')).toEqual({
      status: 404,
      message: 'This page could not be found',
    });
  });
  test('has code 500 and the message Error by default', () => {
    expect(errorFactsOf(new Error('secret detail'))).toEqual({ status: 500, message: 'Error' });
    expect(response(503, 'Closed for an hour')).toMatchObject({
      status: 503,
      message: 'Closed for an hour',
    });
    expect(response(500, null)).toMatchObject({ status: 500, message: 'Error' });
  });
  test('names an unknown middleware', () => {
    expect(errorFactsOf(new Error('Unknown middleware'))).toEqual({
      status: 500,
      message: 'Unknown middleware',
    });
  });
  test('keeps the words of a refusal and its request id', () => {
    const failure = new ApiFailure(403, { message: '您沒有權限', requestId: 'r1' });
    expect(errorFactsOf(failure)).toEqual({ status: 403, message: '您沒有權限', requestId: 'r1' });
  });
});
