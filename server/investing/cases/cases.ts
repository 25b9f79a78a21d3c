// Cases as investors see them: the filtered list, one case in full, the return of an amount.
import { purposeOf } from '#contract/lending/purpose.ts';
import { dayOf } from '#contract/core/day.ts';
import { INVESTOR_FEE_BPS, investorFeeOf } from '#contract/law/distribution.ts';
import type { ServerCase, ServerCaseDetail, investing } from '#contract/investing/calls.ts';
import { STRESS_FROM } from '#contract/investing/case.ts';
import type { investingOverview } from '#contract/investing/overview.ts';
import { netRateOf } from '#contract/investing/net-rate.ts';
import { pageMax } from '#contract/core/lists.ts';
import { loanWordsWith } from '#contract/lending/loan-status.ts';
import {
  add,
  bpsOfPercent,
  money,
  type Money,
  percentOfBps,
  roundedTo,
  ZERO,
  maxOf,
  subtract,
  sum,
  wholePercentOf,
} from '#contract/core/money.ts';
import { occupations, optionOf, riskProfiles } from '#contract/options.ts';
import { aprOf, xirr } from '#contract/law/rates.ts';
import { Refusal } from '#contract/refusals.ts';
import { instalmentsOf, type Instalment } from '#contract/law/schedule.ts';
import type { Input } from '#contract/core/endpoint.ts';
import type { Action, Lister } from '../../call.ts';
import type { Work } from '../../work.ts';
import { LongList } from '../../tables/long-list.ts';
import { maskedName } from '../../identity/rules.ts';
import { findCases } from './board.ts';
import type { BoardCase } from './case-columns.ts';
import {
  caseById,
  type CaseRow,
  caseTerms,
  checksOf,
  closedTo,
  investorCounts,
  investorIn,
  largestOrders,
  lossAtRate,
  outstandingCases,
  recentOrders,
} from './case-queries.ts';
import { gradeHistoryOf } from './grade-history.ts';
import { maySeeCase, ORDER_STEP, orderMaxOf } from '../rules.ts';
import { suitabilityOf } from '../order/suitability-queries.ts';

type Promised = typeof investing;

/** Maximum number of orders shown on a page; their total number is shown beside them. */
const RECENT_ORDERS = 30;
const THREADS = 24;

/**
 * Returns the group of an occupation, because the occupation itself with a city and an age would
 * identify a person.
 */
const occupationText = (id: number) => optionOf(occupations, id)?.group ?? '';

type ListedCase = Omit<BoardCase, 'orders' | 'remaining' | 'view'> & { isClosed?: boolean };

function caseView(of: ListedCase): ServerCase {
  const { funded } = of;
  return {
    id: of.id,
    caseNo: of.caseNo,
    planSlug: of.planSlug,
    planName: of.planName,
    grade: of.grade,
    annualRate: percentOfBps(of.rateBps),
    expectedLoss: percentOfBps(of.expectedLossBps),
    installments: of.installments,
    amountVal: of.target,
    fundedAmount: funded,
    remainingAmount: maxOf(ZERO, subtract(of.target, funded)),
    progress: wholePercentOf(funded, of.target),
    investorCount: of.investors,
    endsAt: of.endsAt,
    status: of.status,
    statusText: loanWordsWith(of).text,
    occupation: occupationText(of.occupation),
    purpose: purposeOf(of),
    listedAt: of.listedAt,
  };
}

/** Returns the cases that the caller cannot fund although others can. */
async function closedCases({ tx, member }: Work & { member: { id: number } }) {
  const profile = (await suitabilityOf(tx, member.id))?.profile;
  const { perCaseMax = null } = riskProfiles.find(({ id }) => id === profile) ?? {};
  // Without a risk profile the member has no limits yet; the profile is requested before the first
  // order.
  const caps = { perCaseMax: perCaseMax ?? money(Number.MAX_SAFE_INTEGER), step: ORDER_STEP };
  return new Set((await closedTo(tx, member.id, caps)).map(({ id }) => id));
}

/** Newest first by default; without a status, only the cases open for funding. */
export const searchCases: Lister<Promised['searchCases']> = async (context, given) => {
  const { services, now } = context;
  const { orderby = 'created_at', is_orderby_asc: ascending = false, fundable = false } = given;
  const status = fundable ? 'open' : (given.status ?? 'open');
  const except = fundable ? await closedCases(context) : undefined;
  const { offset, item_per_page: limit } = given;
  const found = await findCases(
    services,
    { ...given, status, ...(except && { except }) },
    { orderby, ascending, offset, limit, now },
  );
  const view = (one: BoardCase) => (one.view ??= caseView(one));
  const { page, total } = found;
  if (page.length <= pageMax) return { data: page.map(view), total };
  return new LongList({ total }, pages());
  // The board already holds the cases; only their API views are built page by page.
  async function* pages() {
    for (let from = 0; from < page.length; from += pageMax) {
      yield page.slice(from, from + pageMax).map(view);
    }
  }
};

