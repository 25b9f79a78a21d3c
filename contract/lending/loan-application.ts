// The schema of a loan application, and the reasons that may prevent one.
import { z } from 'zod';
import { instantSchema, OPTION_MAX } from '../core/lists.ts';
import { moneySchema, numberText, optionalText } from '../core/wire.ts';
import { isName, writtenName } from '../taiwan/names.ts';
import { isUbn } from '../taiwan/personal-number.ts';
import { mobileSchema } from '../verification/calls.ts';

export const applicationSchema = z.strictObject({
  plan: z.string().min(1).max(40),
  amount: moneySchema,
  installment: numberText(z.int().min(0).max(9_999)),
  /**
   * Purpose of the loan, chosen from a list that the office maintains; the server refuses an option
   * that is not offered.
   */
  purpose: numberText(z.int().min(1).max(OPTION_MAX)),
  purposeNote: optionalText(200),
  job: z.strictObject({
    occupation: z.number().int().min(101).max(899),
    company: z.string().trim().min(1, '請輸入公司名稱').max(40),
    ubn: z.string().max(8).refine(isUbn, '統一編號不正確').optional(),
    title: z.string().trim().min(1, '請輸入職稱').max(40),
    since: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, '請選擇到職年月'),
    phone: optionalText(20),
    monthlyIncome: moneySchema.refine((income) => income > 0, '請輸入稅前月收入'),
    otherIncome: moneySchema.optional(),
  }),
  household: z.strictObject({
    maritalStatus: z.number().int().min(1).max(5),
    dependents: z.number().int().min(0).max(10),
    education: z.number().int().min(1).max(6),
    housing: z.number().int().min(1).max(6),
    since: z
      .string()
      .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
      .optional(),
  }),
  finance: z.strictObject({
    cardBanks: z.array(z.string().regex(/^[0-9A-Z]{3,10}$/)).max(40),
    cardBalance: moneySchema,
    otherLoans: z
      .array(
        z.strictObject({
          kind: z.string().trim().min(1).max(20),
          monthly: moneySchema,
          balance: moneySchema,
        }),
      )
      .max(5),
    monthlyExpense: moneySchema,
    lateIn12Months: z.boolean(),
    lateNote: optionalText(200),
  }),
  contact: z.strictObject({
    name: z
      .string()
      .max(200)
      .overwrite(writtenName)
      .refine(isName, { message: '請輸入聯絡人姓名，最多 50 個字' }),
    relationship: z.number().int().min(1).max(8),
    phone: mobileSchema,
  }),
});
export type Application = z.output<typeof applicationSchema>;
/**
 * A submitted application as answers contain it; a form sends the number of instalments and the
 * purpose as text.
 */
export const submittedApplicationSchema = applicationSchema.extend({
  installment: z.int(),
  purpose: z.int(),
});

/** The same as the office sees it: the phone of the contact person is masked. */
export const statedApplicationSchema = submittedApplicationSchema.extend({
  contact: z.object({ name: z.string(), relationship: z.number(), phone: z.string() }),
});
export type StatedApplication = z.output<typeof statedApplicationSchema>;

/**
 * The consents given by submitting the application. A changed text is a new version; old versions
 * stay in the history.
 */
export const applicationConsents = {
  version: '2026-12',
  items: [
    {
      kind: 'personal',
      label: '個人資料的蒐集與利用',
      text: '我同意為審核與契約之目的，蒐集、處理及利用我填寫的個人資料',
    },
    {
      kind: 'electronic',
      label: '電子文件與電子簽章',
      text: '我同意以電子文件及電子簽章作為契約與通知的方式',
    },
    {
      kind: 'truth',
      label: '資料真實聲明',
      text:
        '我確認以上資料均為真實，並已取得聯絡人同意提供其資料；' +
        '身分驗證與財力證明到齊時，請直接開始審核',
    },
  ],
} as const;

/** The consent by which the server sends an application to review, and the first version of it. */
export const reviewConsent = { kind: 'truth', since: '2026-12' } as const;

/** The documents that a reviewer requested, and which of them the borrower has sent. */
export const supplementSchema = z.object({
  by: instantSchema,
  items: z.array(
    z.object({ item: z.string(), name: z.string(), reason: z.string(), isGiven: z.boolean() }),
  ),
});

/** A document of a loan as its borrower sees it. */
export const loanDocument = z.object({
  item: z.string(),
  name: z.string(),
  filename: z.string(),
  sentAt: instantSchema,
});

/** Why a loan was rejected, what would help, and from when the borrower may apply again. */
export const rejectionSchema = z.object({
  reason: z.string(),
  advice: z.string().nullable(),
  reapplyOn: z.string(),
});

export const qualificationReasons = [
  'EMAIL_UNVERIFIED',
  'NOT_VERIFIED',
  'AGE',
  'ACTIVE_LOAN',
  'COOLING_OFF',
  'OVERDUE',
  'PAST_LOSS',
  'SUSPENDED',
  'FINANCIAL_REQUIRED',
] as const;
