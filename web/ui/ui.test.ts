// Test of the design system's functions: digits, carets, pages, dates, amounts, river drawings.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matches } from './fields/Combobox.tsx';
import { joinsOf, threadsOf } from './drawings/Confluence.tsx';
import { dateOf, daysInMonth, partsOf, yearsBetween } from './fields/DateSelects.tsx';
import {
  afterDigit,
  digitsOf,
  pastedText,
  grouped,
  halfWidth,
  thousands,
  wholeDigitsOf,
} from './fields/digits.ts';
import * as format from './format.ts';
import { glare, sharpness } from './fields/image-check.ts';
import { pageCells } from './display/Pagination.tsx';
import { strengthOf } from './fields/PasswordInput.tsx';
import { tabAfter } from './display/Tabs.tsx';

describe('typed digits', () => {
  test.each([
    ['１２３，４５６', 9, '123456'],
    ['$ 30,000 元', 9, '30000'],
    ['1234567890123', 9, '123456789'],
    ['', 9, ''],
  ])('%j limited to %i → %s', (text, max, digits) => {
    expect(digitsOf(text, max)).toBe(digits);
  });

  test.each([
    ['+886912345678', '0912345678'],
    ['+886 912-345-678', '0912345678'],
    ['+886-(0)912-345-678', '0912345678'],
    ['＋８８６９１２３４５６７８', '0912345678'],
    ['電話：+886 912 345 678', '0912345678'],
    ['886912345678', '0912345678'],
    ['00886-912345678', '0912345678'],
    ['0912345678', '0912345678'],
  ])('a number with the country code loses nothing of its end: %s', (text, digits) => {
    expect(digitsOf(text, 10)).toBe(digits);
  });

  test('what was pasted loses blanks and ends of lines, but no letter', () => {
    expect(pastedText('\u200b A123456789\r\n')).toBe('A123456789');
    expect(pastedText('  王\t小明\n')).toBe('王 小明');
  });
  test.each([
    ['1,250.00', '1250'],
    ['NT$１，２５０．５０', '1250'],
    ['1,250.', '1250'],
    ['12.34,567', '12'],
    ['30,000 元', '30000'],
  ])('the whole dollars of %j are %s', (text, digits) => {
    expect(wholeDigitsOf(text, 9)).toBe(digits);
  });
  test.each([
    ['', ''],
    ['0', '0'],
    ['007', '7'],
    ['999', '999'],
    ['1000', '1,000'],
    ['1234567', '1,234,567'],
  ])('thousands of %j → %s', (digits, text) => {
    expect(thousands(digits)).toBe(text);
  });
  test.each([
    ['1,234', 0, 0],
    ['1,234', 1, 1],
    ['1,234', 2, 3],
    ['1,234', 4, 5],
    ['1,234', 9, 5],
    ['1,234.', 3, 4],
    ['1,234.', 4, 6],
  ])('in %s the caret after digit %i is at %i', (text, nth, at) => {
    expect(afterDigit(text, nth)).toBe(at);
  });
  test('full-width letters and account groups', () => {
    expect(halfWidth('Ａ１２３　ｘ')).toBe('A123 x');
    expect(grouped('91281234567890')).toBe('9128 1234 5678 90');
  });
});

test.each([
  [1, 1, '1'],
  [1, 2, '1 2'],
  [1, 5, '1 2 3 4 5'],
  [1, 6, '1 2 3 … 6'],
  [5, 20, '1 … 4 5 6 … 20'],
  [3, 20, '1 2 3 4 … 20'],
  [4, 20, '1 2 3 4 5 … 20'],
  [20, 20, '1 … 18 19 20'],
  [18, 20, '1 … 17 18 19 20'],
])('page %i of %i shows %s', (page, pages, cells) => {
  expect(
    pageCells(page, pages)
      .map((cell) => cell ?? '…')
      .join(' '),
  ).toBe(cells);
});

test('a pagination bar never has more than nine cells', () => {
  for (let pages = 2; pages < 40; pages += 1) {
    for (let page = 1; page <= pages; page += 1) {
      expect(pageCells(page, pages).length + 2).toBeLessThanOrEqual(9);
    }
  }
});

describe('amounts, rates and times', () => {
  test.each([
    [30_000, false, '$\u00a030,000'],
    [0, true, '$\u00a00'],
    [-1200, false, '−$\u00a01,200'],
    [1200, true, '＋$\u00a01,200'],
  ])('%i with sign %s → %s', (amount, sign, text) => {
    expect(format.formatMoney(amount, sign)).toBe(text);
  });
  test.each([
    [9, '9.00%'],
    [12.5, '12.50%'],
    [-0.5, '−0.50%'],
  ])('a rate of %d → %s', (rate, text) => {
    expect(format.formatPercent(rate)).toBe(text);
  });
  test.each([
    [30_000, '3 萬'],
    [15_000, '1.5 萬'],
    [12_345_678, '1,234.5678 萬'],
  ])('%i in units of ten thousand → %s', (amount, text) => {
    expect(format.formatWan(amount)).toBe(text);
  });
  test('numbers are grouped as `Intl` groups them, which is too slow for a first view', () => {
    const byIntl = new Intl.NumberFormat('en-US', { maximumFractionDigits: 8 });
    fc.assert(
      fc.property(fc.maxSafeInteger(), (n) => {
        expect(format.formatNumber(n)).toBe(byIntl.format(n).replace('-', '−'));
        expect(format.formatWan(n % 1e14)).toBe(
          `${byIntl.format((n % 1e14) / 10_000).replace('-', '−')} 萬`,
        );
      }),
    );
  });
  test.each([
    [0.999, '99%'],
    [1, '100%'],
    [0.29, '29%'],
    [0, '0%'],
  ])('a share of %d → %s', (share, text) => {
    expect(format.formatShare(share)).toBe(text);
  });
  test('days and times are Taipei days and times', () => {
    expect(format.formatDayWithWeekday('2026-11-20')).toBe('2026/11/20（五）');
    expect(format.formatInstant('2026-11-20T16:05:00Z')).toBe('2026/11/21 00:05');
    expect(format.formatInstant('2026-11-20T15:59:59.999Z')).toBe('2026/11/20 23:59');
  });
  test.each([
    [30_000, '不到 1 分鐘'],
    [12 * 60_000, '12 分鐘'],
    [200 * 60_000, '3 小時 20 分'],
    [52 * 3_600_000, '2 天 4 小時'],
    [48 * 3_600_000, '2 天'],
  ])('%i ms → %s', (ms, text) => {
    expect(format.formatSpan(ms)).toBe(text);
  });
});

