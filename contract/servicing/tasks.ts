// Kinds of the office's tasks about disbursement, payouts and loans in repayment.
import { stepSchema } from './negotiation.ts';
import { z } from 'zod';
import {
  bpsSchema,
  codeSchema,
  countSchema,
  daySchema,
  INTEGER_MAX,
  moneySchema,
  percentSchema,
} from '../core/wire.ts';
import { instantSchema, outputIdSchema } from '../core/lists.ts';
import { payeeLineSchema } from '../banking/payees.ts';
import { givenTerms } from '../lending/tasks.ts';
import { holidayCheckDetail } from '../taiwan/holidays.ts';
import { approve, giveBack, returned, taskKind } from '../tasks/kind.ts';
import { measureKinds } from './collections.ts';

const disbursement = z
  .object({
    caseNo: z.string(),
    status: z.number(),
    amount: moneySchema,
    platformFee: moneySchema.nullable(),
    remittanceFee: moneySchema.nullable(),
    net: moneySchema,
    signedAt: instantSchema.nullable(),
    orders: countSchema,
    /** Money held in trust for the loan, in NT$. */
    held: moneySchema,
    /** The borrower with the account in force; null without one. */
    payee: payeeLineSchema.nullable(),
    returned,
  })
  .partial();
export type DisbursementDetail = z.output<typeof disbursement>;

const owed = z.object({
  principal: moneySchema,
  interest: moneySchema,
  lateInterest: moneySchema,
  penalty: moneySchema,
});

const planFigures = z.object({
  annualRate: percentSchema,
  installments: countSchema,
  graceMonths: countSchema,
  instalment: moneySchema,
  /** The amounts of all instalments in order; the plan before a negotiation lacks them. */
  steps: z.array(stepSchema).optional(),
  firstDueOn: daySchema,
  lastDueOn: daySchema,
  principal: moneySchema,
  interest: moneySchema,
  arrears: moneySchema,
  total: moneySchema,
});

const negotiation = z
  .object({
    caseNo: z.string(),
    statusText: z.string(),
    request: z
      .object({
        reason: z.string(),
        wish: z.string(),
        affordable: moneySchema,
        note: z.string().nullable(),
        requestedAt: instantSchema,
      })
      .nullable(),
    papers: z.array(
      z.object({ id: outputIdSchema, filename: z.string(), contentType: z.string() }),
    ),
    on: daySchema,
    owed,
    bounds: z.object({ rateAnnualBps: bpsSchema, unpaid: z.number(), on: daySchema }),
    before: planFigures,
    terms: z.object({
      rateAnnualBps: bpsSchema,
      annualRate: percentSchema,
      installments: countSchema,
      graceMonths: countSchema,
      waive: z.object({
        interest: percentSchema,
        lateInterest: percentSchema,
        penalty: percentSchema,
      }),
      firstDueOn: daySchema,
    }),
    returned,
  })
  .partial();
export type NegotiationDetail = z.output<typeof negotiation>;

const ofLoan = { loanId: z.number(), caseNo: z.string(), status: z.number() };

/**
 * Percentage of a waiver. The negotiation rules check its range, so that all errors in the terms
 * get one message.
 */
const percent = z.number().min(-INTEGER_MAX).max(INTEGER_MAX);

/** Terms that a negotiation offers: interest-only periods, percentages waived, first due day. */
const newTerms = {
  ...givenTerms,
  graceMonths: codeSchema.optional(),
  waive: z
    .strictObject({ interest: percent, lateInterest: percent, penalty: percent })
    .partial()
    .optional(),
  firstDueOn: daySchema.optional(),
};

export const disbursementTasks = {
  disbursement_release: taskKind({
    text: '撥款放行',
    roles: ['finance'],
    dueDays: 1,
    assignedAs: 7,
    asksAbout: 'disbursement',
    decisions: {
      release: {
        title: '放行撥款',
        about: '送另一位同仁覆核，覆核後才會匯出',
        done: '已放行',
        asks: 'first',
        refusals: ['LOAN_STATUS', 'MONEY_HELD', 'TRUST_SHORT'],
      },
      stop: {
        title: '停止撥款',
        about: '案件退回對保簽約，原因會通知借款人',
        done: '已停止撥款',
        takes: true,
        refusals: ['LOAN_STATUS'],
      },
    },
    detail: disbursement,
  }),

  disbursement_check: taskKind({
    text: '撥款覆核',
    roles: ['finance', 'approver'],
    dueDays: 1,
    assignedAs: 8,
    limit: 'payment',
    returnsTo: 'disbursement_release',
    asksAbout: 'disbursement',
    decisions: {
      approve: {
        title: '覆核撥款',
        about: '立即向信託銀行送出匯款指示',
        done: '已覆核撥款',
        asks: 'last',
        refusals: ['LOAN_STATUS', 'MONEY_HELD', 'ABOVE_LIMIT', 'TRUST_SHORT'],
      },
      return: giveBack('退回放行人員重新確認', { refusals: ['LOAN_STATUS'] }),
    },
    detail: disbursement,
  }),
};

