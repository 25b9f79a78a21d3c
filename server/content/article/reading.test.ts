// Tests that public reads show only what visitors may see: texts, figures, versions, the search.
import { describe, expect, test } from 'vitest';
import { content } from '#contract/content/calls.ts';
import { initialNumbers } from '#contract/settings/values.ts';
import { useServer } from '../../../tests/server.ts';
import { newArticle, newPolicy, newQuestion } from '../testing/texts.ts';

const server = useServer();
const visitor = 'abcdefgh-abcdefgh-1';
const textOf = (parts: { text: string }[]) => parts.map(({ text }) => text).join('');
const hits = (parts: { text: string; hit: boolean }[]) =>
  parts.filter(({ hit }) => hit).map(({ text }) => text);

describe('articles', () => {
  test('are listed newest first, stories only on request, page by page', async () => {
    const older = await newArticle(server, '內文', { publishAt: '2020-01-01T00:00:00Z' });
    const newer = await newArticle(server, '內文');
    const news = await newArticle(server, '內文', { type: 'news', category: '公告' });
    const story = await newArticle(server, '內文', { type: 'story', quote: '謝謝大家。' });
    const idsOf = async (input: object) =>
      (await server.ok(content.listArticles, input)).data.map(({ id }) => id);
    const all = await idsOf({ item_per_page: 1000 });
    expect(all).toEqual(expect.arrayContaining([older, newer, news]));
    expect(all).not.toContain(story);
    expect(all.indexOf(newer)).toBeLessThan(all.indexOf(older));
    expect(await idsOf({ type: 'story' })).toContain(story);
    expect(await idsOf({ type: 'news', category: '公告' })).toContain(news);
    const first = await server.ok(content.listArticles, { item_per_page: 1 });
    expect(first.data).toHaveLength(1);
    expect(first.total).toBeGreaterThan(2);
    expect(await idsOf({ item_per_page: 1, offset: 1 })).not.toEqual([first.data[0]?.id]);
  });

  test('have anchors, current figures and neighbours', async () => {
    const before = await newArticle(server, '前一篇', { publishAt: '2021-01-01T00:00:00Z' });
    const id = await newArticle(
      server,
      '## 退款要多少\n退款手續費是 {{refundFee}}。\n\n### 例外\n<script>alert(1)</script>沒有。',
      { publishAt: '2021-01-02T00:00:00Z', related: [Number(before)] },
    );
    const { data } = await server.ok(content.getArticle, { id });
    expect(data.body).toContain(`${initialNumbers.refundFee}。`);
    expect(data.body).toContain('<h2 id="s1">退款要多少</h2>');
    expect(data.body).not.toContain('script');
    expect(data.toc).toEqual([
      { id: 's1', text: '退款要多少', level: 2 },
      { id: 's2', text: '例外', level: 3 },
    ]);
    expect(data.previous?.id).toBe(before);
    expect(data.related[0]?.id).toBe(before);
    expect(data.cover).toMatchObject({ width: 1280, height: 720, focalX: 50 });
    expect(data.readingMinutes).toBe(1);
  });

  test('that are not published, or of another type, do not exist', async () => {
    const later = await newArticle(server, '以後', {
      status: 'scheduled',
      publishAt: '2099-01-01T00:00:00Z',
    });
    expect(await server.refused(content.getArticle, { id: later })).toBe('ARTICLE_NOT_FOUND');
    const id = await newArticle(server, '內文');
    const asNews = { id, type: 'news' };
    expect(await server.refused(content.getArticle, asNews)).toBe('ARTICLE_NOT_FOUND');
    const guess = { token: 'a'.repeat(32) };
    expect(await server.refused(content.previewArticle, guess)).toBe('ARTICLE_NOT_FOUND');
  });
});

describe('answers', () => {
  test('are listed by audience', async () => {
    const slug = await newQuestion(server, '怎麼繳款？', '用您的專屬帳號。', 'loan');
    const { data, total } = await server.ok(content.listQuestions, { audience: 'loan' });
    expect(data.find(({ id }) => id === slug)?.answer).toBe('<p>用您的專屬帳號。</p>');
    expect(total).toBe(data.length);
    const others = await server.ok(content.listQuestions, { audience: 'invest' });
    expect(others.data.some(({ id }) => id === slug)).toBe(false);
  });

  test('accept one vote per browser, which can be changed, and store no text of it', async () => {
    const id = await newQuestion(server, '這一題有幫助嗎？', '有。');
    const vote = { kind: 'question', id, visitor } as const;
    await server.ok(content.voteHelpful, { ...vote, helpful: true });
    await server.ok(content.voteHelpful, { ...vote, helpful: true });
    await server.ok(content.voteHelpful, { ...vote, helpful: false });
    const rows = await server.rows<{ helpful: boolean; visitor: Buffer }>(
      `select v.helpful, v.visitor from content.vote v
       join content.question q on q.id = v.subject_id where q.slug = $1`,
      [id],
    );
    expect(rows.map(({ helpful }) => helpful)).toEqual([false]);
    expect(rows[0]?.visitor.toString()).not.toContain(visitor);
    const nothing = { visitor, helpful: true, id: 'nobody-asks-this' };
    const unknown = await server.refused(content.voteHelpful, { ...nothing, kind: 'question' });
    expect(unknown).toBe('QUESTION_NOT_FOUND');
    const gone = await server.refused(content.voteHelpful, { ...nothing, kind: 'article' });
    expect(gone).toBe('ARTICLE_NOT_FOUND');
  });
});

