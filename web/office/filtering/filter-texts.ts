// Texts that filters accept: how each is typed, how the call wants it, and what is said otherwise.
import { orderIdIn } from '#contract/investing/order-number.ts';
import { caseNoIn } from '#contract/lending/review/case-number.ts';
import { ID } from '../kit/listing.ts';

export type FilterText = {
  /** Converts what people type, such as full-width digits or 100,000, to what the call takes. */
  tidy: (typed: string) => string;
  fits: RegExp;
  /** Said if the text does not fit, because the list would ignore it. */
  says: string;
};

const plain = (typed: string) => typed.normalize('NFKC').trim();

export const idText: FilterText = {
  tidy: plain,
  fits: ID,
  says: '請輸入數字編號，例如 12',
};

/** Id of an order, which pages show as P00000012. */
export const orderIdText: FilterText = {
  tidy: (typed) => String(orderIdIn(plain(typed)) ?? plain(typed)),
  fits: idText.fits,
  says: '請輸入訂單編號，例如 P00000012',
};

/** Number of a case as pages show it, A20261128-002, or the id of its loan. */
export const caseText: FilterText = {
  tidy: (typed) =>
    ID.test(plain(typed)) && plain(typed).length < 8 ? plain(typed) : caseNoIn(typed),
  fits: /^(A20\d{6}-\d{1,6}|[1-9]\d{0,6})$/,
  says: '請輸入案號，例如 A20261128-002',
};

/** Whole NT$, also as pages and spreadsheets show them: $ 12,000 or 12,000.00. */
export const amountText: FilterText = {
  tidy: (typed) => plain(typed).replace(/^(NT)?\$|[,\s]|元$|\.0*$/gi, ''),
  fits: /^\d{1,9}$/,
  says: '請輸入整數金額，例如 100,000',
};

export const accountText: FilterText = {
  tidy: (typed) => plain(typed).replace(/[\s-]/g, ''),
  fits: /^\d{1,20}$/,
  says: '請輸入帳號的數字',
};

/** Number of an invoice, or its beginning. */
export const invoiceText: FilterText = {
  tidy: (typed) => plain(typed).replace(/\s/g, '').toUpperCase(),
  fits: /^[A-Z]{2}-?\d{0,8}$/,
  says: '請輸入發票號碼，例如 AB-12345678',
};

/** Number of a transfer in the ledger, such as receipt:12. */
export const transferText: FilterText = {
  tidy: plain,
  fits: /^[\w:.-]{1,120}$/,
  says: '請輸入交易編號，例如 receipt:12',
};

/** Code of an audited action, or its beginning. */
export const actionCodeText: FilterText = {
  tidy: (typed) => plain(typed).toLowerCase(),
  fits: /^[a-z_.]{1,60}$/,
  says: '請輸入動作代碼，例如 loan.approved',
};

export const addressText: FilterText = {
  tidy: plain,
  fits: /^[0-9a-fA-F.:/]{2,45}$/,
  says: '請輸入 IP 位址，例如 192.0.2.1',
};

/** Code that stands for an e-mail address in security events. */
export const codeText: FilterText = {
  tidy: plain,
  fits: /^[\w+/=-]{8,100}$/,
  says: '請輸入列表上的帳號代碼',
};
