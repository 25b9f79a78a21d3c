// Kinds of the office's tasks about bank receipts, payments, bookings and shortfalls.
import { z } from 'zod';
import {
  countSchema,
  daySchema,
  moneySchema,
  optionalText,
  signedMoneySchema,
} from '../core/wire.ts';
import { giveBack, returned, taskKind } from '../tasks/kind.ts';
import {
  matchProposalSchema,
  matchTargetSchema,
  payingMemberSchema,
  targetOwnerSchema,
} from './matches.ts';
import { batchKinds, batchStates } from './office.ts';
import { bookingDetailSchema, pendingBookingSchema } from './bookings.ts';
import { enteredSourceSchema, payeeLineSchema, payeeSchema, PAYEES_MAX } from './payees.ts';
import { differenceKinds } from './reconciliation.ts';
import { statementPreviewSchema } from './statements.ts';
import { idSchema, instantSchema, outputIdSchema } from '../core/lists.ts';

const receipt = z
  .object({
    why: z.string(),
    amount: moneySchema,
    virtualAccount: z.string(),
    day: daySchema,
    at: instantSchema,
    fromBank: z.string().nullable(),
    fromAccountTail: z.string().nullable(),
    /** Name of the payer as the bank reported it. */
    fromName: z.string().nullable(),
    /** Subject to which the virtual account of the receipt belongs. */
    subjectType: z.enum(['order', 'loan', 'payment', 'booking']).nullable(),
    subjectId: z.number().nullable(),
    /** Number of the subject as pages show it. */
    subjectNumber: z.string().nullable(),
    memo: z.string().nullable(),
    returned,
  })
  .partial();
export type ReceiptDetail = z.output<typeof receipt>;

/**
 * The order or the loan to which a receipt belongs: its number as pages show it (order number or
 * case number), or exactly one of the two ids.
 */
const target = {
  number: z.string().trim().max(20).optional(),
  orderId: idSchema.optional(),
  loanId: idSchema.optional(),
};

/** The account of a third party, as the bank's paper names it. */
const source = {
  bankCode: z.string().max(3).optional(),
  account: z.string().max(16).optional(),
  holder: optionalText(60),
};

/** The bank's reference of a transfer that the company has made. */
const transfer = { reference: z.string().trim().max(40).optional() };

/** Refunds or payouts of a batch that are not paid with it: they wait, with the reason. */
const heldPayments = z.array(idSchema).max(PAYEES_MAX).optional();

/** Receipts of a batch that are not matched but go back to the first person. */
const heldReceipts = z.array(idSchema).max(50).optional();

