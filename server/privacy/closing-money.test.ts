// Tests closing an account while payments and votes of the member are processed.
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { identityAccount } from '#contract/identity/account.ts';
import { money } from '#contract/core/money.ts';
import { servicing } from '#contract/servicing/calls.ts';
import { decide } from '../../tests/actors/tasks.ts';
import {
  checkBatches,
  disburse,
  goTo,
  liveUntilPayout,
  balanceOf,
  newTeam,
  pay,
  schedule,
  signedLoan,
  statusOf,
  today,
} from '../../tests/actors/loans.ts';
import { newInvestors } from '../../tests/actors/market.ts';
import {
  agreed,
  consent,
  negotiating,
  newDesk,
  offered,
  violated,
} from '../../tests/actors/negotiations.ts';
import type { Person } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { bookPayment } from '../banking/actions.ts';
import { brokenInvariants } from '../database/invariants.ts';

// Reports of the bank arrive while members close their accounts.
const server = useServer({ repeats: false });
/**
 * Number of rounds of each race. `ROUNDS=200` repeats the attack that once found a fault in
 * closing.
 */
const ROUNDS = Number(process.env['ROUNDS'] ?? 12);
const PAUSES = [
  [0, 40],
  [0, 0],
  [5, 0],
  [40, 0],
] as const;

async function ready(members: readonly Person[]): Promise<void> {
  await server.rows(
    `update identity.session set step_up_at = now(), step_up_reference = 'TEST',
       step_up_act = 'closing'
     where member_id = any ($1)`,
    [members.map(({ id }) => id)],
  );
}

const close = ({ email, token }: Person) =>
  server.ask(identityAccount.closeAccount, { email }, { token });

/**
 * Starts both calls, alternately the first one earlier, the second one earlier, or both at once.
 */
async function race<A, B>(round: number, a: () => Promise<A>, b: () => Promise<B>) {
  const [early, late] = PAUSES[round % PAUSES.length]!;
  const first = setTimeout(early).then(a);
  const second = setTimeout(late).then(b);
  return [await first, await second] as const;
}

type Payout = { member: Person; amount: number; reference: string };

/** Returns a fully repaid loan whose payouts to the investors have been ordered at the bank. */
async function orderedPayouts(): Promise<{ borrower: Person; account: string; payouts: Payout[] }> {
  const team = await newTeam(server);
  const investors = await newInvestors(server, ROUNDS);
  const shares = investors.map(() => 1_000);
  const terms = { amount: 1_000 * ROUNDS, rateBps: 1_200, installments: 1, shares };
  const loan = await signedLoan(server, terms, { investors: [...investors] });
  const account = await disburse(server, loan, team);
  const [row] = await schedule(server, loan.id);
  await goTo(server, row!.payableUntil);
  await pay(server, account, row!.principal + row!.interest);
  expect((await statusOf(server, loan.id)).status).toBe(90);
  await liveUntilPayout(server);
  expect(await decide(server, team.maker, 'payout_release', null, 'release')).toBeNull();
  await checkBatches(server, team.checker);
  const rows = await server.rows<{ member: string; amount: string; reference: string }>(
    `select p.member_id as member, p.amount, b.reference from servicing.payout p
     join banking.payment b on b.id = p.payment_id and b.purpose = 'payout'
     where p.member_id = any ($1)`,
    [investors.map(({ id }) => id)],
  );
  expect(rows).toHaveLength(ROUNDS);
  const payouts = rows.map(({ member, amount, reference }) => ({
    member: investors.find(({ id }) => id === Number(member))!,
    amount: Number(amount),
    reference,
  }));
  return { borrower: loan.borrower, account, payouts };
}

const report = ({ reference, amount }: Payout, outcome: 'confirmed' | 'returned') =>
  bookPayment(server.services, `test-${reference}-${outcome}`, {
    reference,
    outcome,
    date: today(server),
    at: server.services.clock.now(),
    amount: money(amount),
    ...(outcome === 'returned' && { reason: '收款帳號已結清' }),
  } as never);

