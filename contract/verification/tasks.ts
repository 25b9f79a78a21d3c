// Fields shown to reviewers of members: the application, changes to it, and proof of income.
import { holdCauseSchema } from './payout-holds.ts';
import { z } from 'zod';
import { daySchema, moneySchema, countSchema } from '../core/wire.ts';
import { instantSchema, outputIdSchema } from '../core/lists.ts';
import { checkSchema, returned, uploadSchema } from '../tasks/detail-parts.ts';
import { changeKinds } from './changes.ts';

const workOf = {
  occupation: z.string().nullable(),
  company: z.string().nullable(),
  jobTitle: z.string().nullable(),
  annualIncome: z.string().nullable(),
};

const person = z.object({
  name: z.string(),
  idNumberMasked: z.string(),
  birthday: z.string(),
  age: z.number(),
  phoneMasked: z.string(),
  address: z.string(),
  mailingAddress: z.string().nullable(),
  ...workOf,
  fundSource: z.array(z.string()),
  isPep: z.boolean().nullable(),
});

const bank = z.object({
  bankCode: z.string(),
  bankName: z.string(),
  branchCode: z.string().nullable(),
  accountMasked: z.string(),
  /** How many other members use the same bank account. */
  otherMembers: countSchema,
  uploads: z.array(uploadSchema),
});

const idDocument = z.object({
  name: z.string().nullish(),
  issueDate: z.string(),
  issueCity: z.string(),
  issueType: z.string(),
  uploads: z.array(uploadSchema),
});

const phone = z.object({ phone: z.string() });

/** Old or new value in a change of a bank account, ID document or phone number. */
const side = z.union([bank, idDocument, phone]).nullable();

/** An entry of the screening list that resembles a member. */
export const screeningEntrySchema = z.object({
  name: z.string(),
  birthdays: z.array(z.string()),
  list: z.string(),
  listedOn: z.string().nullable(),
  /** What of the entry is equal to the data of the member. */
  grounds: z.array(z.enum(['name', 'birthday', 'idNumber'])),
  /** False if the entry is no longer on the list. */
  isListed: z.boolean(),
});
export type ScreeningEntry = z.output<typeof screeningEntrySchema>;

const stage = { stage: z.number(), status: z.number() };

export const verificationDetails = {
  identity_review: z
    .object({
      member: z.object({ id: outputIdSchema, ...stage }),
      person: person.nullable(),
      idDocument: idDocument.nullable(),
      bank: bank.nullable(),
      checks: z.array(checkSchema),
      submittedAt: instantSchema.nullable(),
    })
    .partial(),
  account_change_review: z
    .object({
      change: z.object({
        id: outputIdSchema,
        kind: z.enum(changeKinds),
        kindText: z.string(),
        status: z.string(),
        reason: z.string().nullable(),
        isRenaming: z.boolean(),
        requestedAt: instantSchema,
        inForceFrom: instantSchema.nullable(),
      }),
      member: z
        .object({
          id: outputIdSchema,
          name: z.string(),
          idNumberMasked: z.string(),
          phoneMasked: z.string(),
          ...stage,
        })
        .nullable(),
      /**
       * The value in force now; for a change of phone, the ID document that identifies the person.
       */
      current: side,
      proposed: side,
      checks: z.array(checkSchema),
      /** The checks that failed. */
      flags: z.array(checkSchema.omit({ ok: true })),
    })
    .partial(),
  screening_review: z
    .object({
      member: z
        .object({
          id: outputIdSchema,
          name: z.string(),
          birthday: z.string(),
          idNumberMasked: z.string(),
        })
        .nullable(),
      entries: z.array(screeningEntrySchema),
      /** The hits that the first person judged; later hits need a judgement of their own. */
      hits: z.array(z.number()),
      proposed: z.enum(['cleared', 'confirmed']),
      why: z.string().nullable(),
      returned,
    })
    .partial(),
  payout_hold: z
    .object({
      memberId: outputIdSchema,
      /** Whether to hold, to lift the hold, or to look at it again. */
      act: z.enum(['hold', 'lift', 'look']),
      cause: holdCauseSchema,
      /** Day on which the hold is looked at again. */
      lookOn: daySchema.nullable(),
      /** Why they are held. */
      reason: z.string(),
      /** Why the hold is to be lifted; null if it is to be placed. */
      lifting: z.string().nullable(),
      heldAt: instantSchema,
      /** What waits because of the hold: payouts that were not sent, and refunds. */
      amount: moneySchema,
      /** What is kept back at most; null for all. */
      heldUpTo: moneySchema.nullable(),
      /** Last day of the hold; null if two persons have to lift it. */
      endsOn: daySchema.nullable(),
    })
    .partial(),
  suspicion_review: z
    .object({
      memberId: outputIdSchema,
      name: z.string().nullable(),
      idNumberMasked: z.string().nullable(),
      grounds: z.string(),
      /** The review in which the suspicion was reported. */
      reviewTaskId: outputIdSchema,
    })
    .partial(),
  financial_review: z
    .object({
      statement: z.object({
        kindText: z.string(),
        monthlyIncome: moneySchema,
        from: daySchema,
        to: daySchema,
        createdAt: instantSchema,
      }),
      member: z
        .object({
          id: outputIdSchema,
          name: z.string(),
          idNumberMasked: z.string(),
          age: z.number(),
          ...workOf,
        })
        .nullable(),
      uploads: z.array(uploadSchema),
    })
    .partial(),
};
type Details = typeof verificationDetails;
export type IdentityDetail = z.output<Details['identity_review']>;
export type ChangeDetail = z.output<Details['account_change_review']>;
export type ScreeningDetail = z.output<Details['screening_review']>;
export type IncomeDetail = z.output<Details['financial_review']>;
