// Tests that the public sees a text only once a second person has released exactly this version.
import { taskList } from '#contract/tasks/lists.ts';
import { adList, articleList, imageList, questionList } from '#contract/content/lists.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { content } from '#contract/content/calls.ts';
import { contentOffice } from '#contract/content/office.ts';
import { contentReleaseOffice } from '#contract/content/release.ts';
import { contentSupportOffice } from '#contract/content/support.ts';
import { addDays, dayOf } from '#contract/core/day.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { deskOffice } from '#contract/tasks/desk.ts';
import { newOperator } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { runDay } from '../../worker.ts';
import { releaseTaskOf, releaseText } from '../testing/releasing.ts';
import { sentArticle, sentQuestion } from '../testing/texts.ts';

const office = { ...contentOffice, ...contentSupportOffice, ...contentReleaseOffice };
const server = useServer();
const [words, question] = [sentArticle, sentQuestion];
let editor: { token: string };
let second: { token: string };
let approver: { token: string };
let finance: { token: string };

beforeAll(async () => {
  editor = await newOperator(server, ['editor']);
  second = await newOperator(server, ['editor']);
  approver = await newOperator(server, ['approver']);
  finance = await newOperator(server, ['finance']);
});

const reason = '內容有誤';
const NOBODYS = '900000000000';

const draft = async (more: object = {}) =>
  (await server.ok(office.createArticle, { ...words, type: 'article', ...more }, editor)).data;
const shown = async (id: string) => {
  const { status, body } = await server.ask(content.getArticle, { id });
  return status === 200 ? (body as { data: { title: string } }).data.title : null;
};
const taskOf = (id: string) => releaseTaskOf(server, second, 'article', id);
const edited = async (id: string) => (await server.ok(office.getArticle, { id }, editor)).data;

/** Creates an article that the public sees. */
async function publicArticle() {
  const { id, version } = await draft();
  await server.ok(office.publishArticle, { id, version }, editor);
  await releaseText(server, second, 'article', id);
  return edited(id);
}

const stored = (id: string) =>
  server.rows(
    `select a.*, (select count(*) from content.release) as releases,
       (select count(*) from tasks.audit) as audits
     from content.article a where id = $1`,
    [id],
  );

