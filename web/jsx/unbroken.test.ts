// Which parts of a text the JSX runtime keeps on one line.
import { renderToStaticMarkup } from 'react-dom/server';
import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import { jsx, jsxs } from './jsx-runtime.ts';
import { piecesOf } from './unbroken.ts';

/** Returns the parts of a text that must not be broken. */
const wholes = (text: string) => piecesOf(text).filter((_, at) => at % 2);
const drawn = (element: unknown) => renderToStaticMarkup(element as ReactElement);

test.each([
  ['逾期 24 期、每個不超過 10 MB', ['24 期', '10 MB']],
  ['首期應還 NT$ 7,978，末期', ['NT$ 7,978']],
  ['案號 A20260712-001 已撥款', ['A20260712-001']],
  ['電子發票 BF-10000005 已開立', ['BF-10000005']],
  ['請撥 02-5555-0150', ['02-5555-0150']],
  ['整合負債（信用卡／信貸代償）', ['信用卡／']],
  ['購車／車輛維修', ['購車／']],
  ['第 5／24 期', ['24 期']],
])('%s', (text, kept) => {
  expect(wholes(text)).toEqual(kept);
});

test('a number keeps its unit; other texts stay as they are', () => {
  expect(drawn(jsxs('p', { children: ['前 ', 6, ' 期內'] }))).toBe(
    '<p>前 <bx-whole>6 期</bx-whole>內</p>',
  );
  expect(drawn(jsxs('p', { children: [3, ' 與'] }))).toBe('<p>3 與</p>');
  expect(drawn(jsx('option', { children: '24 期' }))).toBe('<option>24 期</option>');
});
