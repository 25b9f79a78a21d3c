// Settings of the operators' work: when an overdue task escalates, and which kinds of task are
// assigned automatically.
import { type TaskKind, taskRules } from '../tasks/kinds.ts';

const ABOUT = '依日曆時數計算；0 表示不通知。每件工作每一級只通知一次，並列為急件';

export const dutySettings = {
  escalateRoleHours: {
    group: 'work',
    text: '逾期通知承辦角色',
    unit: '小時',
    about: `工作逾期達此時數，寄信給可以處理的同事；${ABOUT}`,
    min: 0,
    max: 240,
    initial: 4,
    checked: false,
  },
  escalateAdminHours: {
    group: 'work',
    text: '逾期通知管理同事',
    unit: '小時',
    about: `工作逾期達此時數，寄信給管理同事；${ABOUT}`,
    min: 0,
    max: 720,
    initial: 24,
    checked: false,
  },
} as const;

/** Kinds that may be assigned automatically, by the id of their option, which never changes. */
export const assignableKinds: Readonly<Record<string, TaskKind>> = {
  1: 'identity_review',
  2: 'account_change_review',
  3: 'financial_review',
  4: 'screening_review',
  5: 'loan_review',
  6: 'loan_approval',
  7: 'disbursement_release',
  8: 'disbursement_check',
  9: 'unmatched_payment',
  10: 'bank_difference',
  11: 'match_check',
  12: 'statement_check',
  13: 'refund_release',
  14: 'payout_release',
  15: 'payment_check',
  16: 'booking_check',
  17: 'negotiation_draft',
  18: 'negotiation_approval',
  19: 'violation_declare',
  20: 'poll_decision',
  21: 'write_off',
  22: 'collection_measure',
  23: 'recourse',
  24: 'policy_approval',
  25: 'broadcast_approval',
  26: 'setting_approval',
  27: 'plan_approval',
  28: 'plan_recall',
  29: 'operator_check',
  30: 'statement_rollback',
  31: 'suspicion_review',
  32: 'partner_check',
  33: 'matches_check',
  34: 'content_release',
  35: 'payer_source',
  36: 'payout_hold',
  37: 'wording_check',
  38: 'holiday_check',
  39: 'trust_shortfall',
};

export const dutyLists = {
  autoAssigned: {
    group: 'work',
    text: '自動分派的工作',
    about:
      '啟用的工作類別每分鐘輪流分派給在班、可以處理的同事，不會分派給該件工作的經辦；停用的類別由同事自行取得',
    initial: Object.entries(assignableKinds).map(([id, kind]) => ({
      id,
      text: taskRules[kind].text,
      enabled: false,
    })),
    checked: false,
    closed: '工作類別由系統決定，不開放新增項目',
    mayBeEmpty: true,
  },
} as const;
