// Tests naming browsers by the user agents that they really send.
import { expect, test } from 'vitest';
import { deviceOf, maskedAddress } from './agents.ts';

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0';

test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`,
    'Chrome・Windows',
    'desktop',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/130.0.0.0`,
    'Edge・Windows',
    'desktop',
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.0 Safari/605.1.15`,
    'Safari・Mac',
    'desktop',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} Version/18.0 Mobile/15E148 ` +
      'Safari/604.1',
    'Safari・iPhone',
    'phone',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} CriOS/130.0 Mobile/15E148 ` +
      'Safari/604.1',
    'Chrome・iPhone',
    'phone',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} Mobile/15E148 ` +
      'Safari Line/14.16.0',
    'LINE・iPhone',
    'phone',
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; Pixel 8) ${chrome} Mobile Safari/537.36`,
    'Chrome・Android 手機',
    'phone',
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-X710) ${chrome} SamsungBrowser/26.0 Safari/537.36`,
    'Samsung Internet・Android 平板',
    'tablet',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
    'Firefox・Linux',
    'desktop',
  ],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit}`, '其他瀏覽器・Linux', 'desktop'],
  ['node', '其他裝置', 'other'],
  ['', '其他裝置', 'other'],
])('%s is %s', (agent, name, kind) => {
  expect(deviceOf(agent)).toEqual({ name, kind });
});

test.each([
  ['203.0.113.7', '203.0.*.*'],
  ['::ffff:203.0.113.7', '203.0.*.*'],
  ['2001:b011:4000::7', '2001:b011:*'],
  ['::1', '*'],
  ['', '*'],
])('%s is shown as %s', (address, shown) => {
  expect(maskedAddress(address)).toBe(shown);
});
