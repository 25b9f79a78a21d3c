// The help center in the office: answers, synonyms, and advertisements.
import type { AdFields, contentSupportOffice, QuestionFields } from '#contract/content/support.ts';
import { compareDays } from '#contract/core/day.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, FilterOf, Work } from '../../action.ts';
import { reader } from '../../tables/table.ts';
import { assertVersion } from '../../tasks/actions.ts';
import { imagesById } from '../article/article-queries.ts';
import { cleaned, plain } from '../article/body.ts';
import { assertFigures, recordChange } from '../changes.ts';
import { wordedHistory } from '../worded-history.ts';
import { anywhere } from '../rules.ts';
import { putEntry } from './support-queries.ts';
import {
  countAds,
  countQuestions,
  deleteAd,
  deleteQuestion,
  insertAd,
  insertQuestion,
  type OfficeAd,
  officeAd,
  officeAds,
  type OfficeQuestion,
  officeQuestion,
  officeQuestions,
  officeSynonyms,
  updateAd,
  updateQuestion,
  updateSynonyms,
} from './support-office-queries.ts';
import { pictureView } from '../article/view.ts';

type All = typeof contentSupportOffice;
type Policy =
  | 'listPolicies'
  | 'getPolicy'
  | 'createPolicy'
  | 'draftPolicy'
  | 'comparePolicy'
  | 'submitPolicy';
type Calls = Omit<All, Policy>;

/** Synonyms are a single text; its history is stored under this id. */
const SYNONYMS = 1;

/** Returns the cleaned answer; refuses an empty text or an unknown `{{key}}` placeholder. */
async function answerOf(work: Work, fields: QuestionFields): Promise<QuestionFields> {
  const answer = cleaned(fields.answer);
  await assertFigures(work, [fields.question, answer]);
  if (plain(answer) === '') {
    throw new Refusal('CONTENT_INCOMPLETE', { fields: { answer: '請輸入回答' } });
  }
  return { ...fields, answer };
}

async function officeQuestionView(work: Work, id: number) {
  const row = await officeQuestion(work.tx, id);
  if (!row) throw new Refusal('QUESTION_NOT_FOUND');
  return { data: { ...row, history: await wordedHistory(work, 'question', id) } };
}

const putQuestion = ({ tx }: Work, id: number, { question, answer }: QuestionFields) =>
  putEntry(tx, { kind: 'question', id, title: question, body: plain(answer) });

function adView({ image, ...row }: OfficeAd, today: Work['today']) {
  const over = row.endsOn !== null && compareDays(row.endsOn, today) < 0;
  const coming = compareDays(row.startsOn, today) > 0;
  return {
    ...row,
    image: pictureView(image, row.alt),
    state: over ? ('over' as const) : coming ? ('coming' as const) : ('running' as const),
  };
}

async function assertAd(work: Work, ad: AdFields): Promise<void> {
  if (ad.endsOn !== null && compareDays(ad.endsOn, ad.startsOn) < 0) throw new Refusal('AD_PERIOD');
  await assertFigures(work, [ad.title, ad.text, ad.alt]);
  const images = await imagesById(work.tx, [ad.imageId]);
  if (images.length === 0) throw new Refusal('IMAGE_NOT_FOUND');
}

async function officeAdView(work: Work, id: number) {
  const row = await officeAd(work.tx, id);
  if (!row) throw new Refusal('AD_NOT_FOUND');
  return { data: { ...adView(row, work.today), history: await wordedHistory(work, 'ad', id) } };
}

export const questions = reader({
  of: (_work: Work, filter: FilterOf<All['listQuestions']>) => anywhere(filter),
  rows: ({ tx }, of, part) => officeQuestions(tx, of, part),
  view: (row: OfficeQuestion) => row,
  beside: ({ tx }, of) => countQuestions(tx, of),
});

export const ads = reader({
  of: (_work: Work, filter: FilterOf<All['listAds']>) => anywhere(filter),
  rows: ({ tx, today }, of, part) => officeAds(tx, today, of, part),
  view: (row: OfficeAd, { today }: Work) => adView(row, today),
  beside: ({ tx, today }, of) => countAds(tx, today, of),
});

