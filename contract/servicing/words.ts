// Labels for payouts, disbursements, collection and the terms that a negotiation offers.
import type { StateWord } from '../core/state-words.ts';
import type { LateBucketName, LateLoan, MeasureKind } from './collections.ts';
import type { LoanMoney } from './lookup.ts';
import type { Proposal } from './negotiation-calls.ts';
import type { PayoutLine, WaitingDisbursement } from './payouts.ts';

export const payoutKindText: Record<PayoutLine['kind'], string> = {
  distribution: '還款撥付',
  surplus: '溢繳退款',
};

export const payoutWords: Record<PayoutLine['state'], StateWord> = {
  payable: { text: '待放行', tone: 'info' },
  held: { text: '退回待處理', tone: 'problem' },
  checking: { text: '待覆核', tone: 'attention' },
  sent: { text: '匯款中', tone: 'progress' },
  confirmed: { text: '已匯出', tone: 'done' },
  withdrawn: { text: '已取消', tone: 'neutral' },
};

/** Labels that say which of the two persons a disbursement waits for. */
export const disbursementWords: Record<WaitingDisbursement['step'], StateWord> = {
  release: { text: '待放行', tone: 'info' },
  check: { text: '待覆核', tone: 'attention' },
};

export const lateBucketText: Record<LateBucketName, string> = {
  d1: '1–7 天',
  d8: '8–30 天',
  d31: '31–90 天',
  d91: '91–180 天',
  d181: '181 天以上',
};

export const contactChannelText: Record<LateLoan['contacts'][number]['channel'], string> = {
  phone: '電話',
  sms: '簡訊',
  email: '電子郵件',
  letter: '信函',
  visit: '拜訪',
  other: '其他',
};

export const contactOutcomeText: Record<LateLoan['contacts'][number]['outcome'], string> = {
  reached: '已聯絡上',
  notReached: '未聯絡上',
  leftMessage: '已留言',
  disputed: '對金額有異議',
  needsHelp: '需要協助',
  sent: '已傳送',
};

export const promiseWords: Record<LateLoan['promises'][number]['status'], StateWord> = {
  open: { text: '待履行', tone: 'info' },
  kept: { text: '已履行', tone: 'done' },
  broken: { text: '未履行', tone: 'problem' },
};

export const measureKindText: Record<MeasureKind, string> = {
  waiver: '減免遲延費用',
  courtCost: '代墊訴訟費用',
  revocation: '撤銷違約認定',
  closing: '追償結案',
  violation: '認定違約',
};

export const measureWords: Record<LateLoan['measures'][number]['status'], StateWord> = {
  proposed: { text: '待覆核', tone: 'attention' },
  approved: { text: '已核准', tone: 'done' },
  returned: { text: '已退回', tone: 'neutral' },
  overtaken: { text: '撥款退匯，不再處理', tone: 'neutral' },
};

export const proposalWords: Record<Proposal['status'], StateWord> = {
  offered: { text: '待借款人同意', tone: 'attention' },
  agreed: { text: '待出資人同意', tone: 'attention' },
  in_force: { text: '已生效', tone: 'done' },
  lapsed: { text: '逾期未同意', tone: 'neutral' },
  short: { text: '同意未達門檻', tone: 'neutral' },
  void: { text: '已失效', tone: 'neutral' },
};

/** Labels for the rows of a loan's money. */
export const loanMoneyText: Record<LoanMoney['kind'], string> = {
  disbursement: '撥款',
  receipt: '還款入帳',
  distribution: '分配給出資人',
  surplus: '溢繳退款',
};
