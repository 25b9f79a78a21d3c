// Display names of the kinds of transfer, on screens and in exported tables.
import type { TransferKind } from './kinds.ts';

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
  fee_sweep: '服務費撥入公司帳戶',
  bank_charge: '專戶銀行手續費',
  bank_interest: '專戶存款利息',
  company_paid_in: '公司撥補專戶',
  vat_paid: '繳納營業稅',
  manual: '調整分錄',
  year_closed: '年度結帳',
};
