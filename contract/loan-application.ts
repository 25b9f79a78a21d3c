// What an application for a loan is made of, and what may stand in its way.
import { z } from 'zod';
import { moneySchema } from './money.ts';
import { mobileSchema } from './verification.ts';

export const applicationSchema = z.strictObject({
  plan: z.string().min(1).max(40),
  amount: moneySchema,
  installment: z.coerce.number().int(),
  purpose: z.coerce.number().int().min(1).max(15),
  purposeNote: z.string().trim().max(200).optional(),
  job: z.strictObject({
    occupation: z.number().int().min(101).max(899),
    company: z.string().trim().min(1, '請輸入公司名稱').max(40),
    ubn: z
      .string()
      .regex(/^\d{8}$/, '統一編號不正確')
      .optional(),
    title: z.string().trim().min(1, '請輸入職稱').max(40),
    since: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, '請選擇到職年月'),
    phone: z.string().trim().max(20).optional(),
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
      .regex(/^\d{4}-\d{2}$/)
      .optional(),
  }),
  finance: z.strictObject({
    cardBanks: z.array(z.string().regex(/^\d{3}$/)).max(40),
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
    lateNote: z.string().trim().max(200).optional(),
  }),
  contact: z.strictObject({
    name: z.string().trim().min(2, '請輸入聯絡人姓名').max(20),
    relationship: z.number().int().min(1).max(8),
    phone: mobileSchema,
  }),
});
export type Application = z.output<typeof applicationSchema>;

export const qualificationReasons = [
  'EMAIL_UNVERIFIED',
  'NOT_VERIFIED',
  'AGE',
  'ACTIVE_LOAN',
  'COOLING_OFF',
  'OVERDUE',
  'SUSPENDED',
  'FINANCIAL_REQUIRED',
] as const;
