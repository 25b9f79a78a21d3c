// Display names of the kinds of transfer and account, on screens and in exported tables.
import type { AccountKind, TransferKind } from './kinds.ts';

/**
 * Display name of each kind of transfer. The type requires all kinds, so that no entry is shown by
 * its code.
 */
export const transferText: Record<TransferKind, string> = {
  receipt: '收款',
  reversal: '收款沖正',
  return: '退回款項',
  return_withdrawn: '取消退回款項',
  return_returned: '退回款項遭退匯',
  order_receipt: '出資款入帳',
  order_reversal: '出資款沖正',
  covered: '平台墊付',
  refund: '轉列應退款',
  refund_withdrawn: '取消退款',
  refund_paid: '退款匯出',
  refund_returned: '退款遭退匯',
  disbursement: '撥款',
  disbursement_returned: '撥款遭退匯',
  undone: '撥款退回後取消入帳',
  interest_due: '利息到期入帳',
  interest_waived: '免除利息',
  repayment_received: '還款入帳',
  repayment_reversed: '還款沖正',
  repayment: '還款分配',
  surplus: '溢繳款轉列應退',
  payout: '收益撥付',
  payout_returned: '收益撥付遭退匯',
  court_cost: '代墊訴訟費用',
  court_repaid: '收回訴訟費用',
  closing: '結案轉列損失',
  recourse_recovered: '追償收回',
  recourse_lost: '追償無著',
  vat_due: '提列營業稅',
};

export type AccountGroup = 'ours' | 'owed' | 'income';

export const groupText: Record<AccountGroup, string> = {
  ours: '資產',
  owed: '負債（為客戶保管與應付）',
  income: '收入與費用',
};

/** Kinds of account in the order of a balance sheet. */
export const accounts: Record<AccountKind, { text: string; group: AccountGroup }> = {
  trust_bank: { text: '信託專戶', group: 'ours' },
  loan_receivable: { text: '應收借款本金', group: 'ours' },
  interest_receivable: { text: '應收利息', group: 'ours' },
  fee_receivable: { text: '應收服務費', group: 'ours' },
  court_receivable: { text: '代墊訴訟費用', group: 'ours' },
  recourse_receivable: { text: '墊付沖正應追償款', group: 'ours' },
  platform_bank: { text: '平台自有帳戶', group: 'ours' },
  suspense: { text: '待比對入帳', group: 'owed' },
  order_funds: { text: '出資款（待撥款）', group: 'owed' },
  borrower_prepaid: { text: '借款人預繳款', group: 'owed' },
  payable_to_investor: { text: '應付出資人', group: 'owed' },
  refund_payable: { text: '應付退款', group: 'owed' },
  investor_claim: { text: '出資人債權本金', group: 'owed' },
  investor_interest_claim: { text: '出資人利息債權', group: 'owed' },
  platform_due: { text: '信託專戶內平台應收', group: 'owed' },
  vat_payable: { text: '應付營業稅', group: 'owed' },
  fee_income: { text: '服務費收入', group: 'income' },
  bank_fee: { text: '銀行手續費', group: 'income' },
  loss: { text: '損失', group: 'income' },
};
