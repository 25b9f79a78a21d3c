// Tests what editors can do: edit texts, with every version stored; upload pictures; and submit
// policies, which a second person must approve.
import { taskList } from '#contract/tasks/lists.ts';
import {
  adList,
  articleList,
  imageList,
  policyList,
  questionList,
} from '#contract/content/lists.ts';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { content } from '#contract/content/calls.ts';
import { contentOffice } from '#contract/content/office.ts';
import { contentReleaseOffice } from '#contract/content/release.ts';
import { contentSupportOffice } from '#contract/content/support.ts';
import { addDays, dayOf } from '#contract/core/day.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { newOperator, newPicture } from '../../tests/actors/people.ts';
import { lockedPdf } from '../../tests/files/bad-files.ts';
import { useServer } from '../../tests/server.ts';
import { runDay } from '../worker.ts';
import { releaseText } from './testing/releasing.ts';
import { sentArticle, sentQuestion } from './testing/texts.ts';

const office = { ...contentOffice, ...contentSupportOffice, ...contentReleaseOffice };
const server = useServer();
const words = { ...sentArticle, body: '<h2>開頭</h2><p>退款手續費 {{refundFee}}。</p>' };
let editor: { token: string };
let other: { token: string };
let auditor: { token: string };
let finance: { token: string };

beforeAll(async () => {
  editor = await newOperator(server, ['editor']);
  other = await newOperator(server, ['editor']);
  auditor = await newOperator(server, ['auditor']);
  finance = await newOperator(server, ['finance']);
});

const draft = async (more: object = {}) =>
  (await server.ok(office.createArticle, { ...words, type: 'article', ...more }, editor)).data;
const isPublic = async (id: string) =>
  (await server.ask(content.getArticle, { id })).status === 200;
const tomorrow = () => addDays(dayOf(server.services.clock.now()), 1);