const SELECTED_MAX = 6;

export const selectedCases: Action<(typeof investingOverview)['selectedCases']> = async ({
  tx,
  now,
}) => {
  const chosen = await outstandingCases(tx, now, SELECTED_MAX);
  const ids = chosen.map(({ id }) => id);
  const terms = new Map((await caseTerms(tx, ids)).map((one) => [one.id, one]));
  const counts = new Map((await investorCounts(tx, ids)).map((one) => [one.id, one.investors]));
  const cases = chosen.flatMap(({ id, status, funded }) => {
    const one = terms.get(id);
    return one ? [caseView({ ...one, status, funded, investors: counts.get(id) ?? 0 })] : [];
  });
  return { data: cases };
};

const bandText = (bands: Record<string, unknown>, name: string) => {
  const text = bands[name];
  return typeof text === 'string' ? text : '未提供';
};

/** Returns what was checked of a borrower, when and how; unchecked items are not listed. */
async function checksView(work: Work, borrowerId: number): Promise<ServerCaseDetail['checks']> {
  const on = await checksOf(work.tx, borrowerId);
  const rows: [string, Date | null, string][] = [
    ['身分', on.identityOn, '證件影像與自拍照由專人核對'],
    ['手機', on.phoneOn, '簡訊驗證碼'],
    ['收入', on.incomeOn, '財力證明由專人核對'],
    ['銀行帳戶', on.bankOn, '存摺影像由專人核對'],
  ];
  return rows.flatMap(([item, at, method]) =>
    at === null ? [] : [{ item, on: dayOf(at), method }],
  );
}

/**
 * Returns a case that was listed and that the member may see. Refuses CASE_NOT_FOUND for any other.
 */
export async function visibleCase(work: Work, id: number, memberId: number): Promise<CaseRow> {
  const row = await caseById(work.tx, id, memberId);
  if (!row || !maySeeCase(row.status, { ...row, isBorrower: row.borrowerId === memberId })) {
    throw new Refusal('CASE_NOT_FOUND');
  }
  return row;
}

const scheduleOf = (
  of: { target: Money; rateBps: number; installments: number; least: Money },
  work: Work,
) =>
  instalmentsOf({
    principal: of.target,
    rateAnnualBps: of.rateBps,
    periods: of.installments,
    method: 'level',
    dayCount: 'MONTHLY_12',
    dueRule: 'ANNIVERSARY',
    startsOn: work.today,
    least: of.least,
  });

/** Returns a case in full; `own` is the part that concerns the caller. */
export async function detailOf(
  work: Work,
  row: CaseRow,
  own: Pick<ServerCaseDetail, 'orderMax' | 'ownCase' | 'unpaidOrderId' | 'unpaidPayBy'>,
): Promise<ServerCaseDetail> {
  const { tx, services } = work;
  const recent = await recentOrders(tx, row.id, RECENT_ORDERS);
  const schedule = scheduleOf(row, work);
  return {
    ...caseView({ ...row, funded: add(row.reserved, row.paid) }),
    ...own,
    purposeNote: row.purposeNote,
    borrower: {
      ageBand: bandText(row.bands, 'ageBand'),
      tenureBand: bandText(row.bands, 'tenureBand'),
      incomeBand: bandText(row.bands, 'incomeBand'),
      city: bandText(row.bands, 'city'),
      debtRatioBand: bandText(row.bands, 'debtRatioBand'),
      lateIn12Months: row.bands['lateIn12Months'] === true,
    },
    checks: await checksView(work, row.borrowerId),
    schedule: schedule.map(({ no, principal, interest, total }) => ({
      no,
      principal,
      interest,
      total,
    })),
    instalment: schedule[0]?.total ?? ZERO,
    recentOrders: recent.map(({ memberId, sealedName, amount, at }) => ({
      name:
        sealedName === null
          ? '會員'
          : maskedName(services.secrets.decrypt('verification.profile.name', memberId, sealedName)),
      amount,
      at,
    })),
    orderCount: row.orderCount,
    gradeHistory: await gradeHistoryOf(work, row.grade),
    threads: (await largestOrders(tx, row.id, THREADS)).map(({ amount }) => amount),
  };
}

