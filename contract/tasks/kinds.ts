// The kinds of tasks: who decides each, the possible decisions, and how soon it is due.
import type { Role } from '../core/endpoint.ts';

export const taskKinds = [
  'identity_review',
  'account_change_review',
  'financial_review',
  'screening_review',
  'suspicion_review',
  'payout_hold',
  'loan_review',
  'loan_approval',
  'disbursement_release',
  'disbursement_check',
  'unmatched_payment',
  'bank_difference',
  'match_check',
  'matches_check',
  'statement_check',
  'statement_rollback',
  'payer_source',
  'refund_release',
  'payout_release',
  'payment_check',
  'booking_check',
  'negotiation_draft',
  'negotiation_approval',
  'violation_declare',
  'poll_decision',
  'write_off',
  'collection_measure',
  'holiday_check',
  'recourse',
  'trust_shortfall',
  'policy_approval',
  'content_release',
  'broadcast_approval',
  'wording_check',
  'setting_approval',
  'plan_approval',
  'plan_recall',
  'operator_check',
  'partner_check',
  'sent_back',
  'security_alarm',
  'file_damage',
  'attention',
] as const;
export type TaskKind = (typeof taskKinds)[number];

/**
 * For each kind of task: its label, the roles that may decide it, the possible decisions, and the
 * due time in business days.
 */
const rules = {
  identity_review: r('身分審核', ['reviewer'], ['approve', 'supplement'], 1),
  account_change_review: r('帳戶變更審核', ['reviewer'], ['approve', 'supplement'], 1),
  financial_review: r('財力審核', ['reviewer'], ['approve', 'supplement'], 1),
  screening_review: r(
    '名單比對',
    ['reviewer', 'approver'],
    ['clear', 'confirm', 'approve', 'return'],
    1,
  ),
  suspicion_review: r('可疑交易研判', ['approver'], ['report', 'dismiss'], 1),
  payout_hold: r('暫停撥付覆核', ['finance', 'approver', 'admin'], ['approve', 'return'], 1),
  loan_review: r('申貸審核', ['reviewer'], ['approve', 'supplement', 'reject'], 2),
  loan_approval: r('核准覆核', ['approver'], ['approve', 'return'], 1),
  disbursement_release: r('撥款放行', ['finance'], ['release', 'stop'], 1),
  disbursement_check: r('撥款覆核', ['finance', 'approver'], ['approve', 'return'], 1),
  unmatched_payment: r('入帳比對', ['finance'], ['match', 'return'], 1),
  bank_difference: r('對帳差異', ['finance'], ['book'], 1),
  match_check: r('入帳比對覆核', ['finance', 'approver'], ['approve', 'return'], 1),
  matches_check: r('整批比對覆核', ['finance', 'approver'], ['approve', 'return'], 1),
  statement_check: r('對帳單核定', ['finance', 'approver'], ['approve', 'return'], 1),
  statement_rollback: r('對帳單復原', ['finance', 'approver'], ['approve', 'return'], 1),
  payer_source: r('匯款來源', ['finance', 'approver'], ['enter', 'approve', 'return'], 1),
  refund_release: r('退款放行', ['finance'], ['release'], 1),
  payout_release: r('收益撥付放行', ['finance'], ['release'], 1),
  payment_check: r('付款覆核', ['finance', 'approver'], ['approve', 'return'], 1),
  booking_check: r('帳務分錄覆核', ['finance', 'approver'], ['approve', 'return'], 1),
  negotiation_draft: r('協商草擬', ['reviewer'], ['propose', 'decline'], 3),
  negotiation_approval: r('協商覆核', ['approver'], ['approve', 'return'], 1),
  violation_declare: r('違約認定', ['reviewer', 'approver'], ['declare', 'dismiss'], 1),
  poll_decision: r('投票裁決', ['approver'], ['negotiate', 'legal'], 3),
  write_off: r('轉銷', ['finance', 'approver'], ['propose', 'approve', 'return'], 5),
  collection_measure: r('催收處置覆核', ['approver', 'finance'], ['approve', 'return'], 2),
  holiday_check: r('假日覆核', ['finance', 'approver', 'admin'], ['approve', 'return'], 1),
  recourse: r(
    '墊付追償',
    ['finance', 'approver'],
    ['recovered', 'dismiss', 'approve', 'return'],
    10,
  ),
  trust_shortfall: r('專戶短少', ['finance', 'approver'], ['sent', 'approve', 'return'], 1),
  policy_approval: r('政策覆核', ['editor', 'approver'], ['approve', 'return'], 2),
  content_release: r('內容覆核', ['editor', 'approver'], ['approve', 'return'], 1),
  setting_approval: r('設定覆核', ['approver', 'admin'], ['approve', 'return'], 2),
  plan_approval: r('方案覆核', ['approver'], ['approve', 'return'], 2),
  plan_recall: r('方案撤回覆核', ['approver'], ['approve', 'return'], 1),
  operator_check: r('同事異動核可', ['admin'], ['approve', 'return'], 1),
  partner_check: r('合作應用程式核可', ['admin'], ['approve', 'return'], 1),
  sent_back: r('退回修正', ['reviewer', 'approver', 'finance', 'editor', 'admin'], ['done'], 1),
  wording_check: r('通知範本覆核', ['editor', 'approver', 'admin'], ['approve', 'return'], 1),
  broadcast_approval: r('群發覆核', ['editor', 'approver'], ['approve', 'return'], 1),
  security_alarm: r('資安警示', ['admin'], ['done'], 1),
  file_damage: r('檔案損壞', ['admin'], ['done'], 1),
  attention: r('需人工確認', ['finance', 'reviewer', 'approver'], ['done'], 1),
} satisfies Record<TaskKind, TaskRule<string>>;
function r<const D extends string>(
  text: string,
  who: readonly Role[],
  decisions: readonly D[],
  dueDays: number,
): TaskRule<D> {
  return { text, roles: who, decisions, dueDays };
}
type TaskRule<D extends string> = {
  text: string;
  roles: readonly Role[];
  decisions: readonly D[];
  dueDays: number;
};

/** Names of the possible decisions of a kind of task. */
export type DecisionName<K extends TaskKind> = (typeof rules)[K]['decisions'][number];
export const taskRules: Record<TaskKind, TaskRule<string>> = rules;

export const taskPriorities = ['normal', 'high'] as const;
export const taskOrders = ['due', 'priority', 'newest'] as const;

/**
 * Decisions that may be made on many tasks at once. Such a decision must not move money, notify a
 * member or take anything away from anybody, so only marking a note as read qualifies; all other
 * decisions are made task by task.
 */
export const bulkDecisions: Partial<Record<TaskKind, readonly string[]>> = {
  attention: ['done'],
  sent_back: ['done'],
};

/**
 * Kind of the task that is open again after a second person has returned the work; other returned
 * work becomes a task `sent_back` of its maker.
 */
export const returnsTo: Partial<Record<TaskKind, TaskKind>> = {
  loan_approval: 'loan_review',
  screening_review: 'screening_review',
  disbursement_check: 'disbursement_release',
  match_check: 'unmatched_payment',
  matches_check: 'unmatched_payment',
  negotiation_approval: 'negotiation_draft',
  recourse: 'recourse',
  trust_shortfall: 'trust_shortfall',
  payer_source: 'payer_source',
};