describe('articles', () => {
  test('go from draft to the public and back, each step in the history', async () => {
    const made = await draft({
      body: `${words.body}<script>alert(1)</script><p onclick="x">好</p>`,
    });
    expect(made).toMatchObject({ status: 'draft', version: 1, fixed: false });
    expect(made.body).not.toMatch(/script|onclick/);
    const { id } = made;
    expect(await isPublic(id)).toBe(false);
    await server.ok(office.publishArticle, { id, version: 1 }, editor);
    await releaseText(server, other, 'article', id);
    expect(await isPublic(id)).toBe(true);
    const shown = (await server.ok(office.getArticle, { id }, editor)).data;
    const saved = { ...words, id, version: shown.version, title: '改了標題' };
    await server.ok(office.saveArticle, saved, other);
    await releaseText(server, editor, 'article', id);
    const seen = await server.ok(content.getArticle, { id });
    expect(seen.data.title).toBe('改了標題');
    const found = await server.ok(content.search, { q: '改了標題' });
    expect(found.data.articles.map((row) => row.id)).toContain(id);
    const { version } = (await server.ok(office.getArticle, { id }, editor)).data;
    const down = { kind: 'article', id, version, reason: '內容有誤' } as const;
    await server.ok(office.takeDownContent, down, editor);
    expect(await isPublic(id)).toBe(false);
    const { data } = await server.ok(office.getArticle, { id }, auditor);
    expect(data.history.map(({ action }) => action)).toEqual([
      'content.withdrawn',
      'content.released',
      'content.submitted',
      'content.released',
      'content.submitted',
      'article.created',
    ]);
    expect(data.history[1]?.changed).toEqual(['body', 'title']);
    await server.ok(office.deleteArticle, { id, version: data.version }, editor);
    expect(await server.refused(office.getArticle, { id }, editor)).toBe('ARTICLE_NOT_FOUND');
    const again = await server.refused(office.deleteArticle, { id, version: 99 }, editor);
    expect(again).toBe('ARTICLE_NOT_FOUND');
  });

  test('are created once however often the same call is sent', async () => {
    const input = { ...words, type: 'article', title: '只要一篇' } as const;
    const key = 'an-article-once';
    const first = await server.ok(office.createArticle, input, { ...editor, key });
    const second = await server.ok(office.createArticle, input, { ...editor, key });
    expect(second.data.id).toBe(first.data.id);
    const { total } = await server.ok(articleList, { q: '只要一篇' }, editor);
    expect(total).toBe(1);
  });

  test('tell the second of two editors who saved first', async () => {
    const { id } = await draft();
    const save = { ...words, id, version: 1 };
    await server.ok(office.saveArticle, save, other);
    const { code, body } = await server.ask(office.saveArticle, save, editor);
    expect(code).toBe('CONTENT_CHANGED');
    expect((body as unknown as { data: { by: string } }).data.by).toContain('測試');
    const late = [office.publishArticle, office.deleteArticle];
    for (const call of late) {
      expect(await server.refused(call, { id, version: 1 }, editor)).toBe('CONTENT_CHANGED');
    }
  });

  test('are refused if incomplete, with unknown figures or if the site links to them', async () => {
    const refused = (input: object) =>
      server.refused(office.createArticle, { ...words, type: 'article', ...input }, editor);
    expect(await refused({ category: '公告' })).toBe('CONTENT_INCOMPLETE');
    expect(await refused({ body: '<p>{{nobodyKnows}}</p>' })).toBe('FIGURE_UNKNOWN');
    expect(await refused({ coverId: '999999' })).toBe('IMAGE_NOT_FOUND');
    const story = await draft({ type: 'story', category: '借款人' });
    const publish = { id: story.id, version: 1 };
    expect(await server.refused(office.publishArticle, publish, editor)).toBe('CONTENT_INCOMPLETE');
    const { data: risk } = await server.ok(office.getArticle, { id: '47' }, editor);
    const fixed = { id: '47', version: risk.version };
    expect(risk.fixed).toBe(true);
    expect(await server.refused(office.deleteArticle, fixed, editor)).toBe('CONTENT_FIXED');
    const { id } = await draft();
    await server.ok(office.publishArticle, { id, version: 1 }, editor);
    await releaseText(server, other, 'article', id);
    const gone = { id, version: (await server.ok(office.getArticle, { id }, editor)).data.version };
    expect(await server.refused(office.deleteArticle, gone, editor)).toBe('CONTENT_PUBLISHED');
    const nobody = { ...words, id: '999999', version: 1 };
    expect(await server.refused(office.saveArticle, nobody, editor)).toBe('ARTICLE_NOT_FOUND');
  });

  test('appear at their scheduled time by themselves', async () => {
    const { id } = await draft();
    const at = new Date(server.services.clock.now().getTime() + 3 * 3_600_000).toISOString();
    await server.ok(office.publishArticle, { id, version: 1, at }, editor);
    await releaseText(server, other, 'article', id);
    const { data } = await server.ok(office.getArticle, { id }, editor);
    expect(data.status).toBe('scheduled');
    await runDay(server.services);
    expect(await isPublic(id)).toBe(false);
    await server.advance(1);
    await runDay(server.services);
    expect(await isPublic(id)).toBe(true);
  });

  test('are previewed by a link that expires, including unsaved changes', async () => {
    const { id } = await draft();
    const { data } = await server.ok(
      office.previewArticle,
      { id, title: '還沒存檔', body: '<p>{{refundFee}}</p>' },
      editor,
    );
    expect(data.article).toMatchObject({ title: '還沒存檔' });
    const seen = await server.ok(content.previewArticle, { token: data.token });
    expect(seen.data.body).toBe(data.article.body);
    expect(data.path).toContain(`/knowledge/article/${id}?preview=`);
    await server.rows(`update content.preview set expires_at = now() - interval '1 second'`);
    const late = await server.refused(content.previewArticle, { token: data.token });
    expect(late).toBe('ARTICLE_NOT_FOUND');
    const html = { body: '<h2>甲</h2><p>{{refundFee}}{{nobodyKnows}}</p>' };
    const shown = await server.ok(office.renderBody, html, editor);
    expect(shown.data).toMatchObject({ unknownKeys: ['nobodyKnows'], readingMinutes: 1 });
    const figures = await server.ok(office.listFigures, {}, editor);
    expect(figures.data.some(({ key }) => key === 'refundFee')).toBe(true);
  });

  test('can be edited by editors and read by auditors', async () => {
    const { id } = await draft();
    const save = { ...words, id, version: 1 };
    expect(await server.refused(office.saveArticle, save, auditor)).toBe('ROLE_REQUIRED');
    expect(await server.refused(articleList, {}, finance)).toBe('ROLE_REQUIRED');
    expect(await server.refused(articleList, {}, { token: 'x'.repeat(43) })).toBe('HTTP_401');
    expect((await server.ok(articleList, { type: 'article' }, auditor)).total).toBeGreaterThan(0);
  });
});

