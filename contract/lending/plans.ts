// API of plan administration: the fields of a plan version, their checks, and the calls.
import { z } from 'zod';
import type { ServerSide } from '../core/server-side.ts';
import { historySchema, text, versionSchema } from '../content/office.ts';
import { planSchema } from './calls.ts';
import { countSchema, daySchema, INTEGER_MAX, moneySchema, percentSchema } from '../core/wire.ts';
import { office } from '../core/endpoint.ts';
import { done, idSchema, instantSchema, nothing, outputIdSchema } from '../core/lists.ts';
import { planAmount, planFeeMin, planFeePercent, planRate } from './plan-limits.ts';
import { installments, occupations } from '../options.ts';
import { slugSchema, versionStates, type VersionState } from '../core/versioned.ts';

/**
 * The only allowed moves of a plan version. Only a draft may be deleted. A version that is in force
 * stays, and a version that was approved for a later day may be recalled.
 */
export const planMoves: Record<PlanState, readonly PlanState[]> = {
  draft: ['draft', 'waiting'],
  waiting: ['approved', 'returned'],
  returned: ['draft', 'waiting'],
  approved: ['recalled'],
  recalled: [],
};
const planStates = [...versionStates, 'recalled'] as const;
export type PlanState = VersionState | 'recalled';

const LINES_MAX = 20;

/**
 * Variables in braces that a plan's texts may contain; the plan and the rules in force provide
 * their values.
 */
export const planFigureKeys = [
  'amountMin',
  'amountMax',
  'rateMax',
  'ageMin',
  'ageMax',
  'reviewDays',
  'offerDays',
  'fundraisingDays',
  'signingDays',
  'graceDays',
  'prepaymentPeriods',
  'prepaymentFee',
] as const;
export type PlanFigureKey = (typeof planFigureKeys)[number];

const isFigure = (key: string) => (planFigureKeys as readonly string[]).includes(key);
/** Returns the variables in braces that do not exist. */
const unknownFigures = (words: string) =>
  [...words.matchAll(/\{([^{}]*)\}/g)].map(([, key = '']) => key).filter((key) => !isFigure(key));

/** Returns the error message for a text that members read; undefined if the text is allowed. */
function wrongWords(said: string, max: number): string | undefined {
  if (said.length > max) return `最多 ${max} 個字`;
  const [key] = unknownFigures(said);
  return key === undefined ? undefined : `沒有這個數字代號：{${key}}`;
}

const words = (max: number, missing: string) =>
  text(max)
    .min(1, missing)
    .superRefine((said, context) => {
      const message = wrongWords(said, max);
      if (message) context.addIssue({ code: 'custom', message });
    });
/** A field with one entry per line; a problem with any line is reported at the field. */
const lines = (max: number, missing: string) =>
  z
    .array(z.string().max(1_000).trim().min(1, missing))
    .min(1, missing)
    .max(LINES_MAX, `最多 ${LINES_MAX} 行`)
    .superRefine((said, context) => {
      for (const [at, line] of said.entries()) {
        const message = wrongWords(line, max);
        if (message) context.addIssue({ code: 'custom', message: `第 ${at + 1} 行：${message}` });
      }
    });

const terms: readonly number[] = installments.map(({ value }) => value);
const jobs = new Set(occupations.map(({ id }) => id));
const chosen = (allowed: (n: number) => boolean, missing: string) =>
  z.array(countSchema.refine(allowed, '沒有這個選項')).min(1, missing).max(200);

