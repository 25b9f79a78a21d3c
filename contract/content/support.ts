// Back-office API for help questions, synonyms, ads, and policies with their versions.
import { z } from 'zod';
import {
  bodySchema,
  deleted,
  historySchema,
  openReleaseSchema,
  readers,
  text,
  versionSchema,
  wordedHistory,
  writers,
} from './office.ts';
import { changeSchema } from './calls.ts';
import { pictureSchema, policyCategories, questionAudiences } from './shapes.ts';
import { daySchema } from '../core/wire.ts';
import { slugSchema, versionStates } from '../core/versioned.ts';
import { office } from '../core/endpoint.ts';
import { idSchema, instantSchema, nothing, outputIdSchema } from '../core/lists.ts';

const questionFields = z.strictObject({
  audience: z.enum(questionAudiences),
  category: text(20).min(1, '請輸入分類'),
  question: text(100).min(1, '請輸入問題'),
  /** HTML. */
  answer: bodySchema,
  popular: z.boolean(),
  published: z.boolean(),
  /** Sort order within the category; lower numbers come first. */
  position: z.number().int().min(0).max(10_000),
});
export type QuestionFields = z.output<typeof questionFields>;

export const questionRow = questionFields.extend({
  id: outputIdSchema,
  slug: z.string(),
  updatedAt: instantSchema,
  updatedBy: z.string().nullable(),
  version: z.number(),
  /** Whether a version waits for its second reader. */
  isWaiting: z.boolean(),
  helpful: z.object({ yes: z.number(), no: z.number() }),
});
const oneQuestion = z.object({
  data: questionRow.extend({
    /** Whether the public sees the question now; `published` is what the edited version wants. */
    isPublic: z.boolean(),
    release: openReleaseSchema.nullable(),
    history: wordedHistory,
  }),
});

/** States of an ad: not released, or else its period is still to come, running, or over. */
export const adStates = ['hidden', 'coming', 'running', 'over'] as const;
export const questionStates = ['published', 'hidden'] as const;