describe('pictures', () => {
  const wide = async () => {
    const create = { width: 1000, height: 500, channels: 3, background: '#1C7C7E' } as const;
    const bytes = await sharp({ create }).jpeg().toBuffer();
    return { name: 'image', filename: 'a.jpg', type: 'image/jpeg', bytes };
  };

  test('are stored with a description, served in their widths, and used as covers', async () => {
    const files = [await wide()];
    const input = { alt: '一面青綠色', focalX: 20, focalY: 80 };
    const { data } = await server.ok(office.uploadImage, input, { ...editor, files });
    expect(data).toMatchObject({ ...input, kind: 'uploaded', widths: [320, 640, 960], uses: 0 });
    const answer = await fetch(`${server.siteUrl}${data.path}/640.webp`);
    const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect([width, height]).toEqual([640, 320]);
    const { id } = data;
    const save = { id, version: 1, alt: '另一種說法', focalX: 50, focalY: 50 };
    expect((await server.ok(office.saveImage, save, editor)).data.alt).toBe('另一種說法');
    expect(await server.refused(office.saveImage, save, editor)).toBe('CONTENT_CHANGED');
    const nowhere = { ...save, id: '999999' };
    expect(await server.refused(office.saveImage, nowhere, editor)).toBe('IMAGE_NOT_FOUND');
    const body = `<p>看圖</p><img src="${data.path}/960.webp" alt="">`;
    const made = await draft({ coverId: id, body });
    await server.ok(office.publishArticle, { id: made.id, version: 1 }, editor);
    await releaseText(server, other, 'article', made.id);
    const seen = await server.ok(content.getArticle, { id: made.id });
    expect(seen.data.cover).toMatchObject({ id, alt: '另一種說法' });
    expect(seen.data.body).toContain('alt="另一種說法"');
    expect(seen.data.body).toContain('type="image/avif"');
    const { data: list } = await server.ok(imageList, {}, auditor);
    expect(list.find((image) => image.id === id)?.uses).toBe(1);
  });

  test('are refused if no picture, too small, too large or without description', async () => {
    const upload = (file: object | null, input: object = { alt: '一張圖' }) =>
      server.refused(office.uploadImage, input, {
        ...editor,
        files: file ? [{ ...file, name: 'image' } as never] : [],
      });
    expect(await upload(null)).toBe('FILES_MISSING');
    expect(await upload(await newPicture('image'))).toBe('IMAGE_SMALL');
    const file = { filename: 'a.jpg', type: 'image/jpeg' };
    expect(await upload({ ...file, bytes: Buffer.from('<svg onload="x"/>') })).toBe('FILE_TYPE');
    expect(await upload({ ...file, bytes: Buffer.alloc(11 * 1024 * 1024) })).toBe('FILE_SIZE');
    const cut = (await wide()).bytes.subarray(0, 400);
    expect(await upload({ ...file, bytes: cut })).toBe('FILE_BROKEN');
    const pdf = (name: string) =>
      Buffer.from(`%PDF-1.4\n1 0 obj<<${name}>>endobj\n/Page\nstartxref\n0\n%%EOF`);
    expect(await upload({ ...file, bytes: lockedPdf })).toBe('FILE_ENCRYPTED');
    expect(await upload({ ...file, bytes: pdf('/JS (x)') })).toBe('FILE_ACTIVE');
    expect(await upload({ ...file, bytes: pdf('') })).toBe('FILE_TYPE');
    const create = { width: 9000, height: 8000, channels: 3, background: '#fff' } as const;
    const huge = await sharp({ create }).png({ compressionLevel: 1 }).toBuffer();
    expect(await upload({ ...file, bytes: huge })).toBe('FILE_PIXELS');
    expect(await upload(await wide(), { alt: '' })).toBe('INVALID_INPUT');
  });
});