const versionFields = z.strictObject({
  slug: slugSchema,
  listName: words(20, '請輸入方案名稱'),
  /** Position that sorts the menu and the lists, lowest first. */
  position: z.int().min(1).max(999),
  /** Whether new applications are accepted; existing loans and applications keep their version. */
  enabled: z.boolean(),
  occupations: chosen((id) => jobs.has(id), '請選擇適合的職業'),
  amountMin: planAmount,
  amountMax: planAmount,
  amountStep: planAmount,
  /** Interest rate in percent per year. */
  rateMin: planRate,
  rateMax: planRate,
  installments: chosen((term) => terms.includes(term), '請選擇期數'),
  platformFeePercent: planFeePercent,
  platformFeeMin: planFeeMin,
  title: words(40, '請輸入標題'),
  subtitle: words(60, '請輸入副標題'),
  description: words(400, '請輸入說明'),
  eligibility: lines(100, '請寫出申請資格'),
  requiredDocuments: lines(100, '請寫出應備文件'),
  steps: z
    .array(
      z.strictObject({
        title: words(20, '請輸入步驟名稱'),
        text: words(200, '請輸入步驟說明'),
        time: words(40, '請輸入所需時間'),
      }),
    )
    .min(1, '請至少寫一個步驟')
    .max(10, '最多 10 個步驟'),
  faqs: z
    .array(
      z.strictObject({
        question: words(60, '請輸入問題'),
        answer: words(600, '請輸入答案'),
      }),
    )
    .max(20, '最多 20 個問題'),
  effectiveOn: daySchema,
  summary: text(200).min(1, '請寫出這一版變更的原因與重點'),
});
export type PlanVersionFields = z.output<typeof versionFields>;

