// Tests that money paid twice, by debit and by hand, goes back only once if the borrower has asked
// it back meanwhile.
import { expect, test } from 'vitest';
import { servicing } from '#contract/servicing/calls.ts';
import { balanceOf, liveThrough, newTeam, pay } from '../../tests/actors/loans.ts';
import { debitedLoan, goToDebit } from '../../tests/actors/mandates.ts';
import { useServer } from '../../tests/server.ts';

const server = useServer();

test('what the borrower asked back is not returned again from a later payment', async () => {
  const loan = await debitedLoan(server, await newTeam(server));
  const amount = loan.first.principal + loan.first.interest;
  await goToDebit(server, loan);
  await pay(server, loan.account, amount);
  await server.ok(servicing.returnPrepaid, { id: String(loan.id) }, loan.borrower);
  await liveThrough(server, 10);
  // This is for the next instalment.
  await pay(server, loan.account, 3_000);
  await liveThrough(server, 2);
  expect(await balanceOf(server, 'borrower_prepaid', { loan: loan.id })).toBe(3_000);
});