const adFields = z.strictObject({
  title: text(30).min(1, '請輸入標題'),
  text: text(80),
  link: z
    .string()
    .regex(/^\/(?!\/)[\w\-/?=&#.%]*$/, '請填站內路徑，例如 /investment')
    .max(200),
  label: text(12).min(1, '請輸入按鈕文字'),
  imageId: idSchema,
  /**
   * Alternative text of the picture in this ad; if empty, the picture's own alternative text is
   * used.
   */
  alt: text(200).min(1, '請描述圖片內容，看不見圖片的人靠它知道'),
  startsOn: daySchema,
  /** Last day on which the ad runs; null means no end. */
  endsOn: daySchema.nullable(),
  position: z.number().int().min(0).max(1_000),
});
export type AdFields = z.output<typeof adFields>;
/** An advertisement as the office's page sends it. */
export type SentAdFields = z.input<typeof adFields>;

export const adRow = adFields.extend({
  id: outputIdSchema,
  imageId: outputIdSchema,
  image: pictureSchema,
  state: z.enum(adStates),
  updatedAt: instantSchema,
  updatedBy: z.string().nullable(),
  version: z.number(),
  /** Whether a version waits for its second reader. */
  isWaiting: z.boolean(),
});
const oneAd = z.object({
  data: adRow.extend({ release: openReleaseSchema.nullable(), history: wordedHistory }),
});

const policyFields = z.strictObject({
  title: text(40).min(1, '請輸入名稱'),
  summary: text(200).min(1, '請寫出這一版的重點或與前版的差異'),
  effectiveOn: daySchema,
  body: bodySchema,
});
export type PolicyFields = z.output<typeof policyFields>;

const versionRow = policyFields.extend({
  id: outputIdSchema,
  number: z.number(),
  state: z.enum(versionStates),
  maker: z.string().nullable(),
  checker: z.string().nullable(),
  /** Reason why the second person returned the version. */
  reason: z.string().nullable(),
  /** Edit counter of the draft, to be sent with its next change. */
  version: z.number(),
});
export const policyRow = z.object({
  id: outputIdSchema,
  slug: z.string(),
  title: z.string(),
  category: z.enum(policyCategories),
  /**
   * Number of the policy version in force, null if there is none yet; `coming` is the version being
   * prepared.
   */
  current: z.number().nullable(),
  effectiveOn: z.string().nullable(),
  coming: z
    .object({ number: z.number(), state: z.enum(versionStates), effectiveOn: z.string() })
    .nullable(),
});
const onePolicy = z.object({
  data: policyRow.extend({ versions: z.array(versionRow), history: historySchema }),
});

const which = z.strictObject({ id: idSchema });
/** Filters of a list; `q` matches the texts by which an editor recognises a row. */
export const questionFilter = {
  audience: z.enum(questionAudiences).optional(),
  state: z.enum(questionStates).optional(),
  q: text(60).optional(),
};
export const adFilter = { state: z.enum(adStates).optional(), q: text(60).optional() };
export const policyFilter = {
  category: z.enum(policyCategories).optional(),
  q: text(60).optional(),
};
export type QuestionFilter = z.output<z.ZodObject<typeof questionFilter>>;
export type AdFilter = z.output<z.ZodObject<typeof adFilter>>;
export type PolicyFilter = z.output<z.ZodObject<typeof policyFilter>>;
const whichVersion = z.strictObject({ id: idSchema, version: versionSchema });

export const contentSupportOffice = {
  getQuestion: office.read({
    roles: readers,
    path: '/ops/v1/questions/:id',
    summary: 'One question as it is edited, with who changed what',
    input: which,
    output: oneQuestion,
    refusals: ['QUESTION_NOT_FOUND'],
  }),
  createQuestion: office.command({
    roles: writers,
    path: '/ops/v1/questions',
    summary: 'Add a question; a second reader releases it if it is to be public',
    input: questionFields.extend({ slug: slugSchema }),
    output: oneQuestion,
    refusals: ['SLUG_TAKEN', 'FIGURE_UNKNOWN', 'CONTENT_INCOMPLETE'],
  }),
  saveQuestion: office.command({
    roles: writers,
    path: '/ops/v1/questions/:id',
    summary: 'Change a question; a second reader releases it if it is to be public',
    input: questionFields.extend({ id: idSchema, version: versionSchema }),
    output: oneQuestion,
    refusals: [
      'QUESTION_NOT_FOUND',
      'CONTENT_CHANGED',
      'CONTENT_WAITING',
      'CONTENT_PUBLISHED',
      'FIGURE_UNKNOWN',
      'CONTENT_INCOMPLETE',
    ],
  }),
  deleteQuestion: office.command({
    roles: writers,
    path: '/ops/v1/questions/:id/delete',
    summary: 'Delete a question that is not public',
    input: whichVersion,
    output: deleted,
    refusals: ['QUESTION_NOT_FOUND', 'CONTENT_CHANGED', 'CONTENT_PUBLISHED'],
  }),
  getSynonyms: office.read({
    roles: readers,
    path: '/ops/v1/synonyms',
    summary: 'Groups of words that mean the same to the search',
    input: nothing,
    output: z.object({
      data: z.object({ groups: z.array(z.array(z.string())), version: z.number() }),
    }),
  }),
  saveSynonyms: office.command({
    roles: writers,
    path: '/ops/v1/synonyms',
    summary: 'Replace the groups',
    input: z.strictObject({
      groups: z.array(z.array(text(20).min(2)).min(2).max(12)).max(300),
      version: versionSchema,
    }),
    output: z.object({
      data: z.object({ groups: z.array(z.array(z.string())), version: z.number() }),
    }),
    refusals: ['CONTENT_CHANGED'],
  }),
  getAd: office.read({
    roles: readers,
    path: '/ops/v1/ads/:id',
    summary: 'One advertisement as it is edited, with who changed what',
    input: which,
    output: oneAd,
    refusals: ['AD_NOT_FOUND'],
  }),
  createAd: office.command({
    roles: writers,
    path: '/ops/v1/ads',
    summary: 'Add an advertisement and present it to a second reader',
    input: adFields,
    output: oneAd,
    refusals: ['IMAGE_NOT_FOUND', 'FIGURE_UNKNOWN', 'AD_PERIOD'],
  }),
  saveAd: office.command({
    roles: writers,
    path: '/ops/v1/ads/:id',
    summary: 'Present a change of an advertisement to a second reader',
    input: adFields.extend({ id: idSchema, version: versionSchema }),
    output: oneAd,
    refusals: [
      'AD_NOT_FOUND',
      'CONTENT_CHANGED',
      'CONTENT_WAITING',
      'IMAGE_NOT_FOUND',
      'FIGURE_UNKNOWN',
      'AD_PERIOD',
    ],
  }),
  deleteAd: office.command({
    roles: writers,
    path: '/ops/v1/ads/:id/delete',
    summary: 'Delete an advertisement that is not running or still to come',
    input: whichVersion,
    output: deleted,
    refusals: ['AD_NOT_FOUND', 'CONTENT_CHANGED', 'CONTENT_PUBLISHED'],
  }),
  getPolicy: office.read({
    roles: readers,
    path: '/ops/v1/policies/:id',
    summary: 'A policy with all its versions, newest first',
    input: which,
    output: onePolicy,
    refusals: ['POLICY_NOT_FOUND'],
  }),
  createPolicy: office.command({
    roles: writers,
    path: '/ops/v1/policies',
    summary: 'Begin a policy with the draft of its first version',
    input: policyFields.extend({ slug: slugSchema, category: z.enum(policyCategories) }),
    output: onePolicy,
    refusals: ['SLUG_TAKEN', 'CONTENT_INCOMPLETE'],
  }),
  draftPolicy: office.command({
    roles: writers,
    path: '/ops/v1/policies/:id',
    summary: 'Begin the next version of a policy, or change the one being drafted',
    input: policyFields.extend({
      id: idSchema,
      /** Edit counter of the draft; omitted to start a new draft. */
      version: versionSchema.optional(),
    }),
    output: onePolicy,
    refusals: ['POLICY_NOT_FOUND', 'CONTENT_CHANGED', 'CONTENT_INCOMPLETE', 'POLICY_WAITING'],
  }),
  comparePolicy: office.read({
    roles: readers,
    method: 'POST',
    path: '/ops/v1/policies/:id/compare',
    summary: 'A text against the version in force, paragraph by paragraph',
    input: z.strictObject({ id: idSchema, body: bodySchema }),
    output: z.object({
      data: z.object({
        /** Changes against the version in force; null if no version is in force. */
        changes: z.array(changeSchema).nullable(),
      }),
    }),
    refusals: ['POLICY_NOT_FOUND'],
  }),
  submitPolicy: office.command({
    roles: writers,
    path: '/ops/v1/policies/:id/submit',
    summary: 'Hand the drafted version to a second person: task policy_approval',
    input: whichVersion,
    output: onePolicy,
    refusals: ['POLICY_NOT_FOUND', 'CONTENT_CHANGED', 'EFFECTIVE_DAY', 'POLICY_WAITING'],
  }),
} as const;