describe('answers, synonyms and ads', () => {
  test('answers change in versions', async () => {
    const input = { ...sentQuestion, published: false, slug: 'a-new-question' };
    const { data } = await server.ok(office.createQuestion, input, editor);
    expect(await server.refused(office.createQuestion, input, editor)).toBe('SLUG_TAKEN');
    const save = { ...sentQuestion, id: data.id, version: 1, published: false };
    await server.ok(office.saveQuestion, save, editor);
    expect(await server.refused(office.saveQuestion, save, editor)).toBe('CONTENT_CHANGED');
    const wrong = { ...save, version: 2 };
    const empty = { ...wrong, answer: '<p></p>' };
    expect(await server.refused(office.saveQuestion, empty, editor)).toBe('CONTENT_INCOMPLETE');
    const figure = { ...wrong, answer: '<p>{{nobodyKnows}}</p>' };
    expect(await server.refused(office.saveQuestion, figure, editor)).toBe('FIGURE_UNKNOWN');
    const nobody = { ...wrong, id: '999999' };
    expect(await server.refused(office.saveQuestion, nobody, editor)).toBe('QUESTION_NOT_FOUND');
    const known = (await server.ok(office.getQuestion, { id: data.id }, auditor)).data;
    expect(known.history.map(({ action }) => action)).toEqual([
      'question.saved',
      'question.created',
    ]);
    const listed = await server.ok(questionList, { audience: 'loan' }, auditor);
    expect(listed.data.at(-1)?.slug).toBe('a-new-question');
    await server.ok(office.deleteQuestion, { id: data.id, version: 2 }, editor);
    const gone = await server.refused(office.deleteQuestion, { id: data.id, version: 3 }, editor);
    expect(gone).toBe('QUESTION_NOT_FOUND');
  });

  test('synonyms are saved as one text', async () => {
    const { data } = await server.ok(office.getSynonyms, {}, editor);
    const groups = [...data.groups, ['孔雀魚', '觀賞魚']];
    const saved = await server.ok(office.saveSynonyms, { groups, version: data.version }, editor);
    expect(saved.data.groups.at(-1)).toEqual(['孔雀魚', '觀賞魚']);
    const late = { groups, version: data.version };
    expect(await server.refused(office.saveSynonyms, late, other)).toBe('CONTENT_CHANGED');
  });

  test('ads run on their days, with a described picture', async () => {
    const [image] = (await server.ok(imageList, {}, editor)).data;
    const startsOn = tomorrow();
    const ad = {
      title: '新廣告',
      text: '退款 {{refundFee}}',
      link: '/investment',
      label: '看案件',
      imageId: image!.id,
      alt: '一張圖',
      startsOn,
      endsOn: null,
      position: 0,
    };
    const { data } = await server.ok(office.createAd, ad, editor);
    await releaseText(server, other, 'ad', data.id);
    const { version } = (await server.ok(office.getAd, { id: data.id }, editor)).data;
    const running = async () =>
      (await server.ok(content.listAds, {})).data.some(({ id }) => id === data.id);
    expect(await running()).toBe(false);
    const save = { ...ad, id: data.id, version, startsOn: addDays(startsOn, -1) };
    await server.ok(office.saveAd, save, editor);
    await releaseText(server, other, 'ad', data.id);
    expect(await running()).toBe(true);
    const wrong = { ...save, version: version + 2 };
    const refused = (input: object) =>
      server.refused(office.saveAd, { ...wrong, ...input }, editor);
    expect(await refused({ version: 1 })).toBe('CONTENT_CHANGED');
    expect(await refused({ endsOn: addDays(startsOn, -9) })).toBe('AD_PERIOD');
    expect(await refused({ imageId: '999999' })).toBe('IMAGE_NOT_FOUND');
    expect(await refused({ text: '{{nobodyKnows}}' })).toBe('FIGURE_UNKNOWN');
    expect(await refused({ id: '999999' })).toBe('AD_NOT_FOUND');
    expect(await refused({ link: '//elsewhere.example' })).toBe('INVALID_INPUT');
    expect(await refused({ alt: ' ' })).toBe('INVALID_INPUT');
    expect((await server.ok(adList, {}, auditor)).total).toBeGreaterThan(0);
  });
});

