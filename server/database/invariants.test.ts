// Test that every ledger invariant is read, holds in normal operation, and detects data that
// violates it.
import { sql, trusted } from './sql.ts';
import { expect, describe, it, beforeAll } from 'vitest';
import { disburse, goTo, newTeam, pay, schedule, signedLoan } from '../../tests/actors/loans.ts';
import { useServer } from '../../tests/server.ts';
import { brokenInvariants, readInvariants } from './invariants.ts';
import { runDay } from '../worker.ts';

const server = useServer({ invariants: false });

const REVERSED = `update banking.receipt set state = 'reversed'`;
/** A receipt of the oldest order, which keeps its money. */
const PAID = `
  insert into banking.receipt (bank, bank_date, seq, at, type, amount, sign, virtual_account,
    subject_type, subject_id, state)
  select '812', '2026-01-01', 'paid', now(), 'remittance', amount, '+', '0', 'order', id, 'matched'
  from investing."order" order by id limit 1;
  insert into ledger.transfer (id, kind, happened_on, booked_on)
  select 'order:' || subject_id || ':receipt:' || id, 'order_receipt', bank_date, bank_date
  from banking.receipt where seq = 'paid'`;
/** The bank took these receipts back, and the platform covered them. */
const COVERED = (of: 'order' | 'loan') => `
  ${REVERSED} where subject_type = '${of}';
  insert into banking.recourse (receipt_id, loan_id, member_id, amount, label, covered_on)
  select r.id, l.id, l.member_id, 500, '', '2026-01-01' from banking.receipt r, lending.loan l
  where r.state = 'reversed' and l.status = 60`;
/** All money of the oldest order is refunded. */
const REFUND = (status: string) => `
  insert into investing.refund (order_id, member_id, amount, reason, status, whole, created_at)
  select id, member_id, amount, 'failed', '${status}', true, now() from investing."order"
  order by id limit 1`;
const PAYMENT = (attempt: number, status: string) => `
  insert into banking.payment (purpose, subject_id, member_id, bank_code, account, holder, amount,
    memo, reference, status, created_at)
  select 'payout', 77, member_id, bank_code, account, holder, 5, memo, 'payout-77-${attempt}',
    '${status}', now() from banking.payment limit 1`;

/** A payment came back for a closed account, and its money lies in suspense. */
const LYING = (table: string) => `
  ${PAYMENT(1, 'returned')};
  update ${table} set status = 'confirmed', payment_id = (select max(id) from banking.payment);
  insert into banking.receipt (bank, bank_date, seq, at, type, amount, sign, virtual_account, state)
  select '812', '2026-01-01', 'payment-' || max(id), now(), 'remittance', 5, '+', '0', 'suspense'
  from banking.payment`;