describe('an article', () => {
  test('appears once a second person has released it', async () => {
    const { id } = await draft();
    const waiting = (await server.ok(office.publishArticle, { id, version: 1 }, editor)).data;
    expect(waiting).toMatchObject({ status: 'draft', version: 2, release: { state: 'waiting' } });
    expect(await shown(id)).toBeNull();
    const task = await taskOf(id);
    const { data } = await server.ok(tasksOffice.getTask, { id: task }, second);
    expect(data.detail).toMatchObject({ kind: 'article', subjectId: id, isPublic: false });
    expect(JSON.stringify(data.detail)).toMatch(/退款手續費 \$/);
    await releaseText(server, second, 'article', id);
    expect(await shown(id)).toBe('一篇新文章');
    const { history, release } = await edited(id);
    expect(release).toBeNull();
    expect(history.map(({ action }) => action)).toEqual([
      'content.released',
      'content.submitted',
      'article.created',
    ]);
    const decided = await server.ok(tasksOffice.getTask, { id: task }, second);
    expect(decided.data.detail).toMatchObject({ kind: 'article', isPublic: false });
  });

  test('changes for the public once the change is released', async () => {
    const { id, version } = await publicArticle();
    const save = { ...words, id, version, title: '改了標題' };
    const { data } = await server.ok(office.saveArticle, save, editor);
    expect(data).toMatchObject({ title: '改了標題', status: 'published' });
    expect(await shown(id)).toBe('一篇新文章');
    const found = async () =>
      (await server.ok(content.search, { q: '改了標題' })).data.articles.map((row) => row.id);
    expect(await found()).not.toContain(id);
    const { data: task } = await server.ok(tasksOffice.getTask, { id: await taskOf(id) }, approver);
    expect(task.detail).toMatchObject({
      isPublic: true,
      changes: [{ field: 'title', before: '一篇新文章', after: '改了標題' }],
    });
    await releaseText(server, approver, 'article', id);
    expect(await shown(id)).toBe('改了標題');
    expect(await found()).toContain(id);
  });

  test('is released by nobody who wrote a part of it', async () => {
    const { id } = await draft();
    await server.ok(office.saveArticle, { ...words, id, version: 1, title: '又改' }, second);
    await server.ok(office.publishArticle, { id, version: 2 }, editor);
    const approve = { id: await taskOf(id), decision: 'approve' };
    for (const author of [editor, second]) {
      expect(await server.refused(tasksOffice.decideTask, approve, author)).toBe(
        'MAKER_IS_CHECKER',
      );
      const claimed = await server.ok(deskOffice.claimTasks, { ids: [approve.id] }, author);
      expect(claimed.data.left).toMatchObject([{ id: approve.id, why: 'MAKER_IS_CHECKER' }]);
      const next = await server.ok(deskOffice.nextTask, { kind: 'content_release' }, author);
      expect(next.data?.id).not.toBe(approve.id);
      const { data } = await server.ok(tasksOffice.getTask, { id: approve.id }, author);
      expect(data.isMaker).toBe(true);
    }
    expect(await server.refused(tasksOffice.decideTask, approve, finance)).toBe('TASK_NOT_FOUND');
    expect(await shown(id)).toBeNull();
    await server.ok(tasksOffice.decideTask, approve, approver);
    expect(await shown(id)).toBe('又改');
  });

  test('waits unchanged until it is decided or recalled', async () => {
    const { id } = await draft();
    const publish = { id, version: 1 };
    await server.ok(office.publishArticle, publish, { ...editor, key: 'present-once' });
    await server.ok(office.publishArticle, publish, { ...editor, key: 'present-once' });
    const before = await stored(id);
    const isListed = async () =>
      (await server.ok(articleList, {}, editor)).data.find((one) => one.id === id)?.isWaiting;
    expect(await isListed()).toBe(true);
    const save = { ...words, id, version: 2 };
    expect(await server.refused(office.saveArticle, save, editor)).toBe('CONTENT_WAITING');
    const again = { id, version: 2 };
    expect(await server.refused(office.publishArticle, again, editor)).toBe('CONTENT_WAITING');
    const subject = { kind: 'article', id } as const;
    expect(await server.refused(office.recallContent, subject, finance)).toBe('ROLE_REQUIRED');
    expect(await stored(id)).toEqual(before);
    const old = { id: await taskOf(id), decision: 'approve' };
    await server.ok(office.recallContent, subject, { ...editor, key: 'recall-once' });
    expect(await isListed()).toBe(false);
    await server.ok(office.recallContent, subject, { ...editor, key: 'recall-once' });
    expect(await server.refused(tasksOffice.decideTask, old, second)).toBe('TASK_DONE');
    expect(await server.refused(office.recallContent, subject, editor)).toBe('RELEASE_NOT_FOUND');
    await server.ok(office.saveArticle, { ...save, title: '再改' }, editor);
    await server.ok(office.publishArticle, { id, version: 3 }, editor);
    await releaseText(server, second, 'article', id);
    expect(await shown(id)).toBe('再改');
    const wait = await server.refused(office.publishArticle, { id, version: 6 }, editor);
    expect(wait).toBe('CONTENT_PUBLISHED');
  });

  test('returns to its maker with the reason and its text', async () => {
    const { id, version } = await publicArticle();
    const save = { ...words, id, version, title: '太誇大的標題' };
    await server.ok(office.saveArticle, save, editor);
    const back = { id: await taskOf(id), decision: 'return', reason: '標題誇大' };
    await server.ok(tasksOffice.decideTask, back, second);
    expect(await shown(id)).toBe('一篇新文章');
    const row = await edited(id);
    expect(row).toMatchObject({ title: '太誇大的標題', status: 'published' });
    expect(row.release).toMatchObject({ state: 'returned', reason: '標題誇大' });
    const { data } = await server.ok(taskList, { kind: 'sent_back' }, editor);
    expect(data.some(({ subject }) => subject.type === 'article' && subject.id === id)).toBe(true);
    const milder = { ...save, version: row.version, title: '持平的標題' };
    await server.ok(office.saveArticle, milder, editor);
    await releaseText(server, second, 'article', id);
    expect(await shown(id)).toBe('持平的標題');
  });

  test('appears at its time, if it was released before', async () => {
    const inHours = (hours: number) =>
      new Date(server.services.clock.now().getTime() + hours * 3_600_000).toISOString();
    const [early, late] = [await draft(), await draft({ title: '沒有人讀過' })];
    for (const { id } of [early, late]) {
      await server.ok(office.publishArticle, { id, version: 1, at: inHours(3) }, editor);
    }
    await releaseText(server, second, 'article', early.id);
    const scheduled = await edited(early.id);
    expect(scheduled).toMatchObject({ status: 'scheduled' });
    const at = inHours(4);
    const save = { ...words, id: early.id, version: scheduled.version, title: '改期', at };
    await server.ok(office.saveArticle, save, editor);
    await releaseText(server, second, 'article', early.id);
    expect(await edited(early.id)).toMatchObject({ status: 'scheduled', publishAt: at });
    await server.advance(1);
    await runDay(server.services);
    expect(await shown(early.id)).toBe('改期');
    expect(await shown(late.id)).toBeNull();
    // A time that has passed while the version waited means at once.
    await releaseText(server, second, 'article', late.id);
    expect(await shown(late.id)).toBe('沒有人讀過');
  });

  test('is taken down at once by one person, with a reason', async () => {
    const { id, version } = await publicArticle();
    const subject = { kind: 'article', id } as const;
    const down = { ...subject, version, reason };
    await server.ok(office.saveArticle, { ...words, id, version, title: '等待中' }, editor);
    const before = await stored(id);
    const refused = (input: object, as = editor) =>
      server.refused(office.takeDownContent, { ...down, ...input }, as);
    expect(await refused({})).toBe('CONTENT_CHANGED');
    expect(await refused({ reason: ' ' })).toBe('INVALID_INPUT');
    expect(await refused({ version: version + 1 }, finance)).toBe('ROLE_REQUIRED');
    expect(await refused({ id: NOBODYS })).toBe('ARTICLE_NOT_FOUND');
    expect(await refused({ id: NOBODYS, kind: 'question' })).toBe('QUESTION_NOT_FOUND');
    expect(await refused({ id: NOBODYS, kind: 'ad' })).toBe('AD_NOT_FOUND');
    expect(await stored(id)).toEqual(before);
    const once = { ...down, version: version + 1 };
    await server.ok(office.takeDownContent, once, { ...editor, key: 'down-once' });
    await server.ok(office.takeDownContent, once, { ...editor, key: 'down-once' });
    expect(await shown(id)).toBeNull();
    // The version that waited is not lost, and nobody can release it by mistake.
    expect(await taskOf(id)).toBe('');
    const row = await edited(id);
    expect(row).toMatchObject({ title: '等待中', status: 'draft', release: { state: 'returned' } });
    expect(await refused({ version: row.version })).toBe('CONTENT_HIDDEN');
    const { data: risk } = await server.ok(office.getArticle, { id: '47' }, editor);
    expect(await refused({ id: '47', version: risk.version })).toBe('CONTENT_FIXED');
    for (const kind of ['article', 'question', 'ad', 'image'] as const) {
      expect(await server.refused(office.recallContent, { kind, id: NOBODYS }, editor)).toMatch(
        /_NOT_FOUND$/,
      );
    }
    const [audit] = await server.rows<{ reason: string }>(
      `select reason from tasks.audit where action = 'content.withdrawn' and subject_id = $1`,
      [id],
    );
    expect(audit?.reason).toBe(reason);
  });

  test('is not released over a text that has changed since it was presented', async () => {
    const { id, version } = await publicArticle();
    await server.ok(office.saveArticle, { ...words, id, version, title: '舊的比較' }, editor);
    // A new release of the program brings another text along.
    await server.rows(
      `update content.article set title = '新的原文', version = version + 1 where id = $1`,
      [id],
    );
    const approve = { id: await taskOf(id), decision: 'approve' };
    expect(await server.refused(tasksOffice.decideTask, approve, second)).toBe('DECISION_INVALID');
    expect(await shown(id)).toBe('新的原文');
    const back = { ...approve, decision: 'return', reason: '原文已更新' };
    await server.ok(tasksOffice.decideTask, back, second);
  });

  test('a decided version never changes in the database', async () => {
    await publicArticle();
    await expect(
      server.rows(`update content.release set fields = '{}' where state = 'released'`),
    ).rejects.toThrow('never changes');
  });
});