const questionActions: Pick<
  Actions<{ content: Calls }>['content'],
  'listQuestions' | 'getQuestion' | 'createQuestion' | 'saveQuestion' | 'deleteQuestion'
> = {
  listQuestions: questions.page,

  getQuestion: (context, { id }) => officeQuestionView(context, id),

  async createQuestion(context, { slug, ...fields }) {
    const { tx, now, operator } = context;
    const text = await answerOf(context, fields);
    const put = await insertQuestion(tx, slug, { ...text, now, by: operator.id });
    if (!put) throw new Refusal('SLUG_TAKEN', { fields: { slug: '這個代號已經有人使用' } });
    await putQuestion(context, put.id, text);
    const change = { type: 'question' as const, id: put.id, action: 'question.created' as const };
    await recordChange(context, { ...change, after: text });
    return officeQuestionView(context, put.id);
  },

  async saveQuestion(context, { id, version, ...fields }) {
    const { tx, now, operator } = context;
    const row = await officeQuestion(tx, id);
    if (!row) throw new Refusal('QUESTION_NOT_FOUND');
    assertVersion(row, version);
    const text = await answerOf(context, fields);
    await updateQuestion(tx, row.id, { ...text, now, by: operator.id });
    await putQuestion(context, row.id, text);
    const change = { type: 'question' as const, id: row.id, action: 'question.saved' as const };
    await recordChange(context, { ...change, before: row, after: text });
    return officeQuestionView(context, row.id);
  },

  async deleteQuestion(context, { id, version }) {
    const { tx, now, operator } = context;
    const row = await officeQuestion(tx, id);
    if (!row) throw new Refusal('QUESTION_NOT_FOUND');
    assertVersion(row, version);
    await deleteQuestion(tx, row.id, { now, by: operator.id });
    const change = { type: 'question' as const, id: row.id, action: 'question.deleted' as const };
    await recordChange(context, { ...change, to: 'deleted', before: { question: row.question } });
    return { data: { ok: true } };
  },
};

export const answerActions: Actions<{ content: Calls }>['content'] = {
  ...questionActions,

  async getSynonyms({ tx }) {
    return { data: await officeSynonyms(tx) };
  },

  async saveSynonyms(context, { groups, version }) {
    const { tx } = context;
    const before = await officeSynonyms(tx);
    if ((await updateSynonyms(tx, { groups, version })) === 0) throw new Refusal('CONTENT_CHANGED');
    const change = { type: 'synonyms' as const, id: SYNONYMS, action: 'synonyms.saved' as const };
    await recordChange(context, { ...change, before, after: { groups } });
    return { data: await officeSynonyms(tx) };
  },

  listAds: ads.page,

  getAd: (context, { id }) => officeAdView(context, id),

  async createAd(context, fields) {
    const { tx, now, operator } = context;
    await assertAd(context, fields);
    const { id } = await insertAd(tx, { ...fields, now, by: operator.id });
    await recordChange(context, { type: 'ad', id, action: 'ad.created', after: fields });
    return officeAdView(context, id);
  },

  async saveAd(context, { id, version, ...fields }) {
    const { tx, now, operator } = context;
    const row = await officeAd(tx, id);
    if (!row) throw new Refusal('AD_NOT_FOUND');
    assertVersion(row, version);
    await assertAd(context, fields);
    await updateAd(tx, row.id, { ...fields, now, by: operator.id });
    const change = {
      type: 'ad' as const,
      id: row.id,
      action: 'ad.saved' as const,
      before: row,
      after: fields,
    };
    await recordChange(context, change);
    return officeAdView(context, row.id);
  },

  async deleteAd(context, { id, version }) {
    const { tx, now, operator } = context;
    const row = await officeAd(tx, id);
    if (!row) throw new Refusal('AD_NOT_FOUND');
    assertVersion(row, version);
    await deleteAd(tx, row.id, { now, by: operator.id });
    const change = {
      type: 'ad' as const,
      id: row.id,
      action: 'ad.deleted' as const,
      to: 'deleted',
    };
    await recordChange(context, { ...change, before: { title: row.title } });
    return { data: { ok: true } };
  },
};
