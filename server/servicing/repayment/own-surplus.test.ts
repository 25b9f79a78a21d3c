// Tests a borrower's own surplus when the bank reverses a receipt of the loan.
import { payoutList } from '#contract/servicing/lists.ts';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { money } from '#contract/core/money.ts';
import { demonstration } from '#contract/demonstration/calls.ts';
import { servicing } from '#contract/servicing/calls.ts';
import {
  sendPayouts,
  balanceOf,
  lentLoan,
  liveUntilPayout,
  newTeam,
  pay,
  type Team,
  today,
} from '../../../tests/actors/loans.ts';
import { useServer } from '../../../tests/server.ts';
import { brokenInvariants } from '../../database/invariants.ts';
import { reverse } from '../../banking/reversals.ts';
import { inWork } from '../../work.ts';

const server = useServer();
let team: Team;
beforeAll(async () => {
  team = await newTeam(server);
});

const books = async () => expect(await brokenInvariants(server.services.pool)).toEqual([]);
const payoutsOf = (loanId: number) =>
  server.rows<{ id: number; amount: number; status: string }>(
    'select id::int, amount::int, status from servicing.payout where loan_id = $1 order by id',
    [loanId],
  );
const claimOn = (loan: number) => balanceOf(server, 'recourse_receivable', { loan });

/** A borrower paid in two parts and wants the money back. */
async function surplus() {
  const { loan, account } = await lentLoan(server, team);
  const first = await pay(server, account, 2_000);
  const second = await pay(server, account, 3_000);
  await server.ok(servicing.returnPrepaid, { id: String(loan.id) }, loan.borrower);
  expect(await payoutsOf(loan.id)).toMatchObject([{ amount: 5_000, status: 'payable' }]);
  return { loan, account, first, second };
}

test('an unsent one is withdrawn as far as a reversed receipt lacks it', async () => {
  const { loan, account, first, second } = await surplus();
  await pay(server, account, 3_000, { reverses: second });
  expect(await payoutsOf(loan.id)).toMatchObject([{ amount: 2_000, status: 'payable' }]);
  await books();
  await pay(server, account, 2_000, { reverses: first });
  expect(await payoutsOf(loan.id)).toMatchObject([{ amount: 0, status: 'confirmed' }]);
  expect(await claimOn(loan.id)).toBe(0);
  const listed = await server.ok(
    payoutList,
    { state: 'withdrawn', member: String(loan.borrower.id) },
    team.maker,
  );
  expect(listed.data).toMatchObject([{ state: 'withdrawn', amount: 0 }]);
  await books();
});

test('a sent one is claimed, and what comes back of it lowers the claim', async () => {
  const { loan, account, second } = await surplus();
  await liveUntilPayout(server);
  await sendPayouts(server, team);
  const mine = (await payoutsOf(loan.id)).at(-1)!;
  expect(mine).toMatchObject({ amount: 5_000, status: 'confirmed' });
  await pay(server, account, 3_000, { reverses: second });
  expect(await claimOn(loan.id)).toBe(3_000);
  const { data } = await server.ok(demonstration.bankReturn, { reference: `payout-${mine.id}-1` });
  expect(data.returned).toBe(true);
  expect(await claimOn(loan.id)).toBe(0);
  expect((await payoutsOf(loan.id)).at(-1)).toMatchObject({ amount: 2_000, status: 'payable' });
  expect(await balanceOf(server, 'refund_payable', { member: loan.borrower.id })).toBe(2_000);
  await books();
});

test('one that comes back while the bank takes its receipt back is not owed again', async () => {
  const { loan, account, second } = await surplus();
  await liveUntilPayout(server);
  await sendPayouts(server, team);
  const mine = (await payoutsOf(loan.id)).at(-1)!;
  const reversal = {
    bank: '812',
    date: today(server),
    seq: `again-${second}`,
    at: new Date(),
    ...({ type: 'transfer', amount: money(3_000), sign: '-', reverses: second } as const),
    virtualAccount: account,
  };
  let comesBack: Promise<unknown> = Promise.resolve();
  await inWork(server.services, async (work) => {
    expect(await reverse(work, reversal)).toBe('reversed');
    comesBack = server.ok(demonstration.bankReturn, { reference: `payout-${mine.id}-1` });
    // Enough to be carried out before the reversal is committed, if nothing made it wait.
    await Promise.race([comesBack, setTimeout(1_000)]);
  });
  await comesBack;
  expect(await claimOn(loan.id)).toBe(0);
  expect((await payoutsOf(loan.id)).at(-1)).toMatchObject({ amount: 2_000, status: 'payable' });
  await books();
});

test('one that was made after the claim is owed again, because it is other money', async () => {
  const { loan, account, second } = await surplus();
  await liveUntilPayout(server);
  await sendPayouts(server, team);
  await pay(server, account, 3_000, { reverses: second });
  expect(await claimOn(loan.id)).toBe(3_000);
  await pay(server, account, 700);
  await server.ok(servicing.returnPrepaid, { id: String(loan.id) }, loan.borrower);
  await liveUntilPayout(server);
  await sendPayouts(server, team);
  const [before, after] = await payoutsOf(loan.id);
  expect(after).toMatchObject({ amount: 700, status: 'confirmed' });
  await server.ok(demonstration.bankReturn, { reference: `payout-${after!.id}-1` });
  expect(await claimOn(loan.id)).toBe(3_000);
  expect((await payoutsOf(loan.id))[1]).toMatchObject({ amount: 700, status: 'payable' });
  await books();
  // The money that was claimed ends the claim when it comes back.
  await server.ok(demonstration.bankReturn, { reference: `payout-${before!.id}-1` });
  expect(await claimOn(loan.id)).toBe(0);
  expect(await payoutsOf(loan.id)).toMatchObject([
    { amount: 2_000, status: 'payable' },
    { amount: 700, status: 'payable' },
  ]);
  await books();
});
