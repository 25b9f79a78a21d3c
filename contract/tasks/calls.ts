// What the operators' inbox promises: list, look, claim, decide.
import { z } from 'zod';
import { codeSchema, daySchema, INTEGER_MAX, MONEY_MAX, numberText } from '../core/wire.ts';
import { endpoint, roles, type Role } from '../core/endpoint.ts';
import { idSchema, instantSchema } from '../core/lists.ts';

export const taskKinds = [
  'identity_review',
  'account_change_review',
  'financial_review',
  'loan_review',
  'loan_approval',
  'disbursement_release',
  'disbursement_check',
  'unmatched_payment',
  'bank_difference',
  'match_check',
  'statement_check',
  'refund_release',
  'payout_release',
  'payment_check',
  'negotiation_draft',
  'negotiation_approval',
  'violation_declare',
  'poll_decision',
  'write_off',
  'collection_measure',
  'recourse',
  'policy_approval',
  'broadcast_approval',
  'setting_approval',
  'plan_approval',
  'plan_recall',
  'operator_check',
  'security_alarm',
  'attention',
] as const;
export type TaskKind = (typeof taskKinds)[number];

/** Which roles may decide each kind, what they may decide, and in how many business days. */
export const taskRules: Record<
  TaskKind,
  { text: string; roles: readonly Role[]; decisions: readonly string[]; dueDays: number }
> = {
  identity_review: r('身分審核', ['reviewer'], ['approve', 'supplement'], 1),
  account_change_review: r('帳戶變更審核', ['reviewer'], ['approve', 'supplement'], 1),
  financial_review: r('財力審核', ['reviewer'], ['approve', 'supplement'], 1),
  loan_review: r('申貸審核', ['reviewer'], ['approve', 'supplement', 'reject'], 2),
  loan_approval: r('核准覆核', ['approver'], ['approve', 'return'], 1),
  disbursement_release: r('撥款放行', ['finance'], ['release', 'stop'], 1),
  disbursement_check: r('撥款覆核', ['finance', 'approver'], ['approve', 'return'], 1),
  unmatched_payment: r('入帳比對', ['finance'], ['match', 'return'], 1),
  bank_difference: r('對帳差異', ['finance'], ['book'], 1),
  match_check: r('入帳比對覆核', ['finance', 'approver'], ['approve', 'return'], 1),
  statement_check: r('對帳單核定', ['finance', 'approver'], ['approve', 'return'], 1),
  refund_release: r('退款放行', ['finance'], ['release'], 1),
  payout_release: r('收益撥付放行', ['finance'], ['release'], 1),
  payment_check: r('付款覆核', ['finance', 'approver'], ['approve', 'return'], 1),
  negotiation_draft: r('協商草擬', ['reviewer'], ['propose', 'decline'], 3),
  negotiation_approval: r('協商覆核', ['approver'], ['approve', 'return'], 1),
  violation_declare: r('違約認定', ['reviewer', 'approver'], ['declare', 'dismiss'], 1),
  poll_decision: r('投票裁決', ['approver'], ['negotiate', 'legal'], 3),
  write_off: r('轉銷', ['finance', 'approver'], ['propose', 'approve', 'return'], 5),
  collection_measure: r('催收處置覆核', ['approver', 'finance'], ['approve', 'return'], 2),
  recourse: r(
    '墊付追償',
    ['finance', 'approver'],
    ['recovered', 'dismiss', 'approve', 'return'],
    10,
  ),
  policy_approval: r('政策覆核', ['editor', 'approver'], ['approve', 'return'], 2),
  setting_approval: r('設定覆核', ['approver', 'admin'], ['approve', 'return'], 2),
  plan_approval: r('方案覆核', ['approver'], ['approve', 'return'], 2),
  plan_recall: r('方案撤回覆核', ['approver'], ['approve', 'return'], 1),
  operator_check: r('同事異動核可', ['admin'], ['approve', 'return'], 1),
  broadcast_approval: r('群發覆核', ['editor', 'approver'], ['approve', 'return'], 1),
  security_alarm: r('資安警示', ['admin'], ['done'], 1),
  attention: r('需人工確認', ['finance', 'reviewer', 'approver'], ['done'], 1),
};
function r(text: string, who: readonly Role[], decisions: readonly string[], dueDays: number) {
  return { text, roles: who, decisions, dueDays };
}

export const taskPriorities = ['normal', 'high'] as const;
export const taskOrders = ['due', 'priority', 'newest'] as const;

/**
 * What may be decided many at once: only what moves no money, tells no member and takes nothing
 * from anybody. That is a note that was read; everything else is looked at one by one.
 */
export const bulkDecisions: Partial<Record<TaskKind, readonly string[]>> = {
  attention: ['done'],
};

