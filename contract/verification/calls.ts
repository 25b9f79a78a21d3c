// API of the verification in four stages: phone, personal data, ID documents, bank account; and of
// income proofs.
import { z } from 'zod';
import { fileRefusals } from '../core/file-refusals.ts';
import { member, office, signedIn, visitor } from '../core/endpoint.ts';
import { captchaTokenSchema, smsCodeSchema } from '../identity/calls.ts';
import {
  OPTION_MAX,
  idSchema,
  instantSchema,
  nothing,
  optionsAnswer,
  outputIdSchema,
} from '../core/lists.ts';
import { daySchema, moneyTextSchema, numberText, moneySchema, optionalText } from '../core/wire.ts';
import { isName, writtenName } from '../taiwan/names.ts';
import { normalisedMobile, personalNumberKind } from '../taiwan/personal-number.ts';

/**
 * Returns the member status. The specification can be read in two ways: the conditions here follow
 * its reading A, the returned numbers its reading B. The first condition that is met decides.
 */
export function memberStatusOf(user: {
  emailVerifiedAt: Date | string | null;
  isGoogleLogin: boolean;
  verification: { verifiedIDStage: number; verifiedIDstatus: number };
}): 1 | 2 | 3 | 4 {
  if (user.emailVerifiedAt === null && !user.isGoogleLogin) return 1;
  const { verifiedIDStage, verifiedIDstatus } = user.verification;
  if (verifiedIDStage === 4 && verifiedIDstatus === 3) return 4;
  return verifiedIDStage <= 0 ? 3 : 2;
}

/**
 * Mobile phone number such as `0912345678`; `+886912345678` is accepted and normalised to this
 * form.
 */
export const mobileSchema = z
  .string()
  .max(20)
  .refine((text) => normalisedMobile(text) !== null, { message: '請輸入 09 開頭的 10 碼手機號碼' })
  .overwrite((text) => normalisedMobile(text) ?? text);

export const personalNumberSchema = z
  .string()
  .max(20, '身分證字號檢查碼不符，請再確認一次')
  .overwrite((text) => text.normalize('NFKC').replace(/\s/g, '').toUpperCase())
  .refine((text) => personalNumberKind(text) !== null, {
    message: '身分證字號檢查碼不符，請再確認一次',
  });

/** A person's name as on their identity document, in any script, of at most 50 characters. */
export const nameSchema = z
  .string()
  .max(200)
  .overwrite(writtenName)
  .refine(isName, { message: '請輸入與身分證相同的姓名，最多 50 個字' });

export const addressSchema = z.strictObject({
  zip: z.string().regex(/^\d{3}$/),
  city: z.string().min(1).max(10),
  district: z.string().min(1).max(10),
  road: z.string().trim().min(1).max(60),
});

/**
 * The specification allows additional keys in this request body, so unknown keys are ignored
 * instead of refused.
 */
export const personalInfoSchema = z.object({
  name: nameSchema,
  idNumber: personalNumberSchema,
  birthday: daySchema,
  maritalStatus: z.number().int().min(1).max(5).optional(),
  education: z.number().int().min(1).max(6).optional(),
  registeredAddress: addressSchema,
  mailingAddress: addressSchema.optional(),
  occupation: z.number().int().min(101).max(899),
  company: optionalText(40),
  jobTitle: optionalText(40),
  annualIncome: z.number().int().min(1).max(6),
  fundSource: z.array(z.number().int().min(1).max(OPTION_MAX)).min(1, '請至少選擇一項').max(100),
  isPep: z.boolean(),
  channel: z.number().int().min(1).max(OPTION_MAX).optional(),
});

/** Photographs that the member uploads in the ID step, one file each. */
export const idFileNames = ['idFront', 'idBack', 'secondId', 'selfie'] as const;

export const idInfoSchema = z.strictObject({
  idIssueDate: daySchema,
  idIssueCity: z.string().min(1).max(10),
  idIssueType: numberText(z.int().min(1).max(3)),
});
export const bankInfoSchema = z.strictObject({
  bankCode: z.string().regex(/^\d{3}$/),
  branchCode: z
    .string()
    .regex(/^\d{4}$/)
    .optional(),
  account: z
    .string()
    .max(40)
    .overwrite((text) => text.replace(/[\s-]/g, ''))
    .pipe(z.string().regex(/^\d{10,16}$/, '帳號應為 10 至 16 碼數字')),
});

const verificationInfo = z.object({
  verifiedIDStage: z.number(),
  verifiedIDstatus: z.number(),
  verificationStatus: z.number(),
  isFinancialStatus: z.boolean(),
  items: z.object({
    phone: z.boolean(),
    basic: z.boolean(),
    id: z.boolean(),
    bank: z.boolean(),
  }),
  supplement: z.array(
    z.object({ item: z.string(), fields: z.array(z.string()), reason: z.string() }),
  ),
});
export const infoAnswer = z.object({ info: verificationInfo });

