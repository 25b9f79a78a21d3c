// Words for the states of operators, their sign-ins, impersonations of members, and for what keeps
// an account from being closed.
import type { StateWord } from '../core/state-words.ts';
import type { Role } from '../core/endpoint.ts';
import type { ImpersonationState } from './impersonation-rules.ts';
import type { ListedOperator, OperatorSignIn } from './operators.ts';
import type { Partner } from './partners.ts';

export const operatorWords: Record<ListedOperator['state'], StateWord> = {
  active: { text: '使用中', tone: 'done' },
  proposed: { text: '待核可', tone: 'attention' },
  invited: { text: '待設定', tone: 'progress' },
  totp: { text: '待設定驗證器', tone: 'attention' },
  disabled: { text: '已停用', tone: 'neutral' },
};

export const signInOutcomeWords: Record<OperatorSignIn['outcome'], StateWord> = {
  right: { text: '成功', tone: 'done' },
  wrong: { text: '帳號或密碼錯誤', tone: 'problem' },
  code: { text: '驗證碼錯誤', tone: 'problem' },
  disabled: { text: '帳號已停用', tone: 'problem' },
  stopped: { text: '嘗試過多，已鎖定', tone: 'attention' },
  provider: { text: '公司帳號不符', tone: 'problem' },
};

export const impersonationWords: Record<ImpersonationState, StateWord> = {
  waiting: { text: '等待開啟', tone: 'progress' },
  open: { text: '檢視中', tone: 'attention' },
  over: { text: '已結束', tone: 'neutral' },
  lapsed: { text: '未開啟', tone: 'neutral' },
};

/** Texts for the purposes for which a member can register. */
export const purposeText = { borrow: '借款', invest: '出資', both: '借款與出資' } as const;

/** Description of each role's tasks. */
export const roleAbout: Record<Role, string> = {
  reviewer: '審查身分、財力與申貸案',
  approver: '覆核審核與款項',
  finance: '對帳、撥款、退款與收益撥付',
  editor: '網站內容',
  auditor: '查看全部，不做決定',
  admin: '同仁、角色與設定',
};

export const partnerWords: Record<Partner['state'], StateWord> = {
  proposed: { text: '待核可', tone: 'attention' },
  active: { text: '合作中', tone: 'done' },
  ended: { text: '已停用', tone: 'neutral' },
};

/** Reasons why an account cannot be closed yet. */
export const closingObstacles = {
  LOAN: '還有進行中或未結清的申貸案',
  ORDERS: '還有待付款或募集中的出資訂單',
  HOLDINGS: '還有回收中的出資',
  REFUNDS: '還有尚未匯出的退款',
  PAYOUTS: '還有尚未匯出的款項',
} as const;
export type ClosingObstacle = keyof typeof closingObstacles;