/** Reports each minimum above its maximum, and a fee that is too high for the smallest amount. */
function checkTerms(of: PlanVersionFields, context: z.RefinementCtx): void {
  const wrong = (name: keyof PlanVersionFields, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  if (of.amountMax < of.amountMin) wrong('amountMax', '上限不可低於下限');
  if (of.amountMin % of.amountStep !== 0) wrong('amountStep', '額度下限須為申請單位的倍數');
  if (of.rateMin === 0) wrong('rateMin', '請輸入大於 0 的利率');
  if (of.rateMax < of.rateMin) wrong('rateMax', '上限不可低於下限');
  if (of.platformFeeMin > of.amountMin / 2) {
    wrong('platformFeeMin', '不可超過額度下限的一半');
  }
  for (const name of ['installments', 'occupations'] as const) {
    if (new Set<number>(of[name]).size < of[name].length) wrong(name, '有重複的選項');
  }
}

/** A plan version as the form submits it and the server accepts it. */
export const planVersionSchema = versionFields.superRefine(checkTerms);

/** A stored version, which stays valid even if it breaks rules that were added later. */
export const planVersionRow = z.object({
  ...planSchema.pick({
    slug: true,
    listName: true,
    occupations: true,
    amountMin: true,
    amountMax: true,
    amountStep: true,
    rateMin: true,
    rateMax: true,
    installments: true,
    platformFeePercent: true,
    platformFeeMin: true,
    investorFeePercent: true,
    title: true,
    subtitle: true,
    description: true,
    eligibility: true,
    requiredDocuments: true,
    steps: true,
    faqs: true,
  }).shape,
  position: z.number(),
  enabled: z.boolean(),
  effectiveOn: z.string(),
  summary: z.string(),
  id: outputIdSchema,
  number: z.number(),
  state: z.enum(planStates),
  /** Whether this version is in force: members can apply under it if it is enabled. */
  current: z.boolean(),
  maker: z.string().nullable(),
  checker: z.string().nullable(),
  approvedAt: instantSchema.nullable(),
  inForceAt: instantSchema.nullable(),
  /** Why the version was returned to its author. */
  reason: z.string().nullable(),
  /**
   * Who proposed and approved a recall, and why. As long as its task is open, the recall is only
   * proposed.
   */
  recall: z
    .object({
      by: z.string().nullable(),
      checker: z.string().nullable(),
      at: instantSchema,
      reason: z.string(),
      taskId: outputIdSchema.nullable(),
    })
    .nullable(),
  /** Number of loans and applications made under this version. */
  loans: countSchema,
  /** Version number of the draft, to be sent with its next change. */
  version: z.number(),
});
export type PlanVersion = z.output<typeof planVersionRow>;
export type ServerPlanVersion = ServerSide<typeof planVersionRow>;

export const planRow = z.object({
  /** Id of the plan, the same for all its versions. */
  id: outputIdSchema,
  slug: z.string(),
  listName: z.string(),
  /**
   * Version in force, or null; `coming` is a draft or a version that takes effect on a later day.
   */
  current: planVersionRow.nullable(),
  coming: z
    .object({
      number: z.number(),
      state: z.enum(planStates),
      effectiveOn: z.string(),
      /** Whether somebody proposed to recall the version. */
      recalling: z.boolean(),
    })
    .nullable(),
});
const onePlan = z.object({
  data: planRow.extend({
    /**
     * Whether the slug can no longer change; this is so once a version was approved, because the
     * slug is used in URLs.
     */
    isSlugFixed: z.boolean(),
    versions: z.array(planVersionRow),
    history: historySchema,
  }),
});

export const planReaders = [
  'editor',
  'reviewer',
  'approver',
  'finance',
  'auditor',
  'admin',
] as const;
export const planWriters = ['editor', 'approver', 'admin'] as const;

const whichVersion = z.strictObject({ id: idSchema, version: versionSchema });

export const plansOffice = {
  getPlan: office.read({
    roles: planReaders,
    path: '/ops/v1/plans/:id',
    summary: 'A plan with all its versions, newest first',
    input: z.strictObject({ id: idSchema }),
    output: onePlan,
    refusals: ['PLAN_NOT_FOUND'],
  }),
  planFigures: office.read({
    roles: planReaders,
    path: '/ops/v1/plan-figures',
    summary: "What may stand in braces in a plan's words, and what a disbursement costs",
    input: nothing,
    output: z.object({
      data: z.object({
        /** Variables of the texts and their values; `value` is null if it differs between plans. */
        figures: z.array(
          z.object({
            key: z.enum(planFigureKeys),
            value: z.string().nullable(),
            about: z.string(),
          }),
        ),
        /** NT$ that the bank charges for a disbursement. */
        remittanceFee: moneySchema,
        /** The limits in force: total cost rate in percent, and the NT$ that a borrower may owe. */
        aprMax: percentSchema,
        borrowerMax: moneySchema,
      }),
    }),
  }),
  previewPlan: office.read({
    roles: planReaders,
    method: 'POST',
    path: '/ops/v1/plans/preview',
    summary: 'An unsaved version as the public page shows it',
    input: planVersionSchema,
    output: z.object({
      data: z.object({
        plan: planSchema,
        refund: z.object({ refundFee: moneySchema, freeWhen: z.array(z.string()) }),
      }),
    }),
  }),
  createPlan: office.command({
    roles: planWriters,
    path: '/ops/v1/plans',
    summary: 'Begin a plan with the draft of its first version',
    input: planVersionSchema,
    output: onePlan,
    refusals: ['SLUG_TAKEN', 'PLAN_LIMIT'],
  }),
  draftPlan: office.command({
    roles: planWriters,
    path: '/ops/v1/plans/:id',
    summary: 'Begin the next version of a plan, or change the one being drafted',
    input: versionFields
      .extend({
        id: idSchema,
        /** Version number of the existing draft; omitted to start a new draft. */
        version: versionSchema.optional(),
      })
      .superRefine(checkTerms),
    output: onePlan,
    refusals: [
      'PLAN_NOT_FOUND',
      'CONTENT_CHANGED',
      'PLAN_WAITING',
      'PLAN_LIMIT',
      'SLUG_FIXED',
      'SLUG_TAKEN',
    ],
  }),
  dropPlanDraft: office.command({
    roles: planWriters,
    path: '/ops/v1/plans/:id/drop',
    summary: 'Throw away a draft; a plan that has nothing else goes with it',
    input: whichVersion,
    output: done,
    refusals: ['PLAN_NOT_FOUND', 'CONTENT_CHANGED', 'PLAN_WAITING'],
  }),
  submitPlan: office.command({
    roles: planWriters,
    path: '/ops/v1/plans/:id/submit',
    summary: 'Hand the drafted version to a second person: task plan_approval',
    input: whichVersion,
    output: onePlan,
    refusals: [
      'PLAN_NOT_FOUND',
      'CONTENT_CHANGED',
      'EFFECTIVE_DAY',
      'PLAN_LIMIT',
      'PLAN_WAITING',
      'PLAN_LAST',
    ],
  }),
  recallPlan: office.command({
    roles: planWriters,
    path: '/ops/v1/plans/:id/recall',
    summary: 'Ask a second person to call back an approved version before its day: plan_recall',
    input: z.strictObject({
      id: idSchema,
      number: z.int().positive().max(INTEGER_MAX),
      reason: text(500).min(1, '請寫出撤回的原因'),
    }),
    output: onePlan,
    refusals: ['PLAN_NOT_FOUND', 'PLAN_STARTED', 'PLAN_FOLLOWED', 'PLAN_RECALLING', 'PLAN_LAST'],
  }),
} as const;