describe('dates in three parts', () => {
  test('convert in both directions', () => {
    expect(dateOf(partsOf('1994-02-09'))).toBe('1994-02-09');
    expect(dateOf({ year: '1994', month: '', day: '9' })).toBe('');
  });
  test.each([
    [2023, 2, 28],
    [2024, 2, 29],
    [1900, 2, 28],
    [2000, 2, 29],
    [null, 2, 29],
    [2024, 4, 30],
    [2024, 12, 31],
  ])('%s/%i has %i days', (year, month, days) => {
    expect(daysInMonth(year, month)).toBe(days);
  });
});

describe('the confluence', () => {
  test('the threads fill the river exactly', () => {
    const joins = joinsOf([50, 33, 17], 40, 70);
    expect(joins.reduce((sum, join) => sum + join.width, 0)).toBeCloseTo(40);
    expect(joins[0]!.y - joins[0]!.width / 2).toBeCloseTo(50);
    expect(joins[2]!.y + joins[2]!.width / 2).toBeCloseTo(90);
  });
  test('the smallest beyond 24 threads become one', () => {
    const threads = threadsOf(Array.from({ length: 100 }, (_, i) => i + 1));
    expect(threads).toHaveLength(24);
    expect(threads.reduce((a, b) => a + b)).toBe(5050);
  });
});

test.each([
  ['', 0],
  ['12345678', 1],
  ['password1', 1],
  ['aaaaaaaaaa', 1],
  ['溪水向東流去了嗎', 2],
  ['correct horse battery', 4],
])('the strength of %j is %i', (password, score) => {
  expect(strengthOf(password)).toBe(score);
});

const bank = { value: '812', label: '812 台新國際商業銀行', keywords: 'taishin' };

test('a bank is found by code, name and former name', () => {
  expect(matches(bank, '812')).toBe(true);
  expect(matches(bank, '台新 Tai')).toBe(true);
  expect(matches(bank, '玉山')).toBe(false);
});

test.each(['８１２', 'ＴＡＩＳＨＩＮ'])('%s is found although it is full-width', (query) => {
  expect(matches(bank, query)).toBe(true);
});

test('a list is searched with 台 as with 臺', () => {
  const taiwan = { value: '004', label: '004 臺灣銀行' };
  expect(matches(taiwan, '台灣銀行')).toBe(true);
  expect(matches({ value: '812', label: '812 台新國際商業銀行' }, '臺新')).toBe(true);
});

test('arrow keys move through the tabs in a ring', () => {
  expect([tabAfter('ArrowRight', 2, 3), tabAfter('ArrowLeft', 0, 3)]).toEqual([0, 2]);
  expect([tabAfter('Home', 2, 3), tabAfter('End', 0, 3), tabAfter('a', 0, 3)]).toEqual([
    0,
    2,
    null,
  ]);
});

test('a plain picture is blurred, a checkered one is sharp', () => {
  const flat = new Uint8ClampedArray(100).fill(128);
  const checkered = flat.map((_, i) => ((i + Math.floor(i / 10)) % 2) * 255);
  expect(sharpness(flat, 10, 10)).toBe(0);
  expect(sharpness(checkered, 10, 10)).toBeGreaterThan(1000);
});

test('a lamp on a card is glare; a pale card and a few white letters are not', () => {
  const picture = (light: (x: number, y: number) => boolean) =>
    Uint8ClampedArray.from({ length: 80 * 80 }, (_, i) =>
      light(i % 80, Math.floor(i / 80)) ? 255 : 235,
    );
  expect(
    glare(
      picture(() => false),
      80,
      80,
    ),
  ).toBe(0);
  expect(
    glare(
      picture((x) => x % 7 === 0),
      80,
      80,
    ),
  ).toBe(0);
  expect(
    glare(
      picture((x, y) => x < 24 && y < 24),
      80,
      80,
    ),
  ).toBe(0.09);
});

test('years to choose from are descending, and an empty list of them is an error', () => {
  expect(yearsBetween(2024, 2026)).toEqual([2026, 2025, 2024]);
  expect(yearsBetween(2026, 2026)).toEqual([2026]);
  expect(() => yearsBetween(2027, 2025)).toThrow(RangeError);
});
