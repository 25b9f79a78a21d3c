// Test that every ledger invariant is read, holds in normal operation, and detects data that
// violates it.
import { trusted } from './sql.ts';
import { expect, describe, it, beforeAll } from 'vitest';
import { disburse, goTo, newTeam, pay, schedule, signedLoan } from '../../tests/actors/loans.ts';
import { useServer } from '../../tests/server.ts';
import { brokenInvariants, readInvariants } from './invariants.ts';
import { runDay } from '../worker.ts';

const server = useServer({ invariants: false });

beforeAll(async () => {
  const loan = await signedLoan(server);
  const account = await disburse(server, loan, await newTeam(server));
  const [first] = await schedule(server, loan.id);
  await goTo(server, first!.dueOn);
  await pay(server, account, 8_885);
});

describe('the invariants', () => {
  it('hold', async () => {
    expect(readInvariants().length).toBeGreaterThan(25);
    expect(await brokenInvariants(server.services.pool)).toEqual([]);
  });

  it.each([
    [
      'a tallied balance',
      `update ledger.account set balance = balance - 1 where kind = 'borrower_prepaid'`,
    ],
    ['a case counts', `update investing.funding set reserved = 0, paid = paid - 1000`],
    ['what an order was paid', `update investing."order" set paid_amount = amount - 1`],
    ['exposure is', `update investing.exposure set outstanding = outstanding + 1`],
    ['a share is what', `update servicing.share set fee_charged = fee_charged + 1`],
    [
      'an order has its exact share',
      `update servicing.share set interest_received = interest_received + 40
       where order_id = (select min(order_id) from servicing.share)`,
    ],
    ['what an investor still owns', `update servicing.share set remaining = remaining + 1`],
    ["an order's principal", `update servicing.share set remaining = remaining - 1`],
    [
      'what an investor lost',
      `update servicing.share set forgiven = 1, forgiven_on = '2026-01-01',
         remaining = remaining - 1`,
    ],
    ['what was lent on a loan', `update servicing.lent set fee_charged = fee_charged + 1`],
    ['what a loan owes', `update servicing.instalment set principal = principal + 1 where no = 12`],
    ['interest due', `update servicing.instalment set interest_accrued = 1 where no = 12`],
    ['an instalment is paid', `update servicing.instalment set paid_on = null where no = 1`],
    ['every batch is shared', `update servicing.distribution set penalty = penalty + 1`],
    ['every batch took', `update servicing.allocation set amount = amount + 1`],
    ['what is payable', `update servicing.distribution set payout_id = 1`],
    [
      'a loan is disbursed only once',
      `insert into banking.payment (purpose, subject_id, bank_code,
       account, holder, amount, memo, reference, created_at)
       select purpose, subject_id, bank_code, account, holder, amount, memo, 'twice', now()
       from banking.payment where purpose = 'disbursement'`,
    ],
    ['late charges', 'update servicing.instalment set penalty_charged = 1 where no = 12'],
    ['a settled loan', 'update lending.loan set status = 90 where status = 60'],
    ['every disbursed loan', 'update lending.loan set amount = amount + 1000 where status = 60'],
    ['every order has', 'delete from investing.funding'],
    ['a loan in violation', 'update lending.loan set status = 70 where status = 60'],
    ['principal that fell', 'update servicing.instalment set accelerated = true where no = 12'],
    [
      'court costs we paid',
      `insert into servicing.court_cost (loan_id, amount, paid_on, what)
       select id, 1000, '2026-01-01', 'test' from lending.loan where status = 60`,
    ],
    [
      'court costs got back',
      `insert into servicing.court_cost (loan_id, amount, repaid, paid_on, what)
       select id, 1000, 1000, '2026-01-01', 'test' from lending.loan where status = 60`,
    ],
    [
      'what we covered',
      `insert into banking.recourse (receipt_id, loan_id, member_id, amount, label, covered_on)
       select 1, id, member_id, 500, '', '2026-01-01' from lending.loan where status = 60`,
    ],
    [
      'the trust account moved by',
      `update banking.payment set status = 'returned' where purpose = 'disbursement'`,
    ],
    [
      'a refund that was',
      `insert into investing.refund (order_id, member_id, amount, reason, status, whole, created_at)
       select id, member_id, 5, 'late', 'confirmed', false, now() from investing."order" limit 1`,
    ],
    [
      'suspense lies there',
      `update banking.receipt set state = 'suspense' where state = 'matched'`,
    ],
    [
      'what undoes a transfer',
      `insert into ledger.transfer (id, kind, happened_on)
       values ('nothing:undone', 'undone', '2026-01-01')`,
    ],
    ['a loan is written off', 'update lending.loan set status = 95 where status = 60'],
    [
      'a measure is decided',
      `insert into servicing.measure (loan_id, kind, reason, maker_id, checker_id, status,
       created_at) select l.id, 'revocation', 'test', o.id, o.id, 'approved', now()
       from lending.loan l, (select min(id) as id from identity.operator) o
       where l.status = 60`,
    ],
    [
      'nothing that was recorded',
      `insert into banking.sign_off (day, closing, books, owed, unexplained, note, signed_by,
       signed_at, second_by, second_at, second_note, closed_at)
       select current_date + 400, 0, 0, 0, 0, '', 1, now(), 2, now(), '', now() - interval '1 day'`,
    ],
    [
      'a signed day is',
      `insert into banking.sign_off (day, closing, books, owed, unexplained, note, signed_by,
       signed_at, second_by, second_at, second_note, closed_at)
       select current_date + 400, 1, 1, 1, 0, '', 1, now(), 2, now(), '', clock_timestamp()`,
    ],
    ['the books are open', `update ledger.closed set first_open = '2020-01-01'`],
    [
      'a transfer counts on',
      `alter table ledger.transfer disable trigger transfer_append_only;
       update ledger.transfer set booked_on = happened_on - 1 where kind = 'disbursement'`,
    ],
    ['VAT is that of', `update ledger.vat_day set vat = vat + 1`],
    ['what the books have of a payment', `update banking.payment_booking set amount = amount + 1`],
  ])('detect a violation of "%s …"', async (law, breakage) => {
    const broken: string[] = [];
    await server.undone(async (tx) => {
      for (const statement of breakage.split(';')) await tx.planned(trusted(statement));
      for (const { name, sql } of readInvariants()) {
        if ((await tx.planned(trusted(sql))).length > 0) broken.push(name);
      }
    });
    expect(broken.filter((name) => name.startsWith(law))).toHaveLength(1);
  });
});

describe('the daily reconciliation', () => {
  it('opens a task if the books differ, and only then', async () => {
    const open = () =>
      server.rows<{ detail: { broken: { name: string }[] } }>(
        `select detail from tasks.task where subject_type = 'reconciliation'`,
      );
    await runDay(server.services);
    expect(await open()).toEqual([]);
    await server.rows('update servicing.share set fee_charged = fee_charged + 1');
    await runDay(server.services);
    await server.rows('update servicing.share set fee_charged = fee_charged - 1');
    const [task] = await open();
    expect(task?.detail.broken).toMatchObject([{ name: expect.stringContaining('a share is') }]);
  });
});
