// Kinds of the office's tasks about members: their application, changes to it, proof of income,
// screening, suspicions and holds.
import { holdCauseSchema } from './payout-holds.ts';
import { z } from 'zod';
import { countSchema, daySchema, moneySchema, optionalText } from '../core/wire.ts';
import { instantSchema, outputIdSchema } from '../core/lists.ts';
import {
  approve,
  checkSchema,
  giveBack,
  items,
  returned,
  supplement,
  taskKind,
  uploadSchema,
} from '../tasks/kind.ts';
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

/** Grounds of a suspicion, which only the office reads; the member learns nothing of it. */
const suspicion = optionalText(500);

export const verificationTasks = {
  identity_review: taskKind({
    text: '身分審核',
    roles: ['reviewer'],
    dueDays: 1,
    assignedAs: 1,
    decisions: {
      approve: approve('資料與證件相符，銀行帳戶同時生效', { asks: 'last', opensNext: true }),
      supplement: { ...supplement, fields: { items, suspicion }, opensNext: true },
    },
    detail: z
      .object({
        member: z.object({ id: outputIdSchema, ...stage }),
        person: person.nullable(),
        idDocument: idDocument.nullable(),
        bank: bank.nullable(),
        checks: z.array(checkSchema),
        submittedAt: instantSchema.nullable(),
      })
      .partial(),
  }),

  account_change_review: taskKind({
    text: '帳戶變更審核',
    roles: ['reviewer'],
    dueDays: 1,
    assignedAs: 2,
    decisions: {
      approve: approve('新資料與文件相符，銀行帳戶與手機 24 小時後生效', {
        asks: 'last',
        opensNext: true,
      }),
      supplement: { ...supplement, opensNext: true },
    },
    detail: z
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
         * The value in force now; for a change of phone, the ID document that identifies the
         * person.
         */
        current: side,
        proposed: side,
        checks: z.array(checkSchema),
      })
      .partial(),
  }),

  financial_review: taskKind({
    text: '財力審核',
    roles: ['reviewer'],
    dueDays: 1,
    assignedAs: 3,
    decisions: {
      approve: approve('文件可信，申報收入屬實', { asks: 'last', opensNext: true }),
      supplement: { ...supplement, opensNext: true },
    },
    detail: z
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
        checks: z.array(checkSchema),
        uploads: z.array(uploadSchema),
      })
      .partial(),
  }),

  screening_review: taskKind({
    text: '名單比對',
    roles: ['reviewer', 'approver'],
    dueDays: 1,
    assignedAs: 4,
    returnsTo: 'screening_review',
    decisions: {
      clear: {
        title: '提議排除',
        about: '查證後不是名單上的人，由另一位同仁覆核後款項才能放行',
        done: '已提議排除',
        takes: true,
        by: 'first',
      },
      confirm: {
        title: '提議認定相符',
        about: '查證後是名單上的人，由另一位同仁覆核後款項持續暫停',
        done: '已提議認定相符',
        takes: true,
        by: 'first',
      },
      approve: approve('依提議排除或認定相符；認定相符時請依法通報法務部調查局', { by: 'second' }),
      return: giveBack('退回經辦人員重新查證，款項仍然暫停', { by: 'second' }),
    },
    detail: z
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
  }),

  suspicion_review: taskKind({
    text: '可疑交易研判',
    roles: ['approver'],
    dueDays: 1,
    assignedAs: 31,
    decisions: {
      report: {
        title: '申報',
        about: '已向法務部調查局申報可疑交易，原因欄請填申報日期與文號',
        done: '已申報',
        takes: true,
      },
      dismiss: {
        title: '不申報',
        about: '查證後沒有可疑之處，請寫明依據，會留存備查',
        done: '不申報結案',
        takes: true,
      },
    },
    detail: z
      .object({
        memberId: outputIdSchema,
        name: z.string().nullable(),
        idNumberMasked: z.string().nullable(),
        grounds: z.string(),
        /** The review in which the suspicion was reported. */
        reviewTaskId: outputIdSchema,
      })
      .partial(),
  }),

  payout_hold: taskKind({
    text: '暫停撥付覆核',
    roles: ['finance', 'approver', 'admin'],
    dueDays: 1,
    assignedAs: 36,
    decisions: {
      approve: approve('依提出內容暫停或解除；解除後，款項於下一個營業日恢復待放行'),
      return: giveBack('不暫停則立即解除，不解除則持續暫停，附上原因'),
    },
    detail: z
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
  }),

  returned_account: taskKind({
    text: '退匯待新帳戶',
    roles: ['finance', 'approver'],
    dueDays: 10,
    assignedAs: 45,
    returnsTo: 'returned_account',
    decisions: {
      again: {
        title: '同一帳戶再付',
        about: '銀行說明這個帳戶可以收款時提出，由另一位同仁覆核後款項恢復待付',
        done: '已送同一帳戶再付覆核',
        takes: true,
        by: 'first',
      },
      approve: approve('款項恢復待付，下一次放行匯往同一帳戶', { by: 'second' }),
      return: giveBack('不再匯往同一帳戶，繼續等會員更換', { by: 'second' }),
    },
    detail: z
      .object({
        memberId: outputIdSchema,
        /** Bank and last digits of the account from which the payment came back. */
        account: z.string(),
        /** What the bank said. */
        reason: z.string(),
        returnedAt: instantSchema,
        reminders: countSchema,
        /** Whether the member has asked for another account, and whether it is approved. */
        change: z.enum(['none', 'proposed', 'coming']),
        /** What waits: payouts and refunds of the member's own money. */
        amount: moneySchema,
        count: countSchema,
        /** Why the same account is to be tried again. */
        why: z.string().nullable(),
        returned,
      })
      .partial(),
  }),
};
type Detail<K extends keyof typeof verificationTasks> = z.output<
  (typeof verificationTasks)[K]['detail']
>;
export type IdentityDetail = Detail<'identity_review'>;
export type ChangeDetail = Detail<'account_change_review'>;
export type ScreeningDetail = Detail<'screening_review'>;
export type IncomeDetail = Detail<'financial_review'>;
