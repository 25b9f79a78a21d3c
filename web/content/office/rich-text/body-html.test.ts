// Test of the HTML normalisation, of word counts, and of which links are allowed.
import { expect, test } from 'vitest';
import { isLink, normalised, wordCount } from './body-html.ts';

test('cells and items hold text, a first row of headers is the table’s header', () => {
  const cell = (tag: string, text: string) =>
    `<${tag} colspan="1" rowspan="1"><p>${text}</p></${tag}>`;
  const given =
    `<table><tbody><tr>${cell('th', '期數')}${cell('th', '金額')}</tr>` +
    `<tr>${cell('td', '12')}${cell('td', '7,871')}</tr></tbody></table>` +
    '<ul><li><p>一</p><ul><li><p>之一</p></li></ul></li></ul><p></p>';
  expect(normalised(given)).toBe(
    '<table><thead><tr><th>期數</th><th>金額</th></tr></thead>' +
      '<tbody><tr><td>12</td><td>7,871</td></tr></tbody></table>' +
      '<ul><li>一<ul><li>之一</li></ul></li></ul>',
  );
});

test('several paragraphs of a cell stay, and so do spans over cells', () => {
  const given = '<table><tbody><tr><td colspan="2"><p>甲</p><p>乙</p></td></tr></tbody></table>';
  expect(normalised(given)).toBe(given);
});

test('an empty text is nothing, a picture alone is something', () => {
  expect(normalised('<p></p><p> </p>')).toBe('');
  const picture = '<img src="/media/1/640.webp" alt="一條溪">';
  expect(normalised(`<p></p>${picture}<p></p>`)).toBe(picture);
});

test('each Han character counts, each word and number once', () => {
  expect(wordCount('每筆 1,000 元起，APR 另計。')).toBe(8);
  expect(wordCount('')).toBe(0);
});

test('a link leads to the site, an official page, a mailbox or a phone', () => {
  for (const to of ['/investment', '#s1', 'https://www.moj.gov.tw', 'mailto:a@b.tw', 'tel:165']) {
    expect(isLink(to), to).toBe(true);
  }
  for (const to of ['//evil.tw', 'http://a.tw', 'javascript:alert(1)', 'investment', '']) {
    expect(isLink(to), to).toBe(false);
  }
});
