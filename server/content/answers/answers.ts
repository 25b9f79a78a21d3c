// The help center in the office: answers, synonyms, and advertisements.
import type { contentLists } from '#contract/content/lists.ts';
import type { AdFields, contentSupportOffice, QuestionFields } from '#contract/content/support.ts';
import { compareDays } from '#contract/core/day.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, FilterOf } from '../../call.ts';
import type { Work } from '../../work.ts';
import { reader, shownAs } from '../../tables/table.ts';
import { assertVersion } from '../../tasks/front.ts';
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
  touchAd,
  touchQuestion,
  updateQuestion,
  updateSynonyms,
} from './support-office-queries.ts';
import { pictureView } from '../article/view.ts';
import { openRelease, type Release } from '../release/release-queries.ts';
import {
  authorsOf,
  type Editing,
  holdRelease,
  present,
  releaseView,
  returnedRelease,
  supersede,
} from '../release/releases.ts';

type All = typeof contentSupportOffice &
  Pick<typeof contentLists, 'listQuestions' | 'listAds' | 'listPolicies'>;
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

/** Returns the question as it is edited: the open version, or else the stored one. */
async function officeQuestionView(work: Work, id: number) {
  const row = await officeQuestion(work.tx, id);
  if (!row) throw new Refusal('QUESTION_NOT_FOUND');
  const release = await openRelease(work.tx, 'question', row.id);
  return {
    data: {
      ...questionView(row),
      ...(release?.fields as Partial<QuestionFields> | undefined),
      isPublic: row.published,
      release: releaseView(release),
      history: await wordedHistory(work, 'question', id),
    },
  };
}

const questionView = ({ authors: _authors, ...row }: OfficeQuestion) => row;

export const putQuestion = ({ tx }: Work, id: number, { question, answer }: QuestionFields) =>
  putEntry(tx, { kind: 'question', id, title: question, body: plain(answer) });

export function adView({ image, released, ...row }: OfficeAd, today: Work['today']) {
  const over = row.endsOn !== null && compareDays(row.endsOn, today) < 0;
  const coming = compareDays(row.startsOn, today) > 0;
  const timed = over ? ('over' as const) : coming ? ('coming' as const) : ('running' as const);
  return {
    ...row,
    image: pictureView(image, row.alt),
    state: released ? timed : ('hidden' as const),
  };
}

/** Returns an advertisement with the fields and the picture of one of its versions. */
export async function editedAd(work: Work, row: OfficeAd, release: Release | null) {
  if (!release) return row;
  const fields = release.fields as unknown as AdFields;
  const [image = row.image] = await imagesById(work.tx, [fields.imageId]);
  return { ...row, ...fields, image };
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
  const release = await openRelease(work.tx, 'ad', row.id);
  const { state } = adView(row, work.today);
  return {
    data: {
      ...adView(await editedAd(work, row, release), work.today),
      state,
      release: releaseView(release),
      history: await wordedHistory(work, 'ad', id),
    },
  };
}

export const questions = reader({
  of: (_work: Work, filter: FilterOf<All['listQuestions']>) => anywhere(filter),
  rows: ({ tx }, of, part) => officeQuestions(tx, of, part),
  view: questionView,
  beside: ({ tx }, of) => countQuestions(tx, of),
});

export const ads = reader({
  of: (_work: Work, filter: FilterOf<All['listAds']>) => anywhere(filter),
  rows: ({ tx, today }, of, part) => officeAds(tx, today, of, part),
  view: (row: OfficeAd, { today }: Work) => adView(row, today),
  beside: ({ tx, today }, of) => countAds(tx, today, of),
});

async function lockedQuestion(work: Work, id: number, version: number): Promise<OfficeQuestion> {
  await holdRelease(work, 'question', id);
  const row = await officeQuestion(work.tx, id);
  if (!row) throw new Refusal('QUESTION_NOT_FOUND');
  assertVersion(row, version);
  return row;
}