export const getCase: Action<Promised['getCase']> = async (context, { id }) => {
  const { tx, member, now } = context;
  const row = await visibleCase(context, id, member.id);
  const standing = await investorIn(tx, member.id, row.id);
  const { stage, status, unpaidPayBy, ...rest } = standing;
  const investor = { ...rest, verified: stage === 4 && status === 3 };
  const own = {
    orderMax: orderMaxOf(investor, { ...row, loanId: row.id }, now),
    ownCase: row.borrowerId === member.id,
    unpaidOrderId: investor.unpaidOrderId,
    unpaidPayBy,
  };
  return { data: await detailOf(context, row, own) };
};

/** Returns the terms for a calculation: a case's, or those that were entered. */
async function calculatedTerms(
  context: Parameters<Action<Promised['calculation']>>[0],
  input: Input<Promised['calculation']>,
) {
  if (input.id !== undefined) {
    const { member } = context;
    // Any account may calculate with entered terms; a case requires a confirmed address.
    if (!member.emailVerifiedAt && !member.isGoogle) throw new Refusal('EMAIL_NOT_VERIFIED');
    const row = await visibleCase(context, input.id, member.id);
    const { rateBps, installments, expectedLossBps } = row;
    const feeBps = row.investorFeeBps ?? INVESTOR_FEE_BPS;
    return { rateBps, installments, expectedLossBps, feeBps, method: 'level' as const };
  }
  const { rate, installment, method = 'level' } = input;
  if (rate === undefined || installment === undefined) {
    throw new Refusal('INVALID_INPUT', { fields: { rate: '請選擇案件，或輸入利率與期數' } });
  }
  const rateBps = bpsOfPercent(roundedTo(rate, 2));
  const loss = await lossAtRate(context.tx, rateBps);
  return {
    rateBps,
    installments: installment,
    expectedLossBps: loss?.expectedLossBps ?? 0,
    feeBps: INVESTOR_FEE_BPS,
    method,
  };
}

/**
 * Returns the instalments as the investor receives them; the fee is rounded on the cumulative
 * interest.
 */
function receivedRows(instalments: readonly Instalment[], feeBps: number) {
  let interestReceived = ZERO;
  let feeCharged = ZERO;
  return instalments.map(({ no, dueOn, principal, interest }) => {
    const fee = investorFeeOf({ interestReceived, feeCharged }, interest, feeBps);
    interestReceived = add(interestReceived, interest);
    feeCharged = add(feeCharged, fee);
    const net = subtract(add(principal, interest), fee);
    return { no, date: dueOn, principal, interest, fee, net };
  });
}

/**
 * Returns the outcome if nothing is paid from instalment `from` on, or from the last instalment if
 * the loan has fewer.
 */
function stressOf(rows: ReturnType<typeof receivedRows>, from: number) {
  const first = Math.min(from, rows.length);
  const came = rows.filter(({ no }) => no < first);
  const missing = rows.filter(({ no }) => no >= first);
  return {
    from: first,
    received: sum(came.map(({ net }) => net)),
    principalLost: sum(missing.map(({ principal }) => principal)),
  };
}

/**
 * Calculates what an amount would return if everything is paid on time. Rates in percent, net of
 * the platform's fee: `netIrr` is nominal and counts whole months, `xirr` uses dates, and
 * `lossAdjusted` is reduced by the grade's expected yearly loss; `stress` is the loss if payments
 * stopped.
 */
export const calculation: Action<Promised['calculation']> = async (context, input) => {
  const { amount } = input;
  if (amount < 1) throw new Refusal('INVALID_INPUT', { fields: { amount: '請輸入出資金額' } });
  const terms = await calculatedTerms(context, input);
  const instalments = instalmentsOf({
    principal: amount,
    rateAnnualBps: terms.rateBps,
    periods: terms.installments,
    method: terms.method,
    dayCount: 'MONTHLY_12',
    dueRule: 'ANNIVERSARY',
    startsOn: context.today,
    fixedTerm: true,
  });
  const rows = receivedRows(instalments, terms.feeBps);
  const nets = rows.map(({ net }) => net);
  const netIrr = aprOf(amount, nets);
  const dated = xirr([
    { on: context.today, amount: -amount },
    ...rows.map(({ date, net }) => ({ on: date, amount: net })),
  ]);
  const total = (key: 'principal' | 'interest' | 'fee' | 'net') => sum(rows.map((r) => r[key]));
  return {
    data: {
      rows,
      totals: {
        principal: total('principal'),
        interest: total('interest'),
        fee: total('fee'),
        net: total('net'),
      },
      annualRate: percentOfBps(terms.rateBps),
      stress: stressOf(rows, input.stressFrom ?? STRESS_FROM),
      netIrr,
      xirr: dated === null ? null : roundedTo(dated * 100, 2),
      lossAdjusted: netRateOf({
        annualRate: percentOfBps(terms.rateBps),
        feePercent: percentOfBps(terms.feeBps),
        expectedLoss: percentOfBps(terms.expectedLossBps),
      }),
    },
  };
};