/** A surplus of the oldest loan, made before the receipts of the loan were covered. */
const SURPLUS = `
  ${COVERED('loan')};
  insert into servicing.payout (member_id, kind, loan_id, amount, created_on)
  select member_id, 'surplus', id, 7, '2026-01-01' from lending.loan where status = 60;
  insert into ledger.transfer (id, kind, happened_on, booked_on)
  select 'surplus:' || id, 'surplus', created_on, created_on from servicing.payout where amount = 7;
  insert into ledger.transfer (id, kind, happened_on, booked_on)
  select 'receipt:' || receipt_id || ':covered', 'covered', covered_on, covered_on
  from banking.recourse`;

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
      'a stored balance',
      `update ledger.account set balance = balance - 1 where kind = 'borrower_prepaid'`,
    ],
    ['the totals of a case', `update investing.funding set reserved = 0, paid = paid - 1000`],
    ['the paid amount', `update investing."order" set paid_amount = amount - 1`],
    ['exposure is the', `update investing.exposure set outstanding = outstanding + 1`],
    ['every share equals', `update servicing.share set fee_charged = fee_charged + 1`],
    [
      'every order has its',
      `update servicing.share set interest_received = interest_received + 40
       where order_id = (select min(order_id) from servicing.share)`,
    ],
    ['the outstanding principal', `update servicing.share set remaining = remaining + 1`],
    ["an order's principal", `update servicing.share set remaining = remaining - 1`],
    [
      "an investor's loss",
      `update servicing.share set forgiven = 1, forgiven_on = '2026-01-01',
         remaining = remaining - 1`,
    ],
    ['the amount lent', `update servicing.lent set fee_charged = fee_charged + 1`],
    ['amount, rate, term', `update lending.loan set rate_bps = rate_bps + 100`],
    ['amount, rate, term', `update lending.loan set apr_bps = 1`],
    ['amount, rate, term', `update lending.loan set instalment = 1`],
    [
      'the first schedule',
      `update servicing.instalment set interest = interest + 1, principal = principal - 1
       where no = 5`,
    ],
    ['the first schedule', `update servicing.instalment set due_on = due_on + 1 where no = 7`],
    [
      'the first schedule',
      `update servicing.instalment set payable_until = due_on + 16 where no = 12`,
    ],
    ['the first schedule', `update servicing.instalment set payable_until = due_on - 1`],
    [
      'the first schedule',
      `update servicing.instalment i set principal = i.principal + case i.no when 12 then -11 else 1
       end where i.version = 1`,
    ],
    [
      'no instalment of a running',
      `insert into servicing.instalment (loan_id, version, no, due_on, payable_until, principal,
         interest)
       select loan_id, 2, 13, due_on + 31, payable_until + 31, 0, 0
       from servicing.instalment where no = 12`,
    ],
    ['no instalment of a running', `update servicing.instalment set paid_on = '2026-12-31'`],
    ['the debt of', `update servicing.instalment set principal = principal + 1 where no = 12`],
    ['unpaid interest that', `update servicing.instalment set interest_accrued = 1 where no = 12`],
    ['an instalment is', `update servicing.instalment set paid_on = null where no = 1`],
    ['every batch is', `update servicing.distribution set penalty = penalty + 1`],
    [
      'the suspense of each',
      `insert into banking.receipt (bank, bank_date, seq, at, type, amount, sign, virtual_account,
         state)
       values ('812', '2026-01-01', 'unbooked', now(), 'remittance', 5, '+', '0', 'suspense')`,
    ],
    ['every batch took', `update servicing.allocation set amount = amount + 1`],
    ['amounts payable to', `update servicing.distribution set payout_id = 1`],
    [
      'a loan is disbursed only once',
      `insert into banking.payment (purpose, subject_id, bank_code,
       account, holder, amount, memo, reference, created_at)
       select purpose, subject_id, bank_code, account, holder, amount, memo, 'twice', now()
       from banking.payment where purpose = 'disbursement'`,
    ],
    ['the total of', 'update servicing.instalment set penalty_charged = 1 where no = 12'],
    ['a settled loan', 'update lending.loan set status = 90 where status = 60'],
    ['exactly the disbursed', 'update lending.loan set amount = amount + 1000 where status = 60'],
    ['every order has a', 'delete from investing.funding'],
    ['exactly the loans', 'update lending.loan set status = 70 where status = 60'],
    [
      'accelerated principal is',
      'update servicing.instalment set accelerated = true where no = 12',
    ],
    [
      'unrecovered court costs',
      `insert into servicing.court_cost (loan_id, amount, paid_on, what)
       select id, 1000, '2026-01-01', 'test' from lending.loan where status = 60`,
    ],
    [
      'recovered court costs',
      `insert into servicing.court_cost (loan_id, amount, repaid, paid_on, what)
       select id, 1000, 1000, '2026-01-01', 'test' from lending.loan where status = 60`,
    ],
    [
      'amounts covered for',
      `insert into banking.recourse (receipt_id, loan_id, member_id, amount, label, covered_on)
       select 1, id, member_id, 500, '', '2026-01-01' from lending.loan where status = 60`,
    ],
    [
      'the trust account',
      `update banking.payment set status = 'returned' where purpose = 'disbursement'`,
    ],
    [
      'a sent refund',
      `insert into investing.refund (order_id, member_id, amount, reason, status, whole, created_at)
       select id, member_id, 5, 'late', 'confirmed', false, now() from investing."order" limit 1`,
    ],
    ['the suspense of', `update banking.receipt set state = 'suspense' where state = 'matched'`],
    [
      'a transfer that',
      `insert into ledger.transfer (id, kind, happened_on, booked_on)
       values ('nothing:undone', 'undone', '2026-01-01', '2026-01-01')`,
    ],
    ['two persons write', 'update lending.loan set status = 95 where status = 60'],
    [
      'nobody decides a',
      `insert into servicing.measure (loan_id, kind, reason, maker_id, checker_id, status,
       created_at) select l.id, 'revocation', 'test', o.id, o.id, 'approved', now()
       from lending.loan l, (select min(id) as id from identity.operator) o
       where l.status = 60`,
    ],
    [
      'nothing recorded after',
      `insert into banking.sign_off (day, closing, books, owed, unexplained, note, signed_by,
       signed_at, second_by, second_at, second_note, closed_at)
       select current_date + 400, 0, 0, 0, 0, '', 1, now(), 2, now(), '', now() - interval '1 day'`,
    ],
    [
      'a signed day',
      `insert into banking.sign_off (day, closing, books, owed, unexplained, note, signed_by,
       signed_at, second_by, second_at, second_note, closed_at)
       select current_date + 400, 1, 1, 1, 0, '', 1, now(), 2, now(), '', clock_timestamp()`,
    ],
    ['the books are', `update ledger.closed set first_open = '2020-01-01'`],
    [
      'a transfer counts',
      `alter table ledger.transfer disable trigger transfer_append_only;
       update ledger.transfer set booked_on = happened_on - 1 where kind = 'disbursement'`,
    ],
    ['VAT is calculated', `update ledger.vat_day set vat = vat + 1`],
    [
      'client money is whole',
      `insert into ledger.shortfall (cause, since, amount, most) values ('x', now(), 5, 5)`,
    ],
    [
      'client money is whole',
      `insert into ledger.entry (transfer_id, line, account_id, amount)
       select id, 99, (select min(id) from ledger.account where kind = 'platform_due'), 1000000
       from ledger.transfer where kind = 'disbursement'`,
    ],
    [
      'the signed closing',
      `insert into banking.bank_day (day, closing, source, recorded_at)
       values ('2020-01-01', 7, 'statement', '2020-01-02') on conflict (day) do update
       set closing = 7;
       insert into banking.sign_off (day, closing, books, owed, unexplained, note, signed_by,
       signed_at, second_by, second_at, second_note, closed_at)
       select '2020-01-01', 0, 0, 0, 0, '', 1, now(), 2, now(), '', '2020-01-02'`,
    ],
    [
      'a signed day on which',
      `insert into banking.sign_off (day, closing, books, owed, unexplained, note, signed_by,
       signed_at, second_by, second_at, second_note, closed_at)
       select '2020-01-01', 0, 0, 0, 0, '', 1, now(), 2, now(), '', '2020-01-02';
       update banking.sign_off set breach = '{"amount": 5, "cause": "x", "told": "y"}'`,
    ],
    [
      'two persons confirm',
      `insert into banking.sign_off (day, closing, books, owed, unexplained, note, signed_by,
       signed_at, second_by, second_at, second_note, closed_at)
       select '2020-01-01', 0, 0, 0, 0, '', 1, now(), 2, now(), '', '2020-01-02';
       update banking.sign_off set reasons = '[{"key": "x", "amount": 5000, "by": 2}]'`,
    ],
    ['the VAT of each', `update ledger.vat_day set fees = fees + 21, vat = vat + 1`],
    [
      'a trust report has the amount',
      `insert into reports.bank_letter (day, amount, filename, content_type, stored, added_by,
         added_at) select '2026-10-31', 5, '', '', '{}', min(id), now() from identity.operator;
       insert into reports.trust_report (month, letter_id, figures, members, members_amount, root,
         signed_by, signed_at) select '2026-10-01', l.id,
         jsonb_build_object('bank', 6, 'letterId', l.id::text), 0, 0, '', 1, now()
       from reports.bank_letter l`,
    ],
    ['the fee of a disbursement', `update lending.loan set platform_fee = platform_fee + 1`],
    ['the fee of a disbursement', `update lending.loan set disbursed_on = disbursed_on + 1`],
    ['the bookings of', `update banking.payment_booking set amount = amount + 1`],
    ['what was paid for an order', `${PAID}; ${REVERSED} where seq = 'paid'`],
    ['what was received for a loan', `${REVERSED} where subject_type = 'loan'`],
    ['an open claim is', COVERED('loan')],
    ['exactly the open claims', COVERED('loan')],
    ['no refund that waits', `${PAID}; ${COVERED('order')}; ${REFUND('payable')}`],
    ['a refund that waits', REFUND('payable')],
    [
      'no refund that waits',
      `${PAID}; ${COVERED('order')}; ${REFUND('payable')}; ${LYING('investing.refund')}`,
    ],
    ['no surplus that waits', SURPLUS],
    ['no surplus that waits', `${SURPLUS}; ${LYING('servicing.payout')}`],
    [
      'a claim on a third party',
      `update banking.receipt set third_party = true where subject_type = 'loan';
       ${COVERED('loan')};
       insert into servicing.payout (member_id, kind, loan_id, amount, status, receipt_id,
         created_on)
       select member_id, 'surplus', loan_id, 900, 'confirmed', receipt_id, covered_on
       from banking.recourse`,
    ],
    ['a refund, a payout', `${PAYMENT(1, 'confirmed')}; ${PAYMENT(2, 'sent')}`],
    [
      'returned money is',
      `${PAYMENT(1, 'returned')};
       insert into servicing.payout (member_id, amount, status, payment_id, created_on)
       select member_id, 5, 'confirmed', id, '2026-01-01' from banking.payment
       where reference = 'payout-77-1'`,
    ],
    [
      'a disbursement that came',
      `update banking.payment set status = 'returned' where purpose = 'disbursement';
       insert into banking.payment_booking
       select reference, 'returned', -amount, bank_date, booked_on from banking.payment_booking`,
    ],
    [
      'money in suspense waits',
      `update banking.receipt set state = 'suspense' where subject_type = 'loan'`,
    ],
    [
      'a distribution counts',
      `update servicing.distribution set distributed_on = distributed_on - 1`,
    ],
    ['a distribution counts', `update servicing.distribution set member_id = member_id + 1`],
    ['a distribution counts', `update servicing.distribution set loan_id = loan_id + 1`],
    ['a share counts as lent', `update servicing.share set lent_on = lent_on + 1`],
    [
      'a receipt is the line',
      `insert into banking.bank_line (bank, bank_date, seq, amount, source)
       select bank, bank_date, seq, amount + 1, 'sandbox' from banking.receipt
       where subject_type = 'loan'
       on conflict (bank, bank_date, seq) do update set amount = excluded.amount;
       insert into banking.closed_day (bank, day, source, closed_at)
       select distinct bank, bank_date, 'callback', now() from banking.receipt
       on conflict do nothing`,
    ],
    [
      'what was received counts',
      `update banking.receipt set bank_date = bank_date - 1 where subject_type = 'loan'`,
    ],
    ['the receipt and the', `update banking.receipt set subject_id = subject_id + 1`],
    ['the receipt and the', `update servicing.allocation set instalment_no = 99`],
    ['late charges of an', `update servicing.instalment set late_interest_owed = 5 where no = 2`],
    ['late charges of an', `update servicing.instalment set penalty_charged = 5 where no = 2`],
    [
      'late charges paid on',
      `update servicing.instalment set penalty_paid = 7, penalty_charged = 7 where no = 1`,
    ],
    [
      'late charges paid on',
      `update servicing.allocation set class = 'lateInterest' where class = 'interest'`,
    ],
    ['a loan is settled', `update lending.loan set settled_on = '2026-12-01' where status = 60`],
    [
      'a loan is settled',
      `update lending.loan set status = 90, settled_on = '2026-12-01' where status = 60`,
    ],
    [
      'a used prepayment',
      `insert into servicing.prepayment (loan_id, kind, principal, interest, late_charges, fee,
         total, good_on, status, created_at)
       select loan_id, 'partial', amount + 1, 0, 0, 0, 0, allocated_on, 'used', now()
       from servicing.allocation where class = 'principal'`,
    ],
    [
      'a prepayment fee was',
      `update servicing.allocation set class = 'prepaymentFee' where class = 'interest'`,
    ],
    [
      'the loss of a',
      `insert into servicing.write_off (loan_id, written_off_on, late_days, principal, interest,
         late_charges, court_costs, reason, proposed_by, approved_by)
       select l.id, current_date + 400, 200, l.amount, 0, 0, 0, 'test', o.low, o.high
       from lending.loan l,
         (select min(id) as low, max(id) as high from identity.operator) o where l.status = 60`,
    ],
    [
      'a payment goes to the member',
      `update banking.payment set member_id = (select max(member_id) from investing."order")
       where purpose = 'disbursement'`,
    ],
    [
      'a payment is no more',
      `insert into banking.batch_item select batch_id, subject_id, amount from banking.payment
       on conflict do nothing;
       update banking.batch_item set amount = amount - 1`,
    ],
    ['an application has no figures', `update lending.loan set status = 20`],
    [
      'an offer is withdrawn by two',
      `insert into tasks.audit (at, actor_type, actor_id, subject_type, subject_id, action,
         from_status, to_status, snapshot, request_id)
       select now(), 'operator', 1, 'loan', id, 'loan.offer_withdrawn', '30', '20', '{}', ''
       from lending.loan limit 1`,
    ],
    [
      'a proposal to withdraw an offer',
      `insert into tasks.task (kind, subject_type, subject_id, subject_label, created_at, due_at)
       select 'offer_withdrawal', 'loan', id, '', now(), now() from lending.loan limit 1`,
    ],
    [
      'exactly the accounts that sent',
      `insert into verification.returned_account (member_id, bank_account_id, payment_id, reason,
         returned_at)
       select a.member_id, a.id, p.id, 'test', now()
       from verification.bank_account a, banking.payment p where a.status = 'in_force' limit 1`,
    ],
    [
      'nothing goes to an account',
      `update banking.payment set purpose = 'payout';
       insert into verification.returned_account (member_id, bank_account_id, payment_id, reason,
         returned_at)
       select a.member_id, a.id, p.id, 'test', p.created_at - interval '1 day'
       from banking.payment p
       join verification.bank_account a on a.member_id = p.member_id and a.status = 'in_force'
       limit 1`,
    ],
    ['a payment to a member', `update banking.payment set bank_code = '999'`],
    [
      'no order expires',
      `alter table mandates.debit drop constraint debit_mandate_id_fkey,
         drop constraint debit_file_id_fkey;
       insert into mandates.debit (mandate_id, member_id, subject, loan_id, order_id, attempt,
         amount, status, debit_on, file_id, created_at)
       select 1, member_id, 'order', loan_id, id, 1, amount, 'sent', '2026-01-01', 1, now()
       from investing."order" limit 1;
       update investing."order" set stored_status = 50`,
    ],
  ])('detect a violation of "%s …"', async (law, breakage) => {
    const broken: string[] = [];
    await server.undone(async (tx) => {
      await tx.planned(sql`alter table lending.loan disable trigger terms_stand`);
      await tx.planned(sql`alter table banking.sign_off disable trigger decided_once`);
      for (const statement of breakage.split(';')) await tx.planned(trusted(statement));
      for (const { name, sql: law } of readInvariants()) {
        if ((await tx.planned(trusted(law))).length > 0) broken.push(name);
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
    expect(task?.detail.broken).toMatchObject([
      { name: expect.stringContaining('every share equals') },
    ]);
  });
});