test('a question becomes public, changes and disappears by the same rules', async () => {
  const made = await server.ok(office.createQuestion, { ...question, slug: 'read-by-two' }, editor);
  const { id } = made.data;
  expect(made.data).toMatchObject({ published: true, isPublic: false });
  const answer = async () => {
    const { data } = await server.ok(content.listQuestions, {});
    return data.find((row) => row.id === 'read-by-two')?.answer ?? null;
  };
  const isWaiting = async () => {
    const { data } = await server.ok(questionList, { q: question.question }, editor);
    return data.find((row) => row.id === id)?.isWaiting;
  };
  expect(await answer()).toBeNull();
  expect(await isWaiting()).toBe(true);
  const save = { ...question, id, version: 2 };
  expect(await server.refused(office.saveQuestion, save, editor)).toBe('CONTENT_WAITING');
  await releaseText(server, second, 'question', id);
  expect(await isWaiting()).toBe(false);
  expect(await answer()).toContain('新回答');
  const change = { ...save, version: 3, answer: '<p>改過的回答。</p>' };
  const hidden = { ...change, published: false };
  expect(await server.refused(office.saveQuestion, hidden, editor)).toBe('CONTENT_PUBLISHED');
  const gone = { id, version: 3 };
  expect(await server.refused(office.deleteQuestion, gone, editor)).toBe('CONTENT_PUBLISHED');
  await server.ok(office.saveQuestion, change, editor);
  expect(await answer()).toContain('新回答');
  await releaseText(server, approver, 'question', id);
  expect(await answer()).toContain('改過的回答');
  const { version } = (await server.ok(office.getQuestion, { id }, editor)).data;
  const down = { kind: 'question', id, version, reason } as const;
  await server.ok(office.takeDownContent, down, editor);
  expect(await answer()).toBeNull();
  await server.ok(office.saveQuestion, { ...hidden, version: version + 1 }, editor);
  await server.ok(office.deleteQuestion, { id, version: version + 2 }, editor);
});