test('payouts are confirmed and returned while their members close', async () => {
  const { borrower, account, payouts } = await orderedPayouts();
  await ready([borrower, ...payouts.map(({ member }) => member)]);
  let lodged = 0;
  const wins = { closedFirst: 0, returnedFirst: 0, waited: 0 };
  for (const [round, payout] of payouts.entries()) {
    const { member, amount } = payout;
    if (round % 5 === 4) {
      // The bank did not pay the payout, so the platform still owes it and the account cannot be
      // closed.
      const [closing] = await race(
        round,
        () => close(member),
        () => report(payout, 'returned'),
      );
      expect(closing.status, JSON.stringify(closing.body)).toBe(409);
      wins.waited += 1;
      continue;
    }
    const [closing] = await race(
      round,
      () => close(member),
      () => report(payout, 'confirmed'),
    );
    let closed = closing.status === 200;
    expect([200, 409], JSON.stringify(closing.body)).toContain(closing.status);
    // Days later the bank returns a payment that it had confirmed.
    const [again] = await race(
      round,
      async () => (closed ? null : close(member)),
      () => report(payout, 'returned'),
    );
    closed ||= again?.status === 200;
    if (closed) lodged += amount;
    wins[closed ? 'closedFirst' : 'returnedFirst'] += 1;
  }
  expect(wins.closedFirst, JSON.stringify(wins)).toBeGreaterThan(0);
  expect(await balanceOf(server, 'suspense')).toBe(lodged);
  const tasks = await server.rows(
    `select from tasks.task where kind = 'unmatched_payment' and status = 'open'
       and detail::text like '%會員已關閉帳戶%'`,
  );
  expect(tasks).toHaveLength(wins.closedFirst);
  // If the bank repeats the same report, nothing changes.
  for (const payout of payouts) await report(payout, 'returned');
  expect(await balanceOf(server, 'suspense')).toBe(lodged);
  expect(await brokenInvariants(server.services.pool)).toEqual([]);

  // A borrower who has repaid may close the account too; money that arrives later waits in suspense
  // until a person finds its owner.
  const closing = await close(borrower);
  expect(closing.status, JSON.stringify(closing.body)).toBe(200);
  await pay(server, account, 500);
  expect(await balanceOf(server, 'suspense')).toBe(lodged + 500);
  expect(await brokenInvariants(server.services.pool)).toEqual([]);
});

test('votes are cast while their members try to close', async () => {
  const desk = await newDesk(server);
  const polled = await violated(server, desk);
  await ready(polled.investors);
  for (let round = 0; round < ROUNDS; round += 1) {
    const member = polled.investors[round % polled.investors.length]!;
    const answer = ((round % 3) + 1) as 1 | 2 | 3;
    const input = { loan_id: String(polled.id), answer };
    const [closing, vote] = await race(
      round,
      () => close(member),
      () => server.ask(servicing.violationPoll, input, { token: member.token }),
    );
    // Members who hold a share of a loan cannot close their account, so their vote counts.
    expect([closing.status, vote.status], JSON.stringify([closing.body, vote.body])).toEqual([
      409, 200,
    ]);
  }
  expect(await brokenInvariants(server.services.pool)).toEqual([]);
});

test('agreements to new terms are given while their members try to close', async () => {
  const desk = await newDesk(server);
  const loan = await negotiating(server, desk);
  await offered(server, desk, loan);
  await agreed(server, loan);
  await ready(loan.investors);
  for (const [i, member] of loan.investors.entries()) {
    const [closing, given] = await race(
      i,
      () => close(member),
      () => consent(server, loan, i),
    );
    expect([closing.status, given.status], JSON.stringify([closing.body, given.body])).toEqual([
      409,
      // Two thirds of the principal have agreed before the last investor answers, so their consent
      // is refused.
      i < 2 ? 200 : 409,
    ]);
  }
  expect(await brokenInvariants(server.services.pool)).toEqual([]);
});