async function presentQuestion(work: Editing, row: OfficeQuestion, fields: QuestionFields) {
  const { id, authors } = row;
  const { version } = await touchQuestion(work.tx, id, work.operator.id);
  const of = { id, version, title: fields.question, authors };
  await present(work, { ...of, kind: 'question', before: row, fields: { ...fields } });
}

async function lockedAd(work: Work, id: number, version: number): Promise<OfficeAd> {
  await holdRelease(work, 'ad', id);
  const row = await officeAd(work.tx, id);
  if (!row) throw new Refusal('AD_NOT_FOUND');
  assertVersion(row, version);
  return row;
}

async function presentAd(work: Editing, id: number, before: object, fields: AdFields) {
  const { version } = await touchAd(work.tx, id, work.operator.id);
  const of = { id, version, title: fields.title, before: { ...before } };
  await present(work, { ...of, kind: 'ad', fields: { ...fields } });
}

const questionActions: Pick<
  Actions<{ content: Calls }>['content'],
  'listQuestions' | 'getQuestion' | 'createQuestion' | 'saveQuestion' | 'deleteQuestion'
> = {
  listQuestions: {
    page: questions.page,
    // The file contains the text without its markup.
    file: shownAs(questions.file, (row) => ({ ...row, answer: plain(row.answer) })),
  },

  getQuestion: (context, { id }) => officeQuestionView(context, id),

  async createQuestion(context, { slug, ...fields }) {
    const { tx, now, operator } = context;
    const text = await answerOf(context, fields);
    const put = await insertQuestion(tx, slug, { ...text, now, by: operator.id });
    if (!put) throw new Refusal('SLUG_TAKEN', { fields: { slug: '這個代號已經有人使用' } });
    await putQuestion(context, put.id, text);
    const change = { type: 'question' as const, id: put.id, action: 'question.created' as const };
    await recordChange(context, { ...change, after: text });
    if (text.published) await presentQuestion(context, (await officeQuestion(tx, put.id))!, text);
    return officeQuestionView(context, put.id);
  },

  async saveQuestion(context, { id, version, ...fields }) {
    const { tx, now, operator } = context;
    const row = await lockedQuestion(context, id, version);
    const returned = await returnedRelease(context, 'question', row.id);
    const text = await answerOf(context, fields);
    if (text.published) {
      await presentQuestion(context, row, text);
      return officeQuestionView(context, row.id);
    }
    if (row.published) throw new Refusal('CONTENT_PUBLISHED');
    await supersede(context, 'question', row.id);
    const authors = authorsOf(row, returned, operator);
    await updateQuestion(tx, row.id, { ...text, now, by: operator.id, authors });
    await putQuestion(context, row.id, text);
    const change = { type: 'question' as const, id: row.id, action: 'question.saved' as const };
    await recordChange(context, { ...change, before: row, after: text });
    return officeQuestionView(context, row.id);
  },

  async deleteQuestion(context, { id, version }) {
    const { tx, now, operator } = context;
    const row = await lockedQuestion(context, id, version);
    if (row.published) throw new Refusal('CONTENT_PUBLISHED');
    await supersede(context, 'question', row.id);
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

  listAds: ads,

  getAd: (context, { id }) => officeAdView(context, id),

  async createAd(context, fields) {
    const { tx, now, operator } = context;
    await assertAd(context, fields);
    const { id } = await insertAd(tx, { ...fields, now, by: operator.id });
    await recordChange(context, { type: 'ad', id, action: 'ad.created', after: fields });
    await presentAd(context, id, fields, fields);
    return officeAdView(context, id);
  },

  async saveAd(context, { id, version, ...fields }) {
    const row = await lockedAd(context, id, version);
    await returnedRelease(context, 'ad', row.id);
    await assertAd(context, fields);
    await presentAd(context, row.id, row, fields);
    return officeAdView(context, row.id);
  },

  async deleteAd(context, { id, version }) {
    const { tx, now, today, operator } = context;
    const row = await lockedAd(context, id, version);
    const { state } = adView(row, today);
    if (state === 'running' || state === 'coming') throw new Refusal('CONTENT_PUBLISHED');
    await supersede(context, 'ad', row.id);
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