describe('policies', () => {
  test('show the version in force, each other one, and what changed between two', async () => {
    const slug = await newPolicy(server, '測試條款', [
      { markdown: '## 第一條\n費用為十元。\n\n不變的一段。', effectiveOn: '2020-01-01' },
      { markdown: '## 第一條\n費用為十五元。\n\n不變的一段。', effectiveOn: '2021-01-01' },
      { markdown: '## 第一條\n以後的版本。', effectiveOn: '2099-01-01' },
    ]);
    const { data } = await server.ok(content.getPolicy, { id: slug, since: 1 });
    expect(data).toMatchObject({ version: 2, state: 'current' });
    expect(data.versions.map(({ state }) => state)).toEqual(['coming', 'current', 'past']);
    expect(data.changes?.paragraphs.map(({ kind }) => kind)).toEqual(['same', 'changed', 'same']);
    const changed = data.changes?.paragraphs[1]?.parts ?? [];
    expect(changed.filter(({ kind }) => kind === 'added').map(({ text }) => text)).toEqual(['五']);
    const old = await server.ok(content.getPolicy, { id: data.id, version: 1 });
    expect(old.data).toMatchObject({ version: 1, state: 'past', changes: null });
    const list = await server.ok(content.listPolicies, {});
    expect(list.data.find((row) => row.slug === slug)?.version).toBe(2);
    const never = [{ id: 'no-such' }, { id: slug, version: 9 }, { id: slug, since: 9 }];
    for (const input of never) {
      expect(await server.refused(content.getPolicy, input)).toBe('POLICY_NOT_FOUND');
    }
  });
});

describe('the search', () => {
  test('finds synonyms, marks them, and works with two characters as with three', async () => {
    await server.rows(`update content.synonyms set groups = '[["提前清償", "提前還款", "早還"]]'`);
    const slug = await newQuestion(server, '可以提前清償嗎？', '隨時可以，按比例計算利息。');
    const policy = await newPolicy(server, '清償辦法', [
      { markdown: '借款人得提前清償。', effectiveOn: '2020-01-01' },
    ]);
    const found = async (q: string) => (await server.ok(content.search, { q })).data;
    const meant = await found('提前還款');
    expect(meant).toMatchObject({ exact: true, synonyms: ['提前清償', '早還'] });
    const question = meant.questions.find(({ id }) => id === slug);
    expect(hits(question?.title ?? [])).toEqual(['提前清償']);
    expect(meant.policies.map((row) => row.slug)).toContain(policy);
    expect((await found('早還')).questions.map(({ id }) => id)).toContain(slug);
    expect((await found('清償 利息')).questions.map(({ id }) => id)).toContain(slug);
    const near = await found('請問我可以提前把清償辦完嗎');
    expect(near.exact).toBe(false);
    const nothing = await found('量子力學');
    expect(nothing).toMatchObject({ total: 0, questions: [], policies: [], articles: [] });
    expect((await found('%量子%')).total).toBe(0);
    expect((await found('')).total).toBe(0);
  });

  test('shows no draft, and no version that is not in force', async () => {
    const id = await newArticle(server, '只有編輯知道的孔雀魚', {
      status: 'scheduled',
      publishAt: '2099-01-01T00:00:00Z',
    });
    const policy = await newPolicy(server, '孔雀魚條款', [
      { markdown: '現在的版本', effectiveOn: '2020-01-01' },
      { markdown: '以後才有的長頸鹿', effectiveOn: '2099-01-01' },
    ]);
    const { data } = await server.ok(content.search, { q: '孔雀魚' });
    expect(data.articles.map((row) => row.id)).not.toContain(id);
    expect(data.policies.map((row) => row.slug)).toEqual([policy]);
    expect(textOf(data.policies[0]?.snippet ?? [])).toBe('現在的版本');
    expect((await server.ok(content.search, { q: '長頸鹿' })).data.total).toBe(0);
  });
});

test('ads run on their days, in their order', async () => {
  const { data } = await server.ok(content.listAds, {});
  const before = data.length;
  await server.rows(
    `insert into content.ad (title, text, link, label, image_id, alt, starts_on, ends_on, position,
       released, updated_at)
     select t, '', '/investment', '看案件', i.id, '一張圖', s::date, e::date, -1, t <> '沒放行', now()
     from (select id from content.image limit 1) i, (values ('今天', '2020-01-01', null),
       ('過了', '2020-01-01', '2020-01-02'), ('以後', '2099-01-01', null),
       ('沒放行', '2020-01-01', null)) v (t, s, e)`,
  );
  const after = await server.ok(content.listAds, {});
  expect(after.data).toHaveLength(before + 1);
  expect(after.data[0]).toMatchObject({ title: '今天', image: { alt: '一張圖' } });
});

test('a platform without loans shows no figures', async () => {
  expect((await server.ok(content.platformFigures, {})).data.figures).toEqual([]);
});