const statementSchema = z.object({
  id: outputIdSchema,
  kind: z.number(),
  monthlyIncome: moneySchema,
  from: z.string(),
  to: z.string(),
  status: z.number(),
  files: z.array(z.object({ id: outputIdSchema, name: z.string(), contentType: z.string() })),
  createdAt: instantSchema,
});

/** Refusals of a call that adds to the member's files, of which there may be only so many. */
export const uploadRefusals = [...fileRefusals, 'UPLOADS_FULL'] as const;

export const verification = {
  sendSmsCode: member.token({
    path: '/v1/users/send-sms-code',
    specified: true,
    summary: 'Send a code to a phone number: one a minute, ten a day a number',
    input: z.strictObject({ phoneNumber: mobileSchema, captchaToken: captchaTokenSchema }),
    output: z.object({ data: z.object({ expiresAt: instantSchema }) }),
    refusals: ['TOO_MANY_REQUESTS', 'CAPTCHA_REQUIRED', 'STAGE_ORDER', 'STEP_UP_REQUIRED'],
  }),
  identifyPhone: member.command({
    path: '/v1/identify/phone',
    specified: true,
    summary: 'Step 1: confirm the phone by its code',
    input: z.strictObject({ phoneNumber: mobileSchema, smsCode: smsCodeSchema }),
    output: infoAnswer,
    refusals: [
      'SMS_CODE_INVALID',
      'SMS_CODE_EXPIRED',
      'PHONE_TAKEN',
      'STAGE_ORDER',
      'STEP_UP_REQUIRED',
    ],
    perMinute: 20,
  }),
  personalInfo: member.command({
    path: '/v1/identify/personal-info',
    specified: true,
    summary: 'Step 2: personal data, all of it; in a supplement only what was sent back',
    input: personalInfoSchema.partial(),
    output: infoAnswer,
    refusals: [
      'STAGE_ORDER',
      'NOTHING_TO_SUPPLEMENT',
      'UNDERAGE',
      'ID_NUMBER_TAKEN',
      'OPTION_CLOSED',
      'TOO_MANY_REQUESTS',
    ],
  }),
  idInfo: member.command({
    path: '/v1/identify/ID-info',
    specified: true,
    summary: 'Step 3: ID documents',
    input: idInfoSchema,
    output: infoAnswer,
    refusals: ['STAGE_ORDER', ...uploadRefusals],
    files: { names: idFileNames, max: 4, pdf: false },
  }),
  bankInfo: member.command({
    path: '/v1/identify/bank-info',
    specified: true,
    summary: "Step 4: the member's own bank account; the file goes to review",
    input: bankInfoSchema,
    output: infoAnswer,
    refusals: ['STAGE_ORDER', 'BANK_UNKNOWN', 'STEP_UP_REQUIRED', ...uploadRefusals],
    files: { names: ['image'], max: 3, pdf: false },
  }),
  verification: signedIn.read({
    path: '/v1/identify/verification',
    specified: true,
    summary: 'How far the verification has come',
    input: nothing,
    output: infoAnswer,
  }),
  bankList: signedIn.read({
    path: '/v1/banks/list',
    specified: true,
    summary: 'Banks of Taiwan by code',
    input: nothing,
    output: z.object({ bankList: z.array(z.object({ code: z.string(), name: z.string() })) }),
  }),
  sourceOptions: visitor.read({
    path: '/v1/misc/options/source',
    specified: true,
    summary: 'Sources of funds; how the member heard of us as `data_channel`',
    input: nothing,
    output: optionsAnswer.extend({ data_channel: optionsAnswer.shape.data }),
  }),
  sendFinancialStatement: member.command({
    path: '/v1/identify/financial-statement',
    specified: true,
    summary: 'Income proofs with the declared monthly income',
    input: z.strictObject({
      kind: numberText(z.int().min(1).max(9)),
      monthlyIncome: moneyTextSchema,
      from: daySchema,
      to: daySchema,
    }),
    output: z.object({ data: statementSchema }),
    refusals: ['STAGE_ORDER', 'REVIEWS_WAITING', ...uploadRefusals],
    files: { names: ['image'], max: 10, pdf: true },
  }),
  financialStatements: member.read({
    path: '/v1/me/loan/financial-statement',
    specified: true,
    summary: 'The income proofs handed in: 0 none, 1 reviewing, 2 supplement, 3 approved',
    input: nothing,
    output: z.object({ data: z.object({ status: z.number(), items: z.array(statementSchema) }) }),
  }),
} as const;

/**
 * An operator can read an uploaded file only during an open task about it; every read is recorded
 * in the audit log.
 */
export const verificationOffice = {
  readUpload: office.document({
    path: '/ops/v1/uploads/:id',
    summary: 'An uploaded file, for the operator whose task needs it',
    input: z.strictObject({ id: idSchema, task: idSchema }),
    output: z.any(),
    refusals: ['NOT_FOUND', 'FILE_BROKEN'],
    roles: ['reviewer', 'approver', 'admin'],
  }),
} as const;
