// Tests which texts of editors each call refuses, and that a refused call writes nothing.
import { imageList } from '#contract/content/lists.ts';
import { beforeAll, expect, test } from 'vitest';
import { contentOffice } from '#contract/content/office.ts';
import { contentSupportOffice } from '#contract/content/support.ts';
import { addDays, dayOf } from '#contract/core/day.ts';
import type { Endpoint } from '#contract/core/endpoint.ts';
import type { RefusalCode } from '#contract/refusals.ts';
import { newOperator } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { sentArticle, sentQuestion } from './testing/texts.ts';

const office = { ...contentOffice, ...contentSupportOffice };
const server = useServer();
const unknown = '{{nobodyKnows}}';
const NOBODYS = '900000000000';
const [article, question] = [sentArticle, sentQuestion];

let editor: { token: string };
let ids: { article: string; question: string; ad: string; policy: string };
let ad: object;
let policy: object;

beforeAll(async () => {
  editor = await newOperator(server, ['editor']);
  const startsOn = addDays(dayOf(server.services.clock.now()), 1);
  const [image] = (await server.ok(imageList, {}, editor)).data;
  const shown = { text: '一段文字', link: '/investment', label: '看案件', alt: '一張圖' };
  const newAd = {
    ...shown,
    title: '廣告',
    imageId: image!.id,
    startsOn,
    endsOn: null,
    position: 0,
  };
  const text = {
    title: '測試政策',
    summary: '重點。',
    effectiveOn: startsOn,
    body: '<p>條文。</p>',
  };
  const newPolicy = { ...text, slug: 'a-policy', category: '條款' } as const;
  const newArticle = { ...article, type: 'article' } as const;
  const newQuestion = { ...question, slug: 'a-question' };
  ids = {
    article: (await server.ok(office.createArticle, newArticle, editor)).data.id,
    question: (await server.ok(office.createQuestion, newQuestion, editor)).data.id,
    ad: (await server.ok(office.createAd, newAd, editor)).data.id,
    policy: (await server.ok(office.createPolicy, newPolicy, editor)).data.id,
  };
  ad = newAd;
  policy = newPolicy;
});

type Case = [name: string, endpoint: Endpoint, code: RefusalCode, input: () => object];

const saved = (more: object) => () => ({ ...article, id: ids.article, version: 1, ...more });
const previewed = (more: object) => () => ({ id: ids.article, ...more });
const asked = (more: object) => () => ({ ...question, slug: 'another', ...more });
const advertised = (more: object) => () => ({ ...ad, ...more });

const cases: Case[] = [
  ['saveArticle', office.saveArticle, 'CONTENT_INCOMPLETE', saved({ category: '公告' })],
  ['saveArticle', office.saveArticle, 'FIGURE_UNKNOWN', saved({ body: unknown })],
  ['saveArticle', office.saveArticle, 'IMAGE_NOT_FOUND', saved({ coverId: NOBODYS })],
  ['previewArticle', office.previewArticle, 'FIGURE_UNKNOWN', previewed({ body: unknown })],
  ['previewArticle', office.previewArticle, 'IMAGE_NOT_FOUND', previewed({ coverId: NOBODYS })],
  ['createQuestion', office.createQuestion, 'FIGURE_UNKNOWN', asked({ answer: unknown })],
  ['createQuestion', office.createQuestion, 'CONTENT_INCOMPLETE', asked({ answer: '<p></p>' })],
  [
    'deleteQuestion',
    office.deleteQuestion,
    'CONTENT_CHANGED',
    () => ({ id: ids.question, version: 9 }),
  ],
  ['createAd', office.createAd, 'IMAGE_NOT_FOUND', advertised({ imageId: NOBODYS })],
  ['createAd', office.createAd, 'FIGURE_UNKNOWN', advertised({ text: unknown })],
  ['createAd', office.createAd, 'AD_PERIOD', advertised({ endsOn: '2020-01-01' })],
  ['deleteAd', office.deleteAd, 'CONTENT_CHANGED', () => ({ id: ids.ad, version: 9 })],
  [
    'createPolicy',
    office.createPolicy,
    'CONTENT_INCOMPLETE',
    () => ({ ...policy, slug: 'empty', body: '<p> </p>' }),
  ],
  ['submitPolicy', office.submitPolicy, 'CONTENT_CHANGED', () => ({ id: ids.policy, version: 9 })],
];

const count = () =>
  server.rows<{ count: number }>(
    `select (select count(*) from content.article) + (select count(*) from content.question)
       + (select count(*) from content.ad) + (select count(*) from content.policy) as count`,
  );

test.each(cases)('%s is refused, %#', async (_, endpoint, code, input) => {
  const before = await count();
  expect(await server.refused(endpoint, input(), editor)).toBe(code);
  expect(await count()).toEqual(before);
});

test('a policy that waits for its approval cannot be submitted again', async () => {
  await server.ok(office.submitPolicy, { id: ids.policy, version: 1 }, editor);
  const again = { id: ids.policy, version: 2 };
  expect(await server.refused(office.submitPolicy, again, editor)).toBe('POLICY_WAITING');
});
