// What a decision may be refused with, by the kind of its task and by the decision.
import type { RefusalCode } from '../refusals.ts';
import type { DecisionName, TaskKind } from './kinds.ts';

/** Refusals of any decision on any task. */
const ofAll = [
  'TASK_NOT_FOUND',
  'TASK_DONE',
  'TASK_TAKEN',
  'MAKER_IS_CHECKER',
  'DECISION_INVALID',
  'ROLE_REQUIRED',
] as const;

const terms = [
  'AMOUNT_OUT_OF_PLAN',
  'RATE_OUT_OF_PLAN',
  'INSTALMENT_NOT_OFFERED',
  'LOAN_STATUS',
] as const;
const loan = ['LOAN_STATUS'] as const;
const order = ['ORDER_STATUS'] as const;
const either = ['LOAN_STATUS', 'ORDER_STATUS'] as const;

type ByDecision = {
  readonly [K in TaskKind]?: { readonly [D in DecisionName<K>]?: readonly RefusalCode[] };
};

/** Further refusals, where the subject of the task has meanwhile changed. */
const further = {
  loan_review: { approve: terms, supplement: loan, reject: loan },
  loan_approval: { approve: loan, return: loan },
  disbursement_release: { release: loan, stop: loan },
  disbursement_check: { approve: loan, return: loan },
  unmatched_payment: { match: either },
  bank_difference: { book: either },
  match_check: { approve: either },
  refund_release: { release: order },
  payment_check: { approve: either, return: either },
  negotiation_draft: { propose: loan, decline: loan },
  negotiation_approval: { approve: loan, return: loan },
  violation_declare: { declare: loan, dismiss: loan },
  poll_decision: { negotiate: loan, legal: loan },
  write_off: { propose: loan, approve: loan, return: loan },
  collection_measure: { approve: loan, return: loan },
  recourse: { recovered: order, dismiss: order, approve: order, return: order },
  operator_check: {
    approve: ['OWN_ACCOUNT', 'LAST_ADMIN', 'OPERATOR_DISABLED'],
    return: ['OWN_ACCOUNT'],
  },
} as const satisfies ByDecision;

type CodeIn<T> = T extends readonly (infer Code)[]
  ? Code
  : { [K in keyof T]: CodeIn<T[K]> }[keyof T];
export type DecisionRefusal = (typeof ofAll)[number] | CodeIn<typeof further>;

const byKind: Partial<Record<TaskKind, Readonly<Record<string, readonly DecisionRefusal[]>>>> =
  further;

/** Returns what a decision of a kind may be refused with. */
export const refusalsOf = (kind: TaskKind, decision: string): readonly DecisionRefusal[] => [
  ...ofAll,
  ...(byKind[kind]?.[decision] ?? []),
];

/** Every refusal of any decision, which the call that decides declares. */
export const decisionRefusals: readonly DecisionRefusal[] = [
  ...new Set([...ofAll, ...Object.values(byKind).flatMap((one) => Object.values(one).flat())]),
];