describe('policies', () => {
  const text = (effectiveOn: string, body = '<h2>第一條</h2><p>新的條文。</p>') => ({
    title: '測試政策',
    summary: '重點一句。',
    effectiveOn,
    body,
  });
  const taskOf = async (label: string) => {
    const { data } = await server.ok(taskList, { kind: 'policy_approval' }, other);
    return data.find(({ subject }) => subject.label.startsWith(label))?.id ?? '';
  };

  test('need two persons, and never change once approved', async () => {
    const input = { ...text(tomorrow()), slug: 'test-policy', category: '條款' } as const;
    const { data } = await server.ok(office.createPolicy, input, editor);
    expect(await server.refused(office.createPolicy, input, editor)).toBe('SLUG_TAKEN');
    const { id } = data;
    const change = { ...text(tomorrow(), '<p>改過的條文。</p>'), id };
    await server.ok(office.draftPolicy, { ...change, version: 1 }, editor);
    const stale = await server.refused(office.draftPolicy, { ...change, version: 1 }, editor);
    expect(stale).toBe('CONTENT_CHANGED');
    const empty = { ...change, version: 2, body: '<p> </p>' };
    expect(await server.refused(office.draftPolicy, empty, editor)).toBe('CONTENT_INCOMPLETE');
    await server.ok(office.submitPolicy, { id, version: 2 }, editor);
    const waiting = { ...change, version: 3 };
    expect(await server.refused(office.draftPolicy, waiting, editor)).toBe('POLICY_WAITING');
    const task = await taskOf('測試政策 第 1 版');
    const own = { id: task, decision: 'approve' };
    expect(await server.refused(tasksOffice.decideTask, own, editor)).toBe('MAKER_IS_CHECKER');
    await server.ok(tasksOffice.decideTask, own, other);
    expect(await server.refused(content.getPolicy, { id })).toBe('POLICY_NOT_FOUND');
    await server.advance(1);
    const shown = await server.ok(content.getPolicy, { id: 'test-policy' });
    expect(shown.data).toMatchObject({ version: 1, body: '<p>改過的條文。</p>' });
    await expect(
      server.rows(`update content.policy_version set body = '' where policy_id = $1`, [id]),
    ).rejects.toThrow('never changes');
  });

  test('a returned one is changed and submitted again; the next takes effect later', async () => {
    const input = { ...text(tomorrow()), slug: 'second-policy', category: '收費' } as const;
    const { id } = (await server.ok(office.createPolicy, input, editor)).data;
    const early = { ...text(addDays(tomorrow(), -1)), id, version: 1 };
    await server.ok(office.draftPolicy, early, editor);
    const refused = await server.refused(office.submitPolicy, { id, version: 2 }, editor);
    expect(refused).toBe('EFFECTIVE_DAY');
    await server.ok(office.draftPolicy, { ...text(tomorrow()), id, version: 2 }, editor);
    await server.ok(office.submitPolicy, { id, version: 3 }, editor);
    const first = await taskOf('測試政策 第 1 版');
    const detail = (await server.ok(tasksOffice.getTask, { id: first }, other)).data.detail;
    expect(detail).toMatchObject({ number: 1, since: null });
    const back = { id: first, decision: 'return', reason: '第一條請寫清楚' };
    await server.ok(tasksOffice.decideTask, back, other);
    const { data } = await server.ok(office.getPolicy, { id }, auditor);
    expect(data.versions[0]).toMatchObject({ state: 'returned', reason: '第一條請寫清楚' });
    const { version } = data.versions[0]!;
    await server.ok(office.draftPolicy, { ...text(tomorrow()), id, version }, editor);
    await server.ok(office.submitPolicy, { id, version: version + 1 }, editor);
    const again = { id: await taskOf('測試政策 第 1 版'), decision: 'approve' };
    await server.ok(tasksOffice.decideTask, again, other);
    const next = { ...text(tomorrow(), '<h2>第一條</h2><p>第二版的條文。</p>'), id };
    await server.ok(office.draftPolicy, next, editor);
    const sameDay = await server.refused(office.submitPolicy, { id, version: 1 }, editor);
    expect(sameDay).toBe('EFFECTIVE_DAY');
    const list = await server.ok(policyList, {}, auditor);
    expect(list.data.find((row) => row.id === id)?.coming).toMatchObject({ number: 2 });
    const nowhere = { ...next, id: '999999' };
    expect(await server.refused(office.draftPolicy, nowhere, editor)).toBe('POLICY_NOT_FOUND');
    expect(await server.refused(office.getPolicy, { id: '999999' }, editor)).toBe(
      'POLICY_NOT_FOUND',
    );
  });
});
