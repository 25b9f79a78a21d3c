// Refusal codes that a decision may get, by the kind of its task and by the decision.
import type { RefusalCode } from '../refusals.ts';
import type { DecisionName, TaskKind } from './kinds.ts';

/** Refusal codes of any decision on any task. */
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
const heldLoan = ['LOAN_STATUS', 'MONEY_HELD'] as const;
const short = ['TRUST_SHORT'] as const;
const limited = ['ABOVE_LIMIT'] as const;
const either = ['LOAN_STATUS', 'ORDER_STATUS'] as const;

type ByDecision = {
  readonly [K in TaskKind]?: { readonly [D in DecisionName<K>]?: readonly RefusalCode[] };
};

/**
 * Additional refusal codes by task kind and decision, for when the task's subject has changed
 * meanwhile.
 */
const further = {
  loan_review: { approve: terms, supplement: loan, reject: loan },
  loan_approval: { approve: [...loan, ...limited], return: loan },
  disbursement_release: { release: [...heldLoan, ...short], stop: loan },
  disbursement_check: { approve: [...heldLoan, ...limited, ...short], return: loan },
  unmatched_payment: { match: either, return: short },
  bank_difference: { book: either },
  match_check: { approve: either },
  statement_rollback: { approve: ['STATEMENT_USED'] },
  payer_source: { approve: [...order, ...short] },
  refund_release: { release: [...order, 'MONEY_HELD', ...short] },
  payout_release: { release: short },
  payment_check: { approve: [...either, ...limited, ...short], return: either },
  negotiation_draft: { propose: loan, decline: loan },
  negotiation_approval: { approve: loan, return: loan },
  violation_declare: { declare: loan, dismiss: loan },
  poll_decision: { negotiate: loan, legal: loan },
  write_off: { propose: loan, approve: loan, return: loan },
  collection_measure: { approve: [...loan, 'TERMS_PENDING'], return: loan },
  recourse: { recovered: order, dismiss: order, approve: order, return: order },
  trust_shortfall: { approve: limited },
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

/** Returns the refusal codes that a decision on a kind of task may get. */
export const refusalsOf = (kind: TaskKind, decision: string): readonly DecisionRefusal[] => [
  ...ofAll,
  ...(byKind[kind]?.[decision] ?? []),
];

/** All refusal codes of all decisions; the API call that decides a task declares them. */
export const decisionRefusals: readonly DecisionRefusal[] = [
  ...new Set([...ofAll, ...Object.values(byKind).flatMap((one) => Object.values(one).flat())]),
];
