// Tests that the history of a member knows every audit row and receipt that is about the member.
import { beforeAll, expect, test } from 'vitest';
import { verificationMembersOffice as office } from '#contract/verification/members.ts';
import { goTo, lentLoan, newTeam, pay, type TestLoan } from '../../../tests/actors/loans.ts';
import { paymentsOn } from '../../../tests/actors/payments.ts';
import { newOperator } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';

const server = useServer();

type Happening = { member: string; source: string; id: string; action: string | null };

const noted = () =>
  server.rows<Happening>(
    `select member_id as member, source, source_id as id, action from verification.happening
     order by source, source_id`,
  );

/** The same rows, found from the members by looking up everything that belongs to each of them. */
const expected = () =>
  server.rows<Happening>(
    `with mine as (
       select 'member' as type, id, id as member_id from identity.member
       union all select 'screening', id, id from identity.member
       union all select 'order', id, member_id from investing."order"
       union all select 'loan', id, member_id from lending.loan
       union all select 'refund', id, member_id from investing.refund
       union all select 'financial_statement', id, member_id
         from verification.financial_statement
       union all select 'account_change', id, member_id from verification.account_change
     ), found as (
       select 'audit' as source, id, subject_type, subject_id, action from tasks.audit
       union all
       select 'receipt', id, subject_type, subject_id, null from banking.receipt
     )
     select m.member_id as member, f.source, f.id, f.action
     from found f join mine m on m.type = f.subject_type and m.id = f.subject_id
     order by source, f.id`,
  );

let lent: TestLoan;
beforeAll(async () => {
  const { loan, account, until } = await lentLoan(server, await newTeam(server));
  await goTo(server, until);
  await pay(server, account, 3_000);
  const orders = paymentsOn(server);
  await orders.pay(await orders.placed(3_000), 3_000);
  lent = loan;
});

const receiptOfLoan = async () => {
  const [row] = await server.rows<{ id: string }>(
    `select id from banking.receipt where subject_type = 'loan' and subject_id = $1`,
    [lent.id],
  );
  return row!.id;
};

const moneyOf = async (memberId: number) => {
  const auditor = await newOperator(server, ['auditor']);
  const ask = { id: String(memberId), group: 'money' as const };
  const { data } = await server.ok(office.memberTimeline, ask, { token: auditor.token });
  return data.map(({ id }) => id);
};

test('each audit row and receipt about a member is noted', async () => {
  const rows = await noted();
  expect(rows).toEqual(await expected());
  const sources = new Set(rows.map(({ source, action }) => `${source} ${action ?? ''}`));
  expect([...sources]).toEqual(
    expect.arrayContaining([
      'audit loan.disbursed',
      'audit identity.login',
      'audit order.received',
      'receipt ',
    ]),
  );
});

test('a receipt is in the history of the member whose it is now', async () => {
  const id = await receiptOfLoan();
  const [investor] = lent.investors;
  expect(await moneyOf(lent.borrower.id)).toContain(`receipt-${id}`);
  const give = (type: string | null, subject: number | null) =>
    server.rows(`update banking.receipt set subject_type = $2, subject_id = $3 where id = $1`, [
      id,
      type,
      subject,
    ]);
  await give('order', lent.orderIds[0]!);
  expect(await moneyOf(lent.borrower.id)).not.toContain(`receipt-${id}`);
  expect(await moneyOf(investor!.id)).toContain(`receipt-${id}`);
  await give(null, null);
  expect(await moneyOf(investor!.id)).not.toContain(`receipt-${id}`);
  await give('loan', lent.id);
  await server.rows(`update banking.receipt set memo = 'again' where id = $1`, [id]);
  expect(await noted()).toEqual(await expected());
});
