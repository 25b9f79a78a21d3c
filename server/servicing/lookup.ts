// The office's search box and the pages it leads to: a loan, an order, and the history of each.
import { caseNoIn } from '#contract/lending/review/case-number.ts';
import { type LoanState, loanWordsForOfficeWith } from '#contract/lending/loan-status.ts';
import { add, type Money, money, percentOfBps } from '#contract/core/money.ts';
import { orderNoOf } from '#contract/investing/order-number.ts';
import { type StoredOrderStatus, orderStatusOf } from '#contract/investing/order-status.ts';
import { orderWordsWith } from '#contract/investing/order-words.ts';
import { Refusal } from '#contract/refusals.ts';
import { HITS_MAX, type lookupOffice } from '#contract/servicing/lookup.ts';
import type { Actions } from '../call.ts';
import type { Services } from '../services.ts';
import type { Work } from '../work.ts';
import { maskedName } from '../identity/rules.ts';
import { membersLike } from '../verification/front.ts';
import { readBook } from './repayment/use-money.ts';
import * as queries from './lookup-queries.ts';
import { moneyOfLoan } from './loan-money-queries.ts';
import { outstandingOf } from './rules.ts';
import { arrearsOf } from './late/arrears.ts';

/** The stored status of an order that takes its actual status from its loan. */
const FUNDED = 20;

const nameOf = ({ secrets }: Services, memberId: number, sealed: string | null) =>
  sealed === null
    ? '未填姓名'
    : maskedName(secrets.decrypt('verification.profile.name', memberId, sealed));

const statusOfLoan = (loan: LoanState) => {
  const { text, tone } = loanWordsForOfficeWith(loan);
  return { statusText: text, tone };
};

function orderView(services: Services, row: queries.OrderRow) {
  const stored = row.stored === FUNDED ? 'funded' : (row.stored as StoredOrderStatus);
  const loan = { status: row.loanStatus, isClosed: row.isClosed };
  const { text, tone } = orderWordsWith(orderStatusOf(stored, loan.status), loan);
  return {
    id: row.id,
    orderNo: orderNoOf(row.id),
    caseNo: row.caseNo,
    investor: nameOf(services, row.memberId, row.sealedName),
    amount: row.amount,
    statusText: text,
    tone,
  };
}

/** Returns an amount as people write it: $100,000, NT$100000, 100000 元; null for other texts. */
function amountIn(text: string): Money | null {
  const digits = /^(?:NT)?\$?\s*(\d{1,3}(?:,\d{3})+|\d{4,9})\s*元?$/.exec(text)?.[1];
  return digits === undefined ? null : money(Number(digits.replaceAll(',', '')));
}

/** Interprets the search text as each kind of number; null matches nothing. */
function searchTermsOf(q: string): queries.SearchTerms {
  const upper = q.normalize('NFKC').trim().toUpperCase();
  const digits = /^[\d-]+$/.test(upper) ? upper.replaceAll('-', '') : '';
  const orderNo = /^P0*(\d{1,9})$/.exec(upper)?.[1];
  const isCase = /^[A-Z0-9-]{4,20}$/.test(upper) && orderNo === undefined;
  return {
    caseStart: isCase ? `${caseNoIn(upper)}%` : null,
    orderId: Number(orderNo ?? (/^\d{1,9}$/.test(digits) ? digits : 0)) || null,
    account: /^\d{10,16}$/.test(digits) ? digits : null,
    amount: amountIn(upper),
  };
}

async function repaymentOf({ tx, today }: Work, loanId: number) {
  const book = await readBook(tx, loanId);
  if (!book) return null;
  const arrears = arrearsOf(book.instalments, book.rateBps, today);
  return {
    outstanding: outstandingOf(book.instalments),
    ...(await queries.receivedOfLoan(tx, loanId)),
    prepaid: book.prepaid,
    arrears: add(arrears.amount, book.court),
    lateDays: arrears.lateDays,
  };
}

const happened = ({ actorName, actorType, total: _total, ...row }: queries.HappenedRow) => ({
  ...row,
  actor: { type: actorType, name: actorName },
});

async function loanFor(tx: Work['tx'], id: number) {
  const row = await queries.officeLoan(tx, id);
  if (!row) throw new Refusal('LOAN_NOT_FOUND');
  return row;
}

async function orderFor(tx: Work['tx'], id: number) {
  const row = await queries.officeOrder(tx, id);
  if (!row) throw new Refusal('ORDER_NOT_FOUND');
  return row;
}

export const lookupActions: Actions<{ servicing: typeof lookupOffice }>['servicing'] = {
  async lookUp(context, { q }) {
    const { tx, services } = context;
    const terms = searchTermsOf(q);
    const loans = await queries.loansLike(tx, terms, HITS_MAX);
    const orders = await queries.ordersLike(tx, terms, HITS_MAX);
    return {
      data: {
        members: await membersLike(context, q, HITS_MAX),
        loans: loans.map(({ id, caseNo, memberId, sealedName, amount, status, isClosed }) => ({
          id,
          caseNo,
          borrower: nameOf(services, memberId, sealedName),
          amount,
          ...statusOfLoan({ status, isClosed }),
        })),
        orders: orders.map((row) => orderView(services, row)),
      },
    };
  },

  async officeLoan(context, { id }) {
    const { tx, services } = context;
    const { status, isClosed, sealedName, rateBps, ...row } = await loanFor(tx, id);
    const negotiated = await queries.negotiatedTerms(tx, row.id);
    return {
      data: {
        ...row,
        borrower: nameOf(services, row.memberId, sealedName),
        annualRate: rateBps === null ? null : percentOfBps(rateBps),
        negotiated: negotiated && {
          annualRate: percentOfBps(negotiated.rateBps),
          installments: negotiated.installments,
        },
        ...statusOfLoan({ status, isClosed }),
        repayment: row.disbursedOn === null ? null : await repaymentOf(context, row.id),
      },
    };
  },

  async loanHistory({ tx }, { id, item_per_page: limit, offset }) {
    const loan = await loanFor(tx, id);
    const rows = await queries.historyOfLoan(tx, loan, { limit, offset });
    return { data: rows.map(happened), total: rows[0]?.total ?? 0 };
  },

  async loanMoney({ tx }, { id, item_per_page: limit, offset }) {
    const loan = await loanFor(tx, id);
    const rows = await moneyOfLoan(tx, loan.id, { limit, offset });
    return { data: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 };
  },

  async officeOrder({ tx, services }, { id }) {
    const row = await orderFor(tx, id);
    const refunds = await queries.refundsOf(tx, row.id);
    return {
      data: {
        ...orderView(services, row),
        loanId: row.loanId,
        memberId: row.memberId,
        paidAmount: row.paidAmount,
        virtualAccount: row.virtualAccount,
        payBy: row.payBy,
        createdAt: row.createdAt,
        paidAt: row.paidAt,
        share: await queries.shareOf(tx, row.id),
        refunds,
      },
    };
  },

  async orderHistory({ tx }, { id, item_per_page: limit, offset }) {
    const order = await orderFor(tx, id);
    const of = { id: order.id, orderNo: orderNoOf(order.id) };
    const rows = await queries.historyOfOrder(tx, of, { limit, offset });
    return { data: rows.map(happened), total: rows[0]?.total ?? 0 };
  },
};