export const receiptTasks = {
  unmatched_payment: taskKind({
    text: '入帳比對',
    roles: ['finance'],
    dueDays: 1,
    assignedAs: 9,
    decisions: {
      match: {
        title: '比對入帳',
        about: '指定出資訂單或申貸案，由另一位同仁覆核後入帳',
        done: '已送比對覆核',
        fields: target,
        refusals: ['LOAN_STATUS', 'ORDER_STATUS'],
      },
      return: {
        title: '退回款項',
        about: '由另一位同仁覆核後匯回原付款帳戶',
        done: '已送退款覆核',
        takes: true,
        refusals: ['TRUST_SHORT'],
      },
    },
    /**
     * With the order or loan that is certain to own the money, if there is one, and to whom it goes
     * if it is returned, if the bank named the account.
     */
    detail: receipt
      .extend({
        proposal: matchProposalSchema,
        payingMembers: z.array(payingMemberSchema),
        booking: pendingBookingSchema,
        payee: payeeLineSchema.nullable(),
      })
      .partial(),
  }),

  bank_difference: taskKind({
    text: '對帳差異',
    roles: ['finance'],
    dueDays: 1,
    assignedAs: 10,
    decisions: {
      book: {
        title: '轉入待比對',
        about: '把銀行收到、帳上沒有的款項記入待比對入帳，再找出是誰的',
        done: '已轉入待比對',
        refusals: ['LOAN_STATUS', 'ORDER_STATUS'],
      },
    },
    detail: z
      .object({
        why: z.string(),
        kind: z.enum(differenceKinds),
        day: daySchema,
        reference: z.string(),
        amount: signedMoneySchema,
        bookable: z.boolean(),
        reason: z.string().nullable(),
        /** What a booking of two persons can explain, if it can. */
        explained: signedMoneySchema,
        /** The booking that would explain it, which waits for its second person. */
        booking: pendingBookingSchema,
      })
      .partial(),
  }),

  match_check: taskKind({
    text: '入帳比對覆核',
    roles: ['finance', 'approver'],
    dueDays: 1,
    assignedAs: 11,
    returnsTo: 'unmatched_payment',
    decisions: {
      approve: {
        title: '覆核入帳',
        about: '款項立即記入提議的對象',
        done: '已比對入帳',
        refusals: ['LOAN_STATUS', 'ORDER_STATUS'],
      },
      return: giveBack('不入帳，退回經辦人員重新比對'),
    },
    detail: receipt
      .extend({ target: matchTargetSchema, owner: targetOwnerSchema, note: z.string().nullable() })
      .partial(),
  }),

  matches_check: taskKind({
    text: '整批比對覆核',
    roles: ['finance', 'approver'],
    dueDays: 1,
    assignedAs: 33,
    returnsTo: 'unmatched_payment',
    decisions: {
      approve: {
        title: '覆核入帳',
        about: '款項立即記入各自的對象，勾選保留的除外',
        done: '已整批入帳',
        fields: { held: heldReceipts },
      },
      return: giveBack('全部不入帳，退回經辦人員逐筆比對'),
    },
    detail: z
      .object({
        lines: z.array(
          z.object({
            receipt: z.number(),
            target: matchTargetSchema,
            /** Chosen by a person; without it the owner was certain. */
            chosen: z.literal(true).optional(),
            /** Why the money of a third party is given to the order or loan all the same. */
            note: z.string().optional(),
            /** Read from the receipt when the task is shown. */
            seq: z.string().optional(),
            day: daySchema.optional(),
            amount: moneySchema.optional(),
            number: z.string().optional(),
            owner: targetOwnerSchema.optional(),
            /** Number of what the receipt was booked to, once it was. */
            now: z.string().nullable().optional(),
          }),
        ),
      })
      .partial(),
  }),

  statement_check: taskKind({
    text: '對帳單核定',
    roles: ['finance', 'approver'],
    dueDays: 1,
    assignedAs: 12,
    decisions: {
      approve: {
        title: '核定入帳',
        about: '檔案中尚未入帳的行開始入帳，並結清它涵蓋的銀行日',
        done: '已核定入帳',
      },
      return: giveBack('整份不入帳，經辦人員可以修正後重新匯入'),
    },
    detail: z
      .object({
        statementId: outputIdSchema,
        sha256: z.string(),
        layout: z.string().nullable(),
        preview: statementPreviewSchema,
      })
      .partial(),
  }),

  statement_rollback: taskKind({
    text: '對帳單復原',
    roles: ['finance', 'approver'],
    dueDays: 1,
    assignedAs: 30,
    decisions: {
      approve: {
        title: '核可復原',
        about: '這份檔案入帳的款項立即全部沖回，檔案列為已撤回',
        done: '已核可復原',
        refusals: ['STATEMENT_USED'],
      },
      return: giveBack('不復原，檔案維持已入帳'),
    },
    detail: z
      .object({
        statementId: outputIdSchema,
        reason: z.string(),
        receipts: countSchema,
        amount: moneySchema,
      })
      .partial(),
  }),

  payer_source: taskKind({
    text: '匯款來源',
    roles: ['finance', 'approver'],
    dueDays: 1,
    assignedAs: 35,
    returnsTo: 'payer_source',
    decisions: {
      enter: {
        title: '送出匯款來源',
        about: '照銀行的單據填寫付款人的帳戶，由另一位同仁核對後退款',
        done: '已送匯款來源覆核',
        by: 'first',
        fields: source,
      },
      approve: {
        title: '確認來源',
        about: '單據上的帳戶與填寫的相同，款項退回這個帳戶',
        done: '已確認來源',
        by: 'second',
        refusals: ['ORDER_STATUS', 'TRUST_SHORT'],
      },
      return: giveBack('帳戶不符，退回經辦人員重新填寫', { by: 'second' }),
    },
    detail: receipt
      .extend({
        entered: enteredSourceSchema,
        /** What the account was read from. */
        paper: z.string(),
      })
      .partial(),
  }),
};