export const payoutTasks = {
  payout_release: taskKind({
    text: '收益撥付放行',
    roles: ['finance'],
    dueDays: 1,
    assignedAs: 14,
    asksAbout: 'payment',
    decisions: {
      release: {
        title: '放行撥付',
        about: '成為一個批次，由另一位同仁覆核後匯出',
        done: '已放行撥付',
        asks: 'first',
        refusals: ['TRUST_SHORT'],
      },
    },
    detail: z
      .object({
        returned,
        day: daySchema,
        count: countSchema,
        amount: moneySchema,
        /** The largest payouts of the task. */
        payouts: z.array(
          z.object({
            id: z.number(),
            memberId: z.number(),
            kind: z.string(),
            amount: moneySchema,
          }),
        ),
        /** Who they go to while the task is open, each with the number of the payout. */
        payees: z.array(z.object({ id: z.number(), payee: payeeLineSchema })),
      })
      .partial(),
  }),
};

export const lateTasks = {
  negotiation_draft: taskKind({
    text: '協商草擬',
    roles: ['reviewer'],
    dueDays: 3,
    assignedAs: 17,
    decisions: {
      propose: {
        title: '提出方案',
        about: '送另一位同仁覆核，通過後借款人有 3 天可以同意',
        done: '已提出方案',
        fields: newTerms,
        refusals: ['LOAN_STATUS'],
      },
      decline: {
        title: '不協商',
        about: '案件進入法律程序，會通知借款人與出資人',
        done: '已決定不協商',
        takes: true,
        refusals: ['LOAN_STATUS'],
      },
    },
    detail: negotiation,
  }),

  negotiation_approval: taskKind({
    text: '協商覆核',
    roles: ['approver'],
    dueDays: 1,
    assignedAs: 18,
    returnsTo: 'negotiation_draft',
    decisions: {
      approve: {
        title: '通過方案',
        about: '方案送交借款人，3 天內同意後由出資人表示意見',
        done: '已通過方案',
        refusals: ['LOAN_STATUS'],
      },
      return: giveBack('退回草擬人員修改', { refusals: ['LOAN_STATUS'] }),
    },
    detail: negotiation,
  }),

  violation_declare: taskKind({
    text: '違約認定',
    roles: ['reviewer', 'approver'],
    dueDays: 1,
    assignedAs: 19,
    decisions: {
      declare: {
        title: '認定違約',
        about: '案件列為違約，通知借款人並開始 7 天催告與投票',
        done: '已認定違約',
        takes: true,
        refusals: ['LOAN_STATUS'],
      },
      dismiss: {
        title: '不予認定',
        about: '案件維持現狀',
        done: '未認定違約',
        takes: true,
        refusals: ['LOAN_STATUS'],
      },
    },
    detail: z
      .object({
        ...ofLoan,
        why: z.string(),
        lateDays: countSchema,
        arrears: moneySchema,
        outstanding: moneySchema,
      })
      .partial(),
  }),

  poll_decision: taskKind({
    text: '投票裁決',
    roles: ['approver'],
    dueDays: 3,
    assignedAs: 20,
    decisions: {
      negotiate: {
        title: '裁決協商',
        about: '案件進入協商，接著草擬協商方案',
        done: '已裁決協商',
        takes: true,
        refusals: ['LOAN_STATUS'],
      },
      legal: {
        title: '裁決法律程序',
        about: '案件進入法律程序，理由會留存備查',
        done: '已裁決法律程序',
        takes: true,
        refusals: ['LOAN_STATUS'],
      },
    },
    detail: z
      .object({
        caseNo: z.string(),
        closesAt: instantSchema,
        negotiate: moneySchema,
        legal: moneySchema,
        abstain: moneySchema,
        total: moneySchema,
      })
      .partial(),
  }),

  write_off: taskKind({
    text: '轉銷',
    roles: ['finance', 'approver'],
    dueDays: 5,
    assignedAs: 21,
    decisions: {
      propose: {
        title: '提議轉銷',
        about: '送另一位同仁覆核，請寫明原因',
        done: '已提議轉銷',
        by: 'first',
        refusals: ['LOAN_STATUS'],
      },
      approve: {
        title: '核准轉銷',
        about: '認列損失並通知出資人，續行追償',
        done: '已轉銷',
        by: 'second',
        refusals: ['LOAN_STATUS'],
      },
      return: giveBack('暫不轉銷，30 天後再次提出', { refusals: ['LOAN_STATUS'] }),
    },
    detail: z
      .object({
        ...ofLoan,
        why: z.string(),
        investors: countSchema,
        lateDays: countSchema,
        principal: moneySchema,
        interest: moneySchema,
        lateCharges: moneySchema,
        courtCosts: moneySchema,
      })
      .partial(),
  }),

  collection_measure: taskKind({
    text: '催收處置覆核',
    roles: ['approver', 'finance'],
    dueDays: 2,
    assignedAs: 22,
    decisions: {
      approve: {
        title: '核准',
        about: '立即執行，並留下紀錄',
        done: '已核准',
        refusals: ['LOAN_STATUS', 'TERMS_PENDING'],
      },
      return: giveBack('不執行，退回經辦人員', { refusals: ['LOAN_STATUS'] }),
    },
    detail: z
      .object({
        ...ofLoan,
        measure: z.string(),
        kind: z.enum(measureKinds),
        amount: moneySchema.nullable(),
        day: daySchema.nullable(),
        why: z.string(),
        /** The most that may be waived today, in NT$. */
        waivable: moneySchema,
      })
      .partial(),
  }),

  holiday_check: taskKind({
    text: '假日覆核',
    roles: ['finance', 'approver', 'admin'],
    dueDays: 1,
    assignedAs: 38,
    decisions: {
      approve: approve('還款期限順延或復原；順延會通知近期應還款的借款人，通知後不能復原'),
      return: giveBack('不異動；先行放假的日子立即復原，附上原因'),
    },
    detail: holidayCheckDetail,
  }),
};