test('an advertisement runs once it is released, and is taken down by one person', async () => {
  const [image] = (await server.ok(imageList, {}, editor)).data;
  const ad = {
    title: '新廣告',
    text: '退款 {{refundFee}}',
    link: '/investment',
    label: '看案件',
    imageId: image!.id,
    alt: '一張圖',
    endsOn: null,
    position: 0,
    startsOn: addDays(dayOf(server.services.clock.now()), 0),
  };
  const { data } = await server.ok(office.createAd, ad, editor);
  expect(data).toMatchObject({ state: 'hidden', release: { state: 'waiting' } });
  const { id } = data;
  const running = async () =>
    (await server.ok(content.listAds, {})).data.find((row) => row.id === id)?.title ?? null;
  expect(await running()).toBeNull();
  const save = { ...ad, id, version: data.version, title: '改過的廣告' };
  expect(await server.refused(office.saveAd, save, editor)).toBe('CONTENT_WAITING');
  const { detail } = (
    await server.ok(
      tasksOffice.getTask,
      { id: await releaseTaskOf(server, second, 'ad', id) },
      second,
    )
  ).data;
  expect(detail).toMatchObject({ ad: { title: '新廣告', image: { id: image!.id } } });
  await releaseText(server, second, 'ad', id);
  expect(await running()).toBe('新廣告');
  const { version } = (await server.ok(office.getAd, { id }, editor)).data;
  const gone = { id, version };
  expect(await server.refused(office.deleteAd, gone, editor)).toBe('CONTENT_PUBLISHED');
  await server.ok(office.saveAd, { ...save, version }, editor);
  expect(await running()).toBe('新廣告');
  await releaseText(server, second, 'ad', id);
  expect(await running()).toBe('改過的廣告');
  const now = (await server.ok(office.getAd, { id }, editor)).data;
  const down = { kind: 'ad', id, version: now.version, reason } as const;
  await server.ok(office.takeDownContent, down, editor);
  expect(await running()).toBeNull();
  expect((await server.ok(adList, { state: 'hidden' }, editor)).total).toBe(1);
  await server.ok(office.deleteAd, { id, version: now.version + 1 }, editor);
});

test('the description of a picture changes by two once something public shows it', async () => {
  const { coverId: id } = await draft();
  const read = async () => {
    const { data } = await server.ok(imageList, { item_per_page: 100 }, editor);
    return data.find((image) => image.id === id)!;
  };
  const save = async (alt: string) => {
    const { focalX, focalY, version } = await read();
    const input = { id: id!, alt, focalX, focalY, version };
    return (await server.ok(office.saveImage, input, editor)).data;
  };
  expect((await save('沒有人看到的說明')).alt).toBe('沒有人看到的說明');
  const article = await draft({ coverId: id });
  await server.ok(office.publishArticle, { id: article.id, version: 1 }, editor);
  // The second person is reading the text with the old description.
  const asked = await save('等待中的說明');
  expect(asked).toMatchObject({ alt: '沒有人看到的說明', release: { alt: '等待中的說明' } });
  const again = { id: id!, alt: '又一個', focalX: 1, focalY: 1, version: asked.version };
  expect(await server.refused(office.saveImage, again, editor)).toBe('CONTENT_WAITING');
  await releaseText(server, second, 'article', article.id);
  const cover = async () => (await server.ok(content.getArticle, { id: article.id })).data.cover;
  expect((await cover()).alt).toBe('沒有人看到的說明');
  const task = await releaseTaskOf(server, second, 'image', id!);
  const own = { id: task, decision: 'approve' };
  expect(await server.refused(tasksOffice.decideTask, own, editor)).toBe('MAKER_IS_CHECKER');
  const { data } = await server.ok(tasksOffice.getTask, { id: task }, second);
  expect(data.detail).toMatchObject({ image: { alt: '等待中的說明' } });
  await server.ok(office.recallContent, { kind: 'image', id: id! }, editor);
  expect((await read()).release).toMatchObject({ state: 'returned', alt: '等待中的說明' });
  await save('改過的說明');
  await releaseText(server, second, 'image', id!);
  expect((await cover()).alt).toBe('改過的說明');
  expect((await read()).release).toBeNull();
});
