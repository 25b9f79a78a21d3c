// Test of the content lists in the back office: pages, filters and exports.
import { adList, articleList, policyList, questionList } from '#contract/content/lists.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { contentSupportOffice as office } from '#contract/content/support.ts';
import { newOperator } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';

const adsTable = adList.tables.data.file;
const articlesTable = articleList.tables.data.file;
const policiesTable = policyList.tables.data.file;
const questionsTable = questionList.tables.data.file;
const server = useServer();
let auditor: { token: string };
let finance: { token: string };
beforeAll(async () => {
  auditor = await newOperator(server, ['auditor']);
  finance = await newOperator(server, ['finance']);
});

describe('lists at the office', () => {
  const csv = async (endpoint: Parameters<typeof server.ok>[0], input: object) => {
    const { status, body } = await server.ask(endpoint, { ...input, format: 'csv' }, auditor);
    expect(status).toBe(200);
    return String(body).trim().split('\r\n');
  };

  test('are paged and filtered on the server', async () => {
    const all = await server.ok(questionList, { item_per_page: 200 }, auditor);
    expect(all.total).toBeGreaterThan(60);
    const page = { item_per_page: 10, offset: 10 };
    const second = await server.ok(questionList, page, auditor);
    expect(second.total).toBe(all.total);
    expect(second.data.map(({ id }) => id)).toEqual(all.data.slice(10, 20).map(({ id }) => id));
    const found = await server.ok(questionList, { q: '聯徵', state: 'published' }, auditor);
    expect(found.data.map(({ slug }) => slug)).toContain('loan-credit-bureau');
    expect((await server.ok(questionList, { q: '%' }, auditor)).total).toBe(0);
    expect((await server.ok(adList, { state: 'over' }, auditor)).total).toBe(0);
    expect((await server.ok(adList, { q: '匯錢' }, auditor)).total).toBe(1);
    const fees = await server.ok(policyList, { category: '收費' }, auditor);
    expect(fees.data[0]).toMatchObject({ slug: 'fees', title: '收費辦法', current: 3 });
    expect((await server.ok(policyList, { q: '收費' }, auditor)).total).toBe(1);
    expect(await server.refused(office.getQuestion, { id: '999999' }, auditor)).toBe(
      'QUESTION_NOT_FOUND',
    );
    expect(await server.refused(office.getAd, { id: '999999' }, auditor)).toBe('AD_NOT_FOUND');
    for (const call of [questionsTable, adsTable, policiesTable]) {
      expect(await server.refused(call, { format: 'csv' }, finance)).toBe('ROLE_REQUIRED');
    }
  });

  test('are exported as tables, and a workbook with too many rows is refused', async () => {
    const { total } = await server.ok(questionList, { audience: 'invest' }, auditor);
    const questions = await csv(questionsTable, { audience: 'invest' });
    expect(questions[0]).toMatch(/^\uFEFF?代號,對象,分類,問題,回答/);
    expect(questions.filter((line) => line.includes('出資人'))).not.toHaveLength(0);
    expect(questions.length).toBeGreaterThan(total);
    expect((await csv(adsTable, {})).length).toBeGreaterThanOrEqual(5);
    const articles = await csv(articlesTable, { type: 'story' });
    expect(articles[0]).toMatch(/^\uFEFF?編號,類型,分類,標題,摘要,內文/);
    expect(articles.filter((line) => line.includes(',用戶故事,')).length).toBeGreaterThan(0);
    expect(articles.filter((line) => line.includes(',最新消息,'))).toEqual([]);
    expect((await csv(policiesTable, { q: '收費' })).at(-1)).toMatch(/^fees,收費辦法/);
    await server.rows(`insert into content.ad (title, text, link, label, image_id, alt, starts_on,
        ends_on, position, released, updated_at)
      select 'x', '', '/', 'x', (select min(id) from content.image), 'x', '2020-01-01',
        '2020-01-02', 0, true, now() from generate_series(1, 50001)`);
    const many = { state: 'over', format: 'xlsx' } as const;
    expect(await server.refused(adsTable, many, auditor)).toBe('TOO_MANY_ROWS');
    await server.rows(`delete from content.ad where title = 'x'`);
    const { status, body } = await server.ask(adsTable, { format: 'xlsx' }, auditor);
    expect([status, body.subarray(0, 2).toString()]).toEqual([200, 'PK']);
  });
});
