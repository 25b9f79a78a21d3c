// Cases at the office (募集管理): the list, one case in full, pinning, extending, ending early.
import type { investingLists } from '#contract/investing/lists.ts';
import { addDays, dayOf, type Day, formatDay } from '#contract/core/day.ts';
import {
  type ServerCaseOrder,
  type investingOffice,
  type ServerOfficeCase,
  type ServerOfficeCaseRow,
} from '#contract/investing/office.ts';
import { FUNDRAISING_DAYS_MAX } from '#contract/law/loan-days.ts';
import { type LoanState, loanWordsForOffice } from '#contract/lending/loan-status.ts';
import { formatMoney, percentOfBps, ZERO } from '#contract/core/money.ts';
import { orderNoOf } from '#contract/investing/order-number.ts';
import { orderWordsWith } from '#contract/investing/order-words.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, FilterOf } from '../call.ts';
import type { Work } from '../work.ts';
import { lockLoan } from '../database/db.ts';
import { maskedName } from '../identity/rules.ts';
import { extendListing, moveLoan, pinListing } from '../lending/front.ts';
import { tell, tellMany } from '../notices/front.ts';
import { reader } from '../tables/table.ts';
import { caseById } from './cases/case-queries.ts';
import { detailOf } from './cases/cases.ts';
import {
  type CaseOrderRow,
  countOrders,
  listCases,
  moveEnd,
  officeCounts,
  officeRow,
  ordersIn,
  type OfficeRow,
  stateOfCase,
} from './office-queries.ts';
import { fundableCase, lockLiveOrders } from './queries.ts';
import { statusOf } from './rules.ts';
import { noticeKinds } from './words.ts';

type Office = typeof investingOffice & Pick<typeof investingLists, 'officeCases' | 'caseOrders'>;

/** The limit for extensions counts from the day of the listing. */
const lastDayOf = (listedAt: Date): Day => addDays(dayOf(listedAt), FUNDRAISING_DAYS_MAX);

function rowView({ rateBps, ...row }: OfficeRow): ServerOfficeCaseRow {
  return {
    ...row,
    annualRate: percentOfBps(rateBps),
    statusText: loanWordsForOffice(row.status).text,
  };
}

export const cases = reader({
  of: (_work: Work, { state }: FilterOf<Office['officeCases']>) => state,
  rows: ({ tx }, state, part) => listCases(tx, state, part),
  view: (row: OfficeRow) => rowView(row),
  beside: async ({ tx }, state) => {
    const counts = await officeCounts(tx);
    return { total: counts[state], counts };
  },
});

function extendableTo({ status, listedAt, endsAt }: OfficeRow, now: Date): Day | null {
  const last = lastDayOf(listedAt);
  return status === 40 && endsAt >= now && dayOf(endsAt) < last ? last : null;
}

async function caseView(work: Work, id: number): Promise<ServerOfficeCase> {
  const { tx, now } = work;
  const row = await officeRow(tx, id);
  // Reads the case without a member, as an investor sees it who has not ordered.
  const seen = await caseById(tx, id, 0);
  if (!row || !seen) throw new Refusal('CASE_NOT_FOUND');
  return {
    ...rowView(row),
    extendableTo: extendableTo(row, now),
    preview: await detailOf(work, seen, {
      orderMax: ZERO,
      ownCase: false,
      unpaidOrderId: null,
      unpaidPayBy: null,
    }),
  };
}

function orderView(
  { services }: Work,
  of: LoanState,
  { id, memberId, sealedName, stored, createdAt, amount, paidAmount }: CaseOrderRow,
): ServerCaseOrder {
  const status = statusOf(stored, of.status);
  return {
    id,
    orderNo: orderNoOf(id),
    name:
      sealedName === null
        ? '會員'
        : maskedName(services.secrets.decrypt('verification.profile.name', memberId, sealedName)),
    amount,
    paidAmount,
    status,
    statusText: orderWordsWith(status, of).text,
    createdAt,
  };
}

/** The orders of a case; refuses CASE_NOT_FOUND if there is no such application. */
export const caseOrders = reader({
  of: async (
    { tx }: Work,
    { id: loanId }: FilterOf<Office['caseOrders']>,
  ): Promise<LoanState & { loanId: number }> => {
    const state = await stateOfCase(tx, loanId);
    if (!state) throw new Refusal('CASE_NOT_FOUND');
    return { loanId, ...state };
  },
  rows: ({ tx }, { loanId }, part) => ordersIn(tx, loanId, part),
  view: (row: CaseOrderRow, work: Work, of: LoanState) => orderView(work, of, row),
  beside: ({ tx }, { loanId }) => countOrders(tx, loanId),
});

/** Refuses CASE_NOT_FOUND for a case that was never listed; locks the loan. */
async function lockedCase({ tx }: Work, id: number) {
  await lockLoan(tx, id);
  const fundable = await fundableCase(tx, id);
  if (!fundable) throw new Refusal('CASE_NOT_FOUND');
  return fundable;
}

/** Notifies everybody with an active order that the case was extended. */
async function tellOfExtension(work: Work, id: number, caseNo: string, endsAt: Date) {
  const members = new Set((await lockLiveOrders(work.tx, id)).map(({ memberId }) => memberId));
  const said = noticeKinds.caseExtended({ caseNo, until: formatDay(dayOf(endsAt)) });
  await tellMany(
    work,
    [...members].map((memberId) => ({ memberId, said })),
  );
}

export const investingOfficeActions: Actions<{
  investing: Office;
}>['investing'] = {
  officeCases: cases,

  async officeCase(context, { id }) {
    return { data: await caseView(context, id) };
  },

  caseOrders,

  async pinCase(context, { id, pinned }) {
    await lockedCase(context, id);
    await pinListing(context, id, pinned);
    return { data: await caseView(context, id) };
  },

  async extendCase(context, { id, endsOn, reason }) {
    const loanId = id;
    await lockedCase(context, loanId);
    const { loan, endsAt } = await extendListing(context, loanId, {
      endsOn,
      last: ({ listedAt, createdAt }) => lastDayOf(listedAt ?? createdAt),
      reason,
    });
    await tellOfExtension(context, loanId, loan.caseNo, endsAt);
    await moveEnd(context.tx, loanId, endsAt);
    return { data: await caseView(context, loanId) };
  },

  async closeCase(context, { id, reason }) {
    const loanId = id;
    const fundable = await lockedCase(context, loanId);
    if (fundable.status !== 40) throw new Refusal('LOAN_STATUS');
    const loan = await moveLoan(context, loanId, 99, { action: 'loan.closed_early', reason });
    const values = {
      caseNo: loan.caseNo,
      target: formatMoney(fundable.target),
      raised: formatMoney(fundable.paid),
      reason,
    };
    await tell(context, loan.memberId, noticeKinds.fundraisingClosed(values));
    return { data: await caseView(context, loanId) };
  },
};
