// Tests that a borrower's own surplus does not pay for money of a third party that the bank took
// back.
import { expect, test } from 'vitest';
import { demonstration } from '#contract/demonstration/calls.ts';
import { servicing } from '#contract/servicing/calls.ts';
import {
  matchReceipt,
  sendPayouts,
  balanceOf,
  lentLoan,
  liveUntilPayout,
  newTeam,
  pay,
} from '../../../tests/actors/loans.ts';
import { useServer } from '../../../tests/server.ts';
import { brokenInvariants } from '../../database/invariants.ts';

const server = useServer();
const books = async () => expect(await brokenInvariants(server.services.pool)).toEqual([]);

test('a returned surplus of the borrower leaves the claim on a third party as it is', async () => {
  const team = await newTeam(server);
  const { loan, account } = await lentLoan(server, team);
  const aunt = { fromBank: '808', fromAccount: '80800000000088' };
  const seq = await pay(server, account, 900, aunt);
  const receipt = await matchReceipt(server, team, seq, { loanId: String(loan.id) });
  await pay(server, account, 500);
  await server.ok(servicing.returnPrepaid, { id: String(loan.id) }, loan.borrower);
  await liveUntilPayout(server);
  await sendPayouts(server, team);
  const payouts = () =>
    server.rows<{ id: number; amount: number; status: string; receipt: string | null }>(
      `select id::int, amount::int, status, receipt_id as receipt from servicing.payout
       where loan_id = $1 order by amount`,
      [loan.id],
    );
  const [own, hers] = await payouts();
  expect(own).toMatchObject({ amount: 500, status: 'confirmed', receipt: null });
  expect(hers).toMatchObject({ amount: 900, status: 'confirmed', receipt });
  await pay(server, account, 900, { reverses: seq });
  const claim = () => balanceOf(server, 'recourse_receivable', { loan: loan.id });
  expect(await claim()).toBe(900);
  await books();

  await server.ok(demonstration.bankReturn, { reference: `payout-${own!.id}-1` });
  expect(await claim()).toBe(900);
  expect((await payouts())[0]).toMatchObject({ amount: 500, status: 'payable' });
  await books();
  // What comes back of her own money ends the claim.
  await server.ok(demonstration.bankReturn, { reference: `payout-${hers!.id}-1` });
  expect(await claim()).toBe(0);
  await books();
});
