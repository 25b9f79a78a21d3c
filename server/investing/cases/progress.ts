// Live progress of a case: one query for all followers, twice a second.
import type { investingOverview } from '#contract/investing/overview.ts';
import { loanWords, type LoanStatus } from '#contract/lending/loan-status.ts';
import { type Money, maxOf, subtract, wholePercentOf, ZERO } from '#contract/core/money.ts';
import type { Output } from '#contract/core/endpoint.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Follow } from '../../call.ts';
import type { Services } from '../../services.ts';
import { db } from '../../database/db.ts';
import { fundedCases, investorCounts } from './case-queries.ts';
import { visibleCase } from './cases.ts';
import { maySeeCase } from '../rules.ts';

type Call = (typeof investingOverview)['caseProgress'];
export type Progress = Output<Call>;
/** A follower of a case, and how they are related to it. */
type Follower = {
  tell(news: Progress): void;
  end(): void;
  isBorrower: boolean;
  mine: boolean;
  holds: boolean;
};

const LOOK_EVERY_MS = 500;

type Watched = { last: Progress; orders: number; followers: Set<Follower> };
/** Per database pool: the cases that somebody follows in this process. */
const desks = new WeakMap<object, Map<number, Watched>>();

export type FundedCase = {
  id: number;
  status: LoanStatus;
  target: Money;
  funded: Money;
  orders: number;
};

function progressOf({ status, target, funded }: FundedCase, investorCount: number): Progress {
  return {
    fundedAmount: funded,
    remainingAmount: maxOf(ZERO, subtract(target, funded)),
    progress: wholePercentOf(funded, target),
    investorCount,
    status,
    statusText: loanWords(status).text,
  };
}

async function look(services: Services, ids: readonly number[]) {
  const tx = db(services.pool);
  const cases = await fundedCases(tx, ids);
  return { tx, cases };
}

/** Polls as long as anybody follows a case; a failed query is retried in the next round. */
function keepLooking(services: Services, desk: Map<number, Watched>): void {
  const timer = setTimeout(async () => {
    try {
      await lookOnce(services, desk);
    } catch (error) {
      services.log.warn({ err: error }, 'the progress of cases could not be read');
    }
    if (desk.size > 0) keepLooking(services, desk);
    else desks.delete(services.pool);
  }, LOOK_EVERY_MS);
  timer.unref();
}

async function lookOnce(services: Services, desk: Map<number, Watched>): Promise<void> {
  const { tx, cases } = await look(services, [...desk.keys()]);
  const moved = cases.filter((one) => {
    const watched = desk.get(one.id);
    const { fundedAmount, status } = watched?.last ?? {};
    return watched?.orders !== one.orders || fundedAmount !== one.funded || status !== one.status;
  });
  if (moved.length === 0) return;
  const ids = moved.map(({ id }) => id);
  const counts = new Map((await investorCounts(tx, ids)).map((one) => [one.id, one.investors]));
  for (const one of moved) {
    const watched = desk.get(one.id);
    if (!watched) continue;
    watched.orders = one.orders;
    watched.last = progressOf(one, counts.get(one.id) ?? 0);
    for (const follower of watched.followers) {
      if (maySeeCase(one.status, follower)) follower.tell(watched.last);
      else follower.end();
    }
  }
}

function join(services: Services, one: FundedCase, now: Progress, by: Follower): () => void {
  let desk = desks.get(services.pool);
  if (!desk) {
    desk = new Map();
    desks.set(services.pool, desk);
    keepLooking(services, desk);
  }
  const mine = desk;
  const watched = mine.get(one.id) ?? { last: now, orders: one.orders, followers: new Set() };
  mine.set(one.id, watched);
  watched.followers.add(by);
  return () => {
    watched.followers.delete(by);
    if (watched.followers.size === 0) mine.delete(one.id);
  };
}

/** Refuses CASE_NOT_FOUND for a case that was never listed or that the member may not see. */
export const caseProgress: Follow<Call> = async (context, { id }) => {
  const { services, member } = context;
  const { mine, holds, borrowerId } = await visibleCase(context, id, member.id);
  const { tx, cases } = await look(services, [id]);
  const [one] = cases;
  if (!one) throw new Refusal('CASE_NOT_FOUND');
  const [count] = await investorCounts(tx, [one.id]);
  const now = progressOf(one, count?.investors ?? 0);
  const standing = { mine, holds, isBorrower: borrowerId === member.id };
  return { now, follow: (tell, end) => join(services, one, now, { tell, end, ...standing }) };
};