export const paymentTasks = {
  payment_check: taskKind({
    text: '付款覆核',
    roles: ['finance', 'approver'],
    dueDays: 1,
    assignedAs: 15,
    limit: 'payment',
    asksAbout: 'payment',
    decisions: {
      approve: {
        title: '覆核付款',
        about: '成為一份付款檔送交銀行，勾選保留的除外',
        done: '已覆核付款',
        asks: 'last',
        fields: { heldPayments },
        refusals: ['LOAN_STATUS', 'ORDER_STATUS', 'ABOVE_LIMIT', 'TRUST_SHORT'],
      },
      return: giveBack('整批退回，可重新放行', { refusals: ['LOAN_STATUS', 'ORDER_STATUS'] }),
    },
    detail: z
      .object({
        batchId: outputIdSchema,
        kind: z.enum(batchKinds),
        state: z.enum(batchStates),
        payments: countSchema,
        amount: moneySchema,
        /** The booking of a fee sweep, which is a batch of one payment. */
        bookingId: outputIdSchema,
        /** Largest payments to members while the batch is checked, and those to third parties. */
        payees: z.array(payeeSchema),
      })
      .partial(),
  }),

  booking_check: taskKind({
    text: '帳務分錄覆核',
    roles: ['finance', 'approver'],
    dueDays: 1,
    assignedAs: 16,
    decisions: {
      approve: {
        title: '覆核入帳',
        about: '分錄立即入帳，之後只能沖銷',
        done: '已覆核入帳',
      },
      return: giveBack('不入帳，經辦人員可以重新提出'),
    },
    detail: z.object({ booking: bookingDetailSchema }).partial(),
  }),
};

export const shortfallTasks = {
  recourse: taskKind({
    text: '墊付追償',
    roles: ['finance', 'approver'],
    dueDays: 10,
    assignedAs: 23,
    returnsTo: 'recourse',
    decisions: {
      recovered: {
        title: '已追回',
        about: '款項已進入平台自有帳戶，由另一位同仁覆核後入帳',
        done: '已送追回覆核',
        by: 'first',
        refusals: ['ORDER_STATUS'],
      },
      dismiss: {
        title: '認列損失',
        about: '由另一位同仁覆核後，墊付款列為平台損失',
        done: '已送認列損失覆核',
        takes: true,
        by: 'first',
        refusals: ['ORDER_STATUS'],
      },
      approve: {
        title: '覆核通過',
        about: '依提議入帳，追償就此結束',
        done: '已覆核',
        by: 'second',
        refusals: ['ORDER_STATUS'],
      },
      return: giveBack('不入帳，退回經辦人員續行追償', {
        by: 'second',
        refusals: ['ORDER_STATUS'],
      }),
    },
    detail: z
      .object({
        receiptId: z.number(),
        covered: moneySchema,
        loanId: z.number(),
        caseNo: z.string().nullable(),
        day: daySchema,
        /** The outcome of the returned payment as the first person sees it. */
        proposed: z.enum(['recovered', 'lost']),
        why: z.string().nullable(),
        returned,
      })
      .partial(),
  }),

  trust_shortfall: taskKind({
    text: '專戶短少',
    roles: ['finance', 'approver'],
    dueDays: 1,
    assignedAs: 39,
    returnsTo: 'trust_shortfall',
    decisions: {
      sent: {
        title: '公司已匯款',
        about: '填寫銀行的交易序號，由另一位同仁向銀行查證後確認；每次短少只能確認一次',
        done: '已送公司匯款覆核',
        by: 'first',
        fields: transfer,
      },
      approve: {
        title: '確認公司匯款',
        about: '付款與簽核立即恢復，到這一天的銀行日結帳為止；款項屆時未到就再停止',
        done: '已確認公司匯款',
        by: 'second',
        refusals: ['ABOVE_LIMIT'],
      },
      return: giveBack('查無這筆匯款，付款繼續等待', { by: 'second' }),
    },
    detail: z
      .object({
        /** NT$ of client money that lacks now; 0 once it is over. */
        lacking: moneySchema,
        since: daySchema,
        /** The transfer that used up the company's own money. */
        cause: z.string(),
        /** The company's transfer as the first person states it, and NT$ that lacked then. */
        reference: z.string(),
        amount: moneySchema,
        /** Two persons confirmed the transfer; once a shortfall. */
        confirmed: z.boolean(),
        returned,
      })
      .partial(),
  }),
};
