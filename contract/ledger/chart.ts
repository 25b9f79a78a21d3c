// Chart of accounts: code, name, class and owner of each kind of account. Pages, files and the
// exported journal derive from this table.
import type { AccountKind } from './kinds.ts';

/** Whose money an account concerns: the customers' (held in trust) or the company's. */
export const entities = ['trust', 'company'] as const;
export type Entity = (typeof entities)[number];
export const entityText: Record<Entity, string> = { trust: '信託專戶', company: '公司' };

/** Classes in the order of a balance sheet, followed by those of the income statement. */
export const accountClasses = ['asset', 'liability', 'equity', 'income', 'expense'] as const;
export type AccountClass = (typeof accountClasses)[number];
export const classText: Record<AccountClass, string> = {
  asset: '資產',
  liability: '負債',
  equity: '權益',
  income: '收入',
  expense: '費用',
};

export type Account = {
  /** Item of the 商業會計項目表 (version of 2023, 112年度), and the number of the sub-account. */
  code: string;
  /** Name of that item; the sub-account is `text`. */
  item: string;
  text: string;
  entity: Entity;
  class: AccountClass;
};

const trust = (code: string, item: string, text: string, of: AccountClass): Account => ({
  code,
  item,
  text,
  entity: 'trust',
  class: of,
});
const company = (code: string, item: string, text: string, of: AccountClass): Account => ({
  ...trust(code, item, text, of),
  entity: 'company',
});

/**
 * All accounts. `platform_due` and `fee_receivable` connect the two entities: what the trust owes
 * the company is the company's claim on the trust. If that balance is negative, the company owes
 * the trust.
 */
export const accounts: Record<AccountKind, Account> = {
  trust_bank: trust('1113-01', '銀行存款', '信託專戶', 'asset'),
  interest_receivable: trust('1211-01', '應收收益', '應收利息', 'asset'),
  loan_receivable: trust('1213-01', '其他應收款', '應收借款本金', 'asset'),
  investor_claim: trust('2206-01', '其他應付款', '出資人債權本金', 'liability'),
  investor_interest_claim: trust('2206-02', '其他應付款', '出資人利息債權', 'liability'),
  suspense: trust('2251-01', '暫收款', '待比對入帳', 'liability'),
  order_funds: trust('2252-01', '代收款', '出資款（待撥款）', 'liability'),
  borrower_prepaid: trust('2252-02', '代收款', '借款人預繳款', 'liability'),
  payable_to_investor: trust('2252-03', '代收款', '應付出資人', 'liability'),
  refund_payable: trust('2252-04', '代收款', '應付退款', 'liability'),
  platform_due: trust('2252-05', '代收款', '應付公司款', 'liability'),
  trust_interest: trust('2252-06', '代收款', '專戶存款利息', 'liability'),
  platform_bank: company('1113-02', '銀行存款', '公司帳戶', 'asset'),
  fee_receivable: company('1213-02', '其他應收款', '應收信託專戶款', 'asset'),
  court_receivable: company('1213-03', '其他應收款', '代墊訴訟費用', 'asset'),
  recourse_receivable: company('1573-01', '催收款項', '墊付沖正應追償款', 'asset'),
  vat_payable: company('2204-01', '銷項稅額', '應付營業稅', 'liability'),
  share_capital: company('3111-01', '普通股股本', '股東投入資本', 'equity'),
  retained_earnings: company('3351-01', '累積盈虧', '歷年盈虧', 'equity'),
  fee_income: company('4121-01', '勞務收入', '服務費收入', 'income'),
  operating_expense: company('6134-01', '其他營業費用', '一般費用', 'expense'),
  loss: company('6124-01', '呆帳損失', '墊付與代墊損失', 'expense'),
  interest_income: company('7111-01', '利息收入', '存款利息收入', 'income'),
  bank_fee: company('7243-01', '手續費支出', '銀行手續費', 'expense'),
};

/** Kinds of account in the order of their codes, the trust's before the company's. */
export const chartOrder = Object.keys(accounts) as AccountKind[];

/** Full name of an account as accountants write it: 銀行存款—信託專戶. */
export const accountName = (kind: AccountKind): string =>
  `${accounts[kind].item}—${accounts[kind].text}`;

/** Whether the normal balance of an account is a debit; otherwise it is a credit. */
export const isDebitAccount = (kind: AccountKind): boolean =>
  accounts[kind].class === 'asset' || accounts[kind].class === 'expense';

/** Kinds of the income statement, which the year-end close returns to zero. */
export const incomeKinds = chartOrder.filter((kind) =>
  ['income', 'expense'].includes(accounts[kind].class),
);
