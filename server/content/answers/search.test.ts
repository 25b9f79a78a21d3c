// Tests the search with real questions, and that loading shipped texts keeps an editor's work.
import { expect, test } from 'vitest';
import { content } from '#contract/content/calls.ts';
import { contentOffice } from '#contract/content/office.ts';
import { newOperator } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { inWork } from '../../work.ts';
import { ensureContent } from '../loading.ts';
import {
  likePattern,
  marked,
  searchPairs,
  searchThings,
  searchWords,
  snippetOf,
} from '../rules.ts';

const server = useServer();
const said = (parts: readonly { text: string }[]) => parts.map(({ text }) => text).join('');

/** Queries, and a word that the best result must contain. */
const asked: [q: string, holds: string][] = [
  ['提前還款', '提前清償'],
  ['早還 手續費', '手續費'],
  ['稅', '稅'],
  ['逾期', '逾期'],
  ['沒收到簡訊', '簡訊'],
  ['付款期限', '期限'],
  ['保證金', '保證金'],
  ['請問忘記密碼怎麼辦', '密碼'],
  ['可以提前還錢嗎', '提前'],
  ['信託專戶', '信託'],
  ['信用卡', '信用卡'],
];

test.each(asked)('%s finds %s', async (q, holds) => {
  const { data } = await server.ok(content.search, { q });
  expect(data.total).toBeGreaterThan(0);
  const [best] = [...data.questions, ...data.policies, ...data.articles];
  const all = [...data.questions, ...data.policies, ...data.articles]
    .flatMap(({ title, snippet }) => [said(title), said(snippet)])
    .join('\n');
  expect(all).toContain(holds);
  expect(said(best?.title ?? [])).not.toBe('');
});

/**
 * Pairs of a search query and a phrase. At least one of the first three questions found must have
 * the phrase in its title.
 */
const sought: [q: string, title: string][] = [
  ['提早還款', '提前清償'],
  ['提早還款要付多少手續費', '提前清償要付手續費嗎'],
  ['利息多少', '利率怎麼決定'],
  ['學生可以借嗎', '我的職業不在方案裡'],
  ['外國人可以投資嗎', '誰可以出資'],
  ['信用不好可以借嗎', '聯徵'],
  ['我要解約', '提前把出資的錢拿回來'],
  ['錢什麼時候入帳', '撥款'],
  ['撥款要多久', '簽約後多久撥款'],
  ['face id', '通行密鑰'],
  ['line 客服', '怎麼聯絡客服'],
  ['收不到驗證信', '收不到驗證信'],
  ['投資風險', '損失本金'],
  ['改銀行帳號', '怎麼變更銀行帳戶'],
  ['遲繳會怎樣', '遲繳幾天會怎樣'],
  ['合約在哪', '我的契約在哪裡'],
  ['報稅', '利息要繳稅嗎'],
  ['關閉帳號', '關閉帳戶'],
  ['被詐騙', '保證金'],
  ['繳不出來', '繳不出來'],
];

test.each(sought)('a search for %s leads to 「%s」', async (q, title) => {
  const { data } = await server.ok(content.search, { q });
  const first = data.questions.slice(0, 3).map((one) => said(one.title));
  expect(first.join('\n')).toContain(title);
});

test('spellings that no text contains are not shown', async () => {
  for (const q of ['提早還款', '提早還款項', '早還款', '被詐騙']) {
    const { data } = await server.ok(content.search, { q });
    const shown = [...data.questions, ...data.policies, ...data.articles].flatMap((one) =>
      [...one.title, ...one.snippet].map(({ text }) => text),
    );
    const offered = [...data.synonyms, ...data.suggestions];
    for (const each of [...offered, ...shown]) expect(each).not.toMatch(/提提|款款|償款|被保證金/);
  }
});

test('a word that no text contains finds nothing, and suggests others', async () => {
  const { data } = await server.ok(content.search, { q: '早點還光光' });
  expect(data.total + data.suggestions.length).toBeGreaterThan(0);
  const none = await server.ok(content.search, { q: 'zzzzqqqq' });
  expect(none.data.total).toBe(0);
  // The name of a placeholder in braces is not part of the searchable text.
  const key = await server.ok(content.search, { q: 'linkMinutes' });
  expect(key.data.total).toBe(0);
  expect(await server.refused(content.search, { q: '長'.repeat(61) })).toBe('INVALID_INPUT');
});

test('spellings, pairs, marks and snippets', () => {
  const [word, ...rest] = searchWords('提前還款手續費', [['提前清償', '提前還款']]);
  expect(rest).toEqual([]);
  expect(word?.spellings).toEqual(['提前還款手續費', '提前清償手續費']);
  expect(searchThings('早還的手續費 line', [['提前清償', '早還']])).toEqual([
    ['早還', '提前清償'],
    ['line'],
    ['手續'],
    ['續費'],
  ]);
  expect(searchPairs('請問可以提前還款嗎？')).toEqual(['提前', '前還', '還款']);
  expect(likePattern('100%_\\')).toBe('%100\\%\\_\\\\%');
  expect(marked('提前清償與清償', ['清償', '提前清償'])).toEqual([
    { text: '提前清償', hit: true },
    { text: '與', hit: false },
    { text: '清償', hit: true },
  ]);
  const long = `${'甲'.repeat(200)}清償${'乙'.repeat(200)}`;
  const snippet = said(snippetOf(long, ['清償']));
  expect(snippet).toMatch(/^…甲+清償乙+…$/);
  expect(said(snippetOf('提前清償。\n每期\n金額', ['清償']))).toBe('提前清償。每期 金額');
});

test('the loader follows the files, but never overwrites an editor’s change', async () => {
  const editor = await newOperator(server, ['editor']);
  const read = async (id: string) =>
    (await server.ok(contentOffice.getArticle, { id }, editor)).data;
  const before = await read('45');
  const untouched = await read('46');
  const { id, version, title, excerpt, category, author, audience, body, coverId, related } =
    before;
  const fields = { title, excerpt, category, author, audience, body, coverId, related };
  const own = { person: null, role: null, quote: null };
  const save = { ...fields, ...own, id, version, title: '編輯改過的標題' };
  await server.ok(contentOffice.saveArticle, save, editor);
  await server.rows(`update content.article set title = '舊的', seed_hash = 'old' where id = 46`);
  await server.rows(`update content.loaded set hash = 'old'`);
  await inWork(server.services, ensureContent);
  expect((await read('45')).title).toBe('編輯改過的標題');
  expect((await read('46')).title).toBe(untouched.title);
  const { version: after } = await read('46');
  await server.rows(`update content.loaded set hash = 'old'`);
  await inWork(server.services, ensureContent);
  expect((await read('46')).version).toBe(after);
});
