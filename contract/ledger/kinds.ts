// Kinds of account and of transfer in the ledger.

/** Kinds of ledger account. */
export const accountKinds = [
  'trust_bank',
  'suspense',
  'order_funds',
  'borrower_prepaid',
  'payable_to_investor',
  'refund_payable',
  'platform_due',
  'fee_receivable',
  'platform_bank',
  'fee_income',
  'vat_payable',
  'bank_fee',
  'loss',
  'court_receivable',
  'recourse_receivable',
  'loan_receivable',
  'investor_claim',
  'interest_receivable',
  'investor_interest_claim',
  'trust_interest',
  'share_capital',
  'retained_earnings',
  'operating_expense',
  'interest_income',
] as const;
export type AccountKind = (typeof accountKinds)[number];

/** Causes of a transfer. */
export const transferKinds = [
  'receipt',
  'reversal',
  'return',
  'return_withdrawn',
  'return_returned',
  'order_receipt',
  'order_reversal',
  'covered',
  'refund',
  'refund_withdrawn',
  'refund_paid',
  'refund_returned',
  'disbursement',
  'disbursement_returned',
  'undone',
  'interest_due',
  'interest_waived',
  'repayment_received',
  'repayment_reversed',
  'repayment',
  'surplus',
  'payout',
  'payout_returned',
  'court_cost',
  'court_repaid',
  'closing',
  'recourse_recovered',
  'recourse_lost',
  'vat_due',
  'fee_sweep',
  'bank_charge',
  'bank_interest',
  'company_paid_in',
  'vat_paid',
  'manual',
  'year_closed',
] as const;
export type TransferKind = (typeof transferKinds)[number];

/** Kinds of transfer that settle the accounts of fees and VAT, and charge no fee. */
export const feeSettlements = ['vat_paid', 'year_closed'] as const satisfies TransferKind[];