export const taskSchema = z.object({
  id: z.string(),
  kind: z.enum(taskKinds),
  subject: z.object({ type: z.string(), id: z.string(), label: z.string() }),
  status: z.enum(['open', 'done']),
  dueAt: instantSchema,
  createdAt: instantSchema,
  maker: z.string().nullable(),
  checker: z.string().nullable(),
  decision: z.string().nullable(),
  reason: z.string().nullable(),
  /** In whose hands it is; nobody else decides it until he lets it go. */
  assignee: z.object({ id: z.string(), name: z.string() }).nullable(),
  priority: z.enum(taskPriorities),
  priorityReason: z.string().nullable(),
});
export type Task = z.output<typeof taskSchema>;

/** Which percentages are sensible the rules of a negotiation say, in one sentence. */
const percent = z.number().min(-INTEGER_MAX).max(INTEGER_MAX);

/** What a decision may carry; each kind's rules say which of it they need. */
export const decisionSchema = z.strictObject({
  id: idSchema,
  decision: z.string().max(20),
  reason: z.string().trim().max(500).optional(),
  items: z
    .array(
      z.strictObject({
        item: z.string().max(40),
        fields: z.array(z.string().max(40)).max(20).optional(),
        reason: z.string().trim().min(1).max(200),
      }),
    )
    .max(20)
    .optional(),
  amount: z.number().int().min(-MONEY_MAX).max(MONEY_MAX).optional(),
  annualRate: z.number().min(0).max(16).optional(),
  installments: codeSchema.optional(),
  grade: z.string().max(2).optional(),
  /** One of the listed reasons of a rejection. */
  reasonCode: z.string().max(30).optional(),
  /** What a negotiation offers: periods of interest alone, percent waived, the first due day. */
  graceMonths: codeSchema.optional(),
  waive: z
    .strictObject({ interest: percent, lateInterest: percent, penalty: percent })
    .partial()
    .optional(),
  firstDueOn: daySchema.optional(),
  orderId: idSchema.optional(),
  loanId: idSchema.optional(),
});
export type Decision = z.output<typeof decisionSchema>;

/** How many wait of a kind, since when the oldest, how many beyond their service time. */
const queueSchema = z.object({
  kind: z.enum(taskKinds),
  open: z.number(),
  unclaimed: z.number(),
  overdue: z.number(),
  oldestAt: instantSchema,
  dueAt: instantSchema,
});
export type Queue = z.output<typeof queueSchema>;

/** What the inbox is narrowed to: by kind, by state, by whose hands, in which order. */
export const taskFilter = {
  kind: z.enum(taskKinds).optional(),
  status: z.enum(['open', 'done']).default('open'),
  assignee: z.union([z.literal(['me', 'none']), idSchema]).optional(),
  order: z.enum(taskOrders).default('due'),
};

export const tasksOffice = {
  listTasks: endpoint({
    method: 'GET',
    path: '/ops/v1/tasks',
    access: 'operator',
    kind: 'read',
    summary: 'The inbox: by kind and status, oldest due first',
    input: z.strictObject({
      ...taskFilter,
      item_per_page: numberText(z.int().min(1).max(200)).default(50),
      offset: numberText(z.int().min(0).max(10_000_000)).default(0),
    }),
    output: z.object({
      data: z.array(taskSchema),
      total: z.number(),
      counts: z.record(z.string(), z.number()),
      queues: z.array(queueSchema),
    }),
    refusals: [],
    roles,
    own: true,
  }),
  getTask: endpoint({
    method: 'GET',
    path: '/ops/v1/tasks/:id',
    access: 'operator',
    kind: 'read',
    summary: 'One task with all its decider needs to see',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ data: taskSchema.extend({ detail: z.record(z.string(), z.unknown()) }) }),
    refusals: ['TASK_NOT_FOUND'],
    roles,
    own: true,
  }),
  decideTask: endpoint({
    method: 'POST',
    path: '/ops/v1/tasks/:id/decide',
    access: 'operator',
    kind: 'command',
    summary: 'Decide a task; a checker is never the maker',
    input: decisionSchema,
    output: z.object({ data: taskSchema }),
    refusals: [
      'TASK_NOT_FOUND',
      'TASK_DONE',
      'TASK_TAKEN',
      'MAKER_IS_CHECKER',
      'DECISION_INVALID',
      'ROLE_REQUIRED',
      'AMOUNT_OUT_OF_PLAN',
      'RATE_OUT_OF_PLAN',
      'INSTALMENT_NOT_OFFERED',
      'LOAN_STATUS',
      'ORDER_STATUS',
      'OWN_ACCOUNT',
      'LAST_ADMIN',
      'OPERATOR_DISABLED',
    ],
    roles,
    own: true,
  }),
} as const;
