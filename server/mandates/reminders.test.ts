// Tests that a reminder promises a debit only if the debit will be made.
import { expect, test } from 'vitest';
import { addDays } from '#contract/core/day.ts';
import { money } from '#contract/core/money.ts';
import { servicing } from '#contract/servicing/calls.ts';
import { disburse, EXAMPLE, goTo, newTeam, schedule } from '../../tests/actors/loans.ts';
import { signedLoan, statusOf } from '../../tests/actors/loans.ts';
import { authorise, newDebtor } from '../../tests/actors/mandates.ts';
import { useServer } from '../../tests/server.ts';

const server = useServer();
const NOT_YOURSELF = '不必自行匯款';

async function lent() {
  const borrower = await newDebtor(server);
  const loan = await signedLoan(server, EXAMPLE, { borrower });
  await disburse(server, loan, await newTeam(server));
  return { ...loan, borrower, rows: await schedule(server, loan.id) };
}

/** The newest reminder of an instalment that falls due. */
async function reminderOf(id: number): Promise<string | undefined> {
  const [told] = await server.rows<{ body: string }>(
    `select body from notices.notice
     where member_id = $1 and title ~ '還款(將於|今天到期)' order by id desc`,
    [id],
  );
  return told?.body;
}

test('a covered instalment is said to be debited, one above the ceiling is not', async () => {
  const [covered, above] = [await lent(), await lent()];
  await authorise(server, covered.borrower);
  await authorise(server, above.borrower, { ceiling: money(5_000) });
  await goTo(server, addDays(covered.rows[0]!.dueOn, -3));
  expect(await reminderOf(covered.borrower.id)).toContain(NOT_YOURSELF);
  expect(await reminderOf(above.borrower.id)).toContain('，請匯至 ');
  expect(await reminderOf(above.borrower.id)).not.toContain(NOT_YOURSELF);
});

test('an instalment of a loan in violation is not said to be debited', async () => {
  const { id, borrower, investors, rows } = await lent();
  await goTo(server, addDays(rows[0]!.payableUntil, 31));
  expect((await statusOf(server, id)).status).toBe(70);
  for (const { token } of investors) {
    await server.ok(servicing.violationPoll, { loan_id: String(id), answer: 1 }, { token });
  }
  await authorise(server, borrower);
  await goTo(server, addDays(rows[2]!.dueOn, -3));
  expect(await reminderOf(borrower.id)).not.toContain(NOT_YOURSELF);
});
