// Tests notice texts: every kind can be filled in, and none shows a brace or a tag.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commonVariables, filled, spelledNumber } from '#contract/core/wording.ts';
import { letters, noticeKinds as identity } from '../identity/words.ts';
import { noticeKinds as investing } from '../investing/words.ts';
import { noticeKinds as lending } from '../lending/words.ts';
import { resolutionNotices } from '../servicing/negotiation/resolution-words.ts';
import { noticeKinds as servicing } from '../servicing/words.ts';
import { noticeKinds as verification, changeNotices } from '../verification/words.ts';
import { type Kind, html, plainText, wordingsOf } from './rules.ts';

const catalogues = [
  identity,
  letters,
  verification,
  changeNotices,
  lending,
  investing,
  servicing,
  resolutionNotices,
];
const kinds: Kind[] = catalogues.flatMap((one) => Object.values(one).map(({ kind }) => kind));
const samplesOf = (kind: Kind) =>
  Object.fromEntries(
    Object.entries({ ...commonVariables, ...kind.variables }).map(([name, [, value]]) => [
      name,
      value,
    ]),
  );
const sender = { brand: '百溪', company: '百溪公司', siteUrl: 'https://baixi.example' };

describe('every kind of notice', () => {
  test('has its own key and name', () => {
    expect(new Set(kinds.map(({ key }) => key)).size).toBe(kinds.length);
    expect(new Set(kinds.map(({ name }) => name)).size).toBe(kinds.length);
  });

  test.each(kinds.map((kind) => [kind.key, kind] as const))('%s can be rendered', (_key, kind) => {
    const words = wordingsOf(kind, {});
    for (const { title, body } of Object.values(words)) {
      // Amounts are written as on pages: `$ 30,000`.
      expect(filled(`${title}${body}`, samplesOf(kind))).not.toMatch(/[{}]|NT/);
      expect(spelledNumber(`${title}${body}`.replaceAll(/\{\{\w+\}\}/g, '甲'))).toBeUndefined();
    }
    const texts = [kind.title, kind.body, kind.letter?.body, kind.text].join();
    const said = (name: string) => texts.includes(`{{${name}}}`);
    expect(Object.keys(kind.variables).filter((name) => !said(name))).toEqual([]);
    const mail = `${words.email.title}${words.email.body}`;
    expect((kind.must ?? []).filter((name) => !mail.includes(`{{${name}}}`))).toEqual([]);
    expect(words.page.title).not.toMatch(/[\r\n]/);
  });
});

describe('texts with values', () => {
  const value = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('{{a}}', '{', '<b>&"'));

  test('never show a brace, whatever the values are', () => {
    fc.assert(
      fc.property(
        value,
        value,
        fc.string({ unit: fc.constantFrom('甲', ' ', '\n') }),
        (a, b, t) => {
          expect(filled(`${t}{{a}}{{b}}${t}`, { a, b })).not.toMatch(/[{}]/);
        },
      ),
    );
  });

  test('are text in a mail, never markup', () => {
    fc.assert(
      fc.property(value, (a) => {
        const words = filled('內容{{a}}', { a });
        const letter = { subject: words, paragraphs: [words] };
        const without = html({ subject: '', paragraphs: [''] }, sender);
        const tags = (text: string) => text.match(/<(?!br>)/g)?.length;
        expect(tags(html(letter, sender))).toBe(tags(without));
        expect(plainText(letter, sender)).toContain(words);
      }),
    );
  });

  test('with a missing value are an error', () => {
    expect(() => filled('{{unknown}}', {})).toThrow('{{unknown}}');
  });
});
