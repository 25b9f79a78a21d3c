// The office's registers of loans and orders, each as a page and as an exported file.
import type { servicingLists } from '#contract/servicing/lists.ts';
import { percentOfBps } from '#contract/core/money.ts';
import { orderNoOf } from '#contract/investing/order-number.ts';
import {
  type OrderStatus,
  type StoredOrderStatus,
  orderStatusOf,
} from '#contract/investing/order-status.ts';
import { orderWordsWith } from '#contract/investing/order-words.ts';
import { type LoanStatus, loanWordsForOfficeWith } from '#contract/lending/loan-status.ts';
import {
  loanStages,
  type ServerRegisteredLoan,
  type ServerRegisteredOrder,
} from '#contract/servicing/registers.ts';
import type { Actions, FilterOf } from '../../call.ts';
import type { Services } from '../../services.ts';
import type { Work } from '../../work.ts';
import { maskedName } from '../../identity/rules.ts';
import { reader } from '../../tables/table.ts';
import {
  countLoans,
  countOrders,
  listLoans,
  listOrders,
  type LoanRegisterRow,
  type LoansOf,
  type OrderRegisterRow,
  type OrdersOf,
} from './register-queries.ts';

type Office = Pick<typeof servicingLists, 'listLoans' | 'listOrders'>;

const nameOf = (
  { secrets }: Services,
  { memberId, sealedName }: { memberId: number; sealedName: string | null },
) =>
  sealedName === null
    ? '未填姓名'
    : maskedName(secrets.decrypt('verification.profile.name', memberId, sealedName));

/** Statuses that both the stage and the status allow; undefined if neither was chosen. */
function statusesOf({ stage, status }: FilterOf<Office['listLoans']>) {
  const of = stage && (loanStages[stage] as readonly LoanStatus[]);
  if (status === undefined) return of;
  return of === undefined || of.some((one) => one === status)
    ? [status as LoanStatus]
    : [0 as const];
}

function loanView(
  { sealedName, rateBps, isClosed, sortedBy: _sortedBy, ...row }: LoanRegisterRow,
  { services }: Work,
): ServerRegisteredLoan {
  const { text, tone } = loanWordsForOfficeWith({ status: row.status, isClosed });
  return {
    ...row,
    borrower: nameOf(services, { memberId: row.memberId, sealedName }),
    annualRate: rateBps === null ? null : percentOfBps(rateBps),
    statusText: text,
    tone,
  };
}

/** The stored status of an order that takes its actual status from its loan. */
const FUNDED = 20;

function orderView(
  { sealedName, stored, loanStatus, isClosed, sortedBy: _sortedBy, ...row }: OrderRegisterRow,
  { services }: Work,
): ServerRegisteredOrder {
  const kept = stored === FUNDED ? 'funded' : (stored as StoredOrderStatus);
  const status = orderStatusOf(kept, loanStatus);
  const { text, tone } = orderWordsWith(status, { status: loanStatus, isClosed });
  return {
    ...row,
    orderNo: orderNoOf(row.id),
    investor: nameOf(services, { memberId: row.memberId, sealedName }),
    status,
    statusText: text,
    tone,
  };
}

export const loanRegister = reader({
  of: (_work: Work, { stage, status, ...filter }: FilterOf<Office['listLoans']>): LoansOf => ({
    ...filter,
    statuses: statusesOf({ stage, status } as FilterOf<Office['listLoans']>),
  }),
  rows: ({ tx, today }, of, part) => listLoans(tx, of, today, part),
  view: loanView,
  beside: ({ tx }, of) => countLoans(tx, of),
});

export const orderRegister = reader({
  of: (_work: Work, { status, ...filter }: FilterOf<Office['listOrders']>): OrdersOf => ({
    ...filter,
    status: status as OrderStatus | undefined,
  }),
  rows: ({ tx }, of, part) => listOrders(tx, of, part),
  view: orderView,
  beside: ({ tx }, of) => countOrders(tx, of),
});

export const registerActions: Actions<{ servicing: Office }>['servicing'] = {
  listLoans: loanRegister,
  listOrders: orderRegister,
};
