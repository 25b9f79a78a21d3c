// Test of debits of instalments: amounts, refusals and retries, money paid twice, late answers.
import { expect, test } from 'vitest';
import { addDays } from '#contract/core/day.ts';
import { formatMoney, money } from '#contract/core/money.ts';
import { mandates } from '#contract/mandates/calls.ts';
import { verificationHoldsOffice } from '#contract/verification/payout-holds.ts';
import { writeCollection } from '../adapters/bank/ach-files.ts';
import {
  matchReceipt,
  balanceOf,
  goTo,
  liveThrough,
  newTeam,
  pay,
  schedule,
  today,
} from '../../tests/actors/loans.ts';
import {
  answerWith,
  debitedLoan,
  debitsOf,
  expectNotice,
  goToDebit,
  mandateOf,
} from '../../tests/actors/mandates.ts';
import { newOperator } from '../../tests/actors/people.ts';
import { decide } from '../../tests/actors/tasks.ts';
import { useServer } from '../../tests/server.ts';
import { brokenInvariants } from '../database/invariants.ts';
import { drain, runDay } from '../worker.ts';
import { readCollectionAnswers } from './answers.ts';

const server = useServer();
const bank = () => server.services.demonstration!.bank;
const owed = ({ principal, interest }: { principal: number; interest: number }) =>
  principal + interest;
const paidOn = async (loanId: number, no: number) =>
  (await schedule(server, loanId)).find((row) => row.no === no)!.paidOn;

test('an instalment is debited on its bank day and becomes an ordinary receipt', async () => {
  const loan = await debitedLoan(server, await newTeam(server));
  const { next } = await mandateOf(server, loan.borrower);
  const { first } = loan;
  expect(next).toMatchObject({ no: 1, amount: owed(first), debitOn: first.payableUntil });
  expect(next!.stopBy).toBe(addDays(first.payableUntil, -1));
  await goTo(server, addDays(first.dueOn, -3));
  const [reminder] = await server.rows<{ body: string }>(
    `select body from notices.notice where member_id = $1 and title like '第 1 期還款%'`,
    [loan.borrower.id],
  );
  expect(reminder!.body).toContain('不必自行匯款');
  await goToDebit(server, loan, 1);
  await expectNotice(server, loan.borrower, `明日將扣款 ${formatMoney(money(owed(first)))}`);
  expect(await debitsOf(server, loan.borrower)).toEqual([]);
  await liveThrough(server, 1);
  const [debit, ...more] = await debitsOf(server, loan.borrower);
  expect(more).toEqual([]);
  expect(debit).toMatchObject({ no: 1, attempt: 1, status: 'paid', code: '00' });
  expect(debit!.amount).toBe(owed(first));
  expect(await paidOn(loan.id, 1)).toBe(first.payableUntil);
  const [receipt] = await server.rows<{ seq: string; day: string; state: string }>(
    'select seq, bank_date::text as day, state from banking.receipt where id = $1',
    [debit!.receiptId],
  );
  expect(receipt).toEqual({
    seq: `debit-${debit!.id}-1`,
    day: first.payableUntil,
    state: 'matched',
  });
  expect(await balanceOf(server, 'suspense', {})).toBe(0);
  await runDay(server.services);
  await drain(server.services);
  expect(await debitsOf(server, loan.borrower)).toHaveLength(1);
});

test('bank and books agree on the day of a debit', async () => {
  const loan = await debitedLoan(server, await newTeam(server));
  await goToDebit(server, loan);
  await liveThrough(server, 1);
  const [debit] = await debitsOf(server, loan.borrower);
  const seq = `debit-${debit!.id}-1`;
  const lines = await server.rows<{ amount: string; day: string }>(
    'select amount, bank_date::text as day from banking.bank_line where seq = $1',
    [seq],
  );
  expect(lines).toEqual([{ amount: String(debit!.amount), day: loan.first.payableUntil }]);
  // The orders of tests are paid without a bank, so that they alone differ.
  const differing = await server.rows(
    `select key from banking.difference where reference not like 'test:%'`,
  );
  expect(differing).toEqual([]);
});

test('an instalment that was paid by hand before is not debited, and the rest is', async () => {
  const team = await newTeam(server);
  const whole = await debitedLoan(server, team);
  const partly = await debitedLoan(server, team);
  await goToDebit(server, whole, 1);
  await pay(server, whole.account, owed(whole.first));
  await pay(server, partly.account, 1_000);
  await liveThrough(server, 1);
  expect(await debitsOf(server, whole.borrower)).toEqual([]);
  expect(await debitsOf(server, partly.borrower)).toMatchObject([
    { amount: owed(partly.first) - 1_000, status: 'paid' },
  ]);
});

test('a refused debit is tried once more with the amount owed then', async () => {
  const loan = await debitedLoan(server, await newTeam(server));
  await answerWith(server, 'P01', '01');
  await goToDebit(server, loan);
  await answerWith(server, 'P01', null);
  const [refused] = await debitsOf(server, loan.borrower);
  expect(refused).toMatchObject({ status: 'refused', code: '01' });
  await expectNotice(server, loan.borrower, '存款不足');
  await pay(server, loan.account, 1_000);
  while (today(server) < refused!.retryOn!) await liveThrough(server, 1);
  const debits = await debitsOf(server, loan.borrower);
  expect(debits).toMatchObject([
    { status: 'refused' },
    { status: 'paid', attempt: 2, amount: owed(loan.first) - 1_000 },
  ]);
  const { mandate } = await mandateOf(server, loan.borrower);
  expect(mandate).toMatchObject({ status: 'active', failures: 0 });
  expect(await paidOn(loan.id, 1)).not.toBeNull();
});

test('after two failures the mandate pauses until the member resumes it', async () => {
  const loan = await debitedLoan(server, await newTeam(server));
  await answerWith(server, 'P01', '01');
  await goToDebit(server, loan);
  const [first] = await debitsOf(server, loan.borrower);
  while (today(server) < first!.retryOn!) await liveThrough(server, 1);
  await answerWith(server, 'P01', null);
  const debits = await debitsOf(server, loan.borrower);
  expect(debits).toMatchObject([{ status: 'refused' }, { status: 'refused', retryOn: null }]);
  const { mandate } = await mandateOf(server, loan.borrower);
  expect(mandate).toMatchObject({ status: 'paused', failures: 2, reason: '存款不足' });
  await expectNotice(server, loan.borrower, '授權扣款已暫停');
  await liveThrough(server, 1);
  expect(await debitsOf(server, loan.borrower)).toHaveLength(2);
  // Nothing binds a member anew while a hold on them lasts.
  const holder = await newOperator(server, ['approver']);
  const lifter = await newOperator(server, ['approver']);
  const { holdPayouts, liftPayoutHold } = verificationHoldsOffice;
  const about = { id: String(loan.borrower.id), reason: '查證中' };
  await server.ok(holdPayouts, about, holder);
  expect(await decide(server, lifter, 'payout_hold', loan.borrower.id, 'approve')).toBeNull();
  expect(await server.refused(mandates.resumeMandate, {}, loan.borrower)).toBe('MEMBER_HELD');
  await server.ok(liftPayoutHold, about, holder);
  expect(await decide(server, lifter, 'payout_hold', loan.borrower.id, 'approve')).toBeNull();
  const { data } = await server.ok(mandates.resumeMandate, {}, loan.borrower);
  expect(data.mandate).toMatchObject({ status: 'active', failures: 0 });
});

test('a code that ends the mandate stops it without another try', async () => {
  const loan = await debitedLoan(server, await newTeam(server));
  await answerWith(server, 'P01', '24');
  await goToDebit(server, loan);
  await answerWith(server, 'P01', null);
  expect(await debitsOf(server, loan.borrower)).toMatchObject([
    { status: 'refused', code: '24', retryOn: null },
  ]);
  const { mandate } = await mandateOf(server, loan.borrower);
  expect(mandate).toMatchObject({ status: 'stopped', reason: '銀行回覆「凍結戶」' });
});

test('a debit above the ceiling is not sent, and the borrower is told', async () => {
  const loan = await debitedLoan(server, await newTeam(server));
  await server.rows('update mandates.mandate set ceiling = 5000 where member_id = $1', [
    loan.borrower.id,
  ]);
  await goToDebit(server, loan);
  expect(await debitsOf(server, loan.borrower)).toMatchObject([
    { status: 'withdrawn', withdrawn: 'ceiling' },
  ]);
  await expectNotice(server, loan.borrower, '這次不扣款');
});

test('a mandate that is stopped the day before debits nothing', async () => {
  const loan = await debitedLoan(server, await newTeam(server));
  await goToDebit(server, loan, 1);
  await server.ok(mandates.stopMandate, {}, loan.borrower);
  await liveThrough(server, 1);
  expect(await debitsOf(server, loan.borrower)).toEqual([]);
});

test('a debit that was sent stands after the member stops the mandate', async () => {
  const loan = await debitedLoan(server, await newTeam(server));
  bank().holdAnswers(true);
  await goToDebit(server, loan);
  await server.ok(mandates.stopMandate, {}, loan.borrower);
  await expectNotice(server, loan.borrower, '授權扣款已停止');
  bank().holdAnswers(false);
  await drain(server.services);
  expect(await debitsOf(server, loan.borrower)).toMatchObject([{ status: 'paid' }]);
  expect(await paidOn(loan.id, 1)).not.toBeNull();
});

const doublesOf = (loanId: number) =>
  server.rows<{ amount: number; paid: number }>(
    `select w.amount::integer, p.amount::integer as paid from mandates.double w
     join servicing.payout p on p.id = w.payout_id where p.loan_id = $1`,
    [loanId],
  );

test('a debit that comes second goes back to the borrower', async () => {
  const loan = await debitedLoan(server, await newTeam(server));
  const amount = owed(loan.first);
  bank().holdAnswers(true);
  await goToDebit(server, loan);
  await pay(server, loan.account, amount);
  bank().holdAnswers(false);
  await drain(server.services);
  expect(await debitsOf(server, loan.borrower)).toMatchObject([{ status: 'paid', amount }]);
  expect(await doublesOf(loan.id)).toEqual([{ amount, paid: amount }]);
  expect(await balanceOf(server, 'borrower_prepaid', { loan: loan.id })).toBe(0);
  await expectNotice(server, loan.borrower, '重複付款');
  expect(await paidOn(loan.id, 2)).toBeNull();
});

test('a transfer by hand that comes second goes back the next day, and only once', async () => {
  const loan = await debitedLoan(server, await newTeam(server));
  const amount = owed(loan.first);
  await goToDebit(server, loan);
  await pay(server, loan.account, amount);
  expect(await balanceOf(server, 'borrower_prepaid', { loan: loan.id })).toBe(amount);
  await liveThrough(server, 3);
  expect(await doublesOf(loan.id)).toEqual([{ amount, paid: amount }]);
  expect(await balanceOf(server, 'borrower_prepaid', { loan: loan.id })).toBe(0);
});

test('an answer that comes late counts by its bank day, and twice as once', async () => {
  const loan = await debitedLoan(server, await newTeam(server));
  bank().holdAnswers(true);
  await goToDebit(server, loan);
  await liveThrough(server, 2);
  const [answer] = await server.rows<{ file: string }>(
    `select body ->> 'file' as file from sandbox.report where kind = 'answer'
     and reported_at is null order by id desc limit 1`,
  );
  bank().holdAnswers(false);
  await drain(server.services);
  const [debit] = await debitsOf(server, loan.borrower);
  expect(debit!.status).toBe('paid');
  expect(await paidOn(loan.id, 1)).toBe(loan.first.payableUntil);
  const again = { reference: 'again.txt', bytes: Buffer.from(answer!.file, 'base64') };
  await readCollectionAnswers({
    ...server.services,
    bank: { ...bank(), collectionAnswers: async () => [again], dropAnswer: async () => {} },
  });
  expect(await debitsOf(server, loan.borrower)).toHaveLength(1);
  const receipts = await server.rows(
    `select from banking.receipt where seq = 'debit-' || $1 || '-1'`,
    [debit!.id],
  );
  expect(receipts).toHaveLength(1);
});

test('contradicting, altered and unreadable answers change nothing and become tasks', async () => {
  const loan = await debitedLoan(server, await newTeam(server));
  await goToDebit(server, loan);
  const [debit] = await debitsOf(server, loan.borrower);
  const row = {
    bank: '0040000',
    account: '1',
    personId: 'A123456789',
    userNo: 'M1',
    memo: '',
    reference: `debit-${debit!.id}-1`,
    amount: debit!.amount,
    code: '01',
    debitedOn: today(server),
  };
  const about = {
    on: today(server),
    at: server.services.clock.now(),
    type: 'R01' as const,
    creditor: server.services.config.bank.creditor!,
  };
  const give = (name: string, bytes: Buffer) =>
    readCollectionAnswers({
      ...server.services,
      bank: {
        ...bank(),
        collectionAnswers: async () => [{ reference: name, bytes }],
        dropAnswer: async () => {},
      },
    });
  const strange = { ...row, reference: 'debit-999999-1' };
  await give('a.txt', writeCollection({ ...about, rows: [row, strange] }));
  await give('b.txt', Buffer.from('not a file'));
  await give('b.txt', Buffer.from('not a file'));
  expect(await debitsOf(server, loan.borrower)).toMatchObject([{ status: 'paid' }]);
  const tasks = await server.rows<{ label: string }>(
    `select subject_label as label from tasks.task where kind = 'attention'
     and subject_type in ('debit', 'collection_answer') order by id`,
  );
  expect(tasks.map(({ label }) => label)).toEqual([
    `扣款 debit-${debit!.id}-1 的銀行回覆有疑義`,
    '扣款回覆檔 b.txt 無法讀取',
  ]);
});

test('the bank that is down gets the file later, with the same bytes', async () => {
  const loan = await debitedLoan(server, await newTeam(server));
  await goTo(server, addDays(loan.first.payableUntil, -1));
  await server.advance(1);
  await runDay(server.services);
  const { sendCollections } = await import('./sending.ts');
  const sent: Buffer[] = [];
  const failing = {
    ...bank(),
    sendCollection: async ({ bytes }: { bytes: Buffer }) => {
      sent.push(bytes);
      throw new Error('the line is down');
    },
  };
  await sendCollections({ ...server.services, bank: failing });
  expect(await debitsOf(server, loan.borrower)).toMatchObject([{ status: 'sent' }]);
  await server.rows(`update mandates.file set next_try_at = '-infinity' where sent_at is null`);
  await sendCollections({ ...server.services, bank: failing });
  expect(sent[1]).toEqual(sent[0]);
  await server.rows(`update mandates.file set next_try_at = '-infinity' where sent_at is null`);
  await drain(server.services);
  expect(await debitsOf(server, loan.borrower)).toMatchObject([{ status: 'paid' }]);
});

test('what a third party paid twice does not go back once the bank reversed it', async () => {
  const team = await newTeam(server);
  const loan = await debitedLoan(server, team);
  const amount = owed(loan.first);
  await goToDebit(server, loan);
  const aunt = { fromBank: '808', fromAccount: '80800000000088' };
  const seq = await pay(server, loan.account, amount, aunt);
  const receipt = await matchReceipt(server, team, seq, { loanId: String(loan.id) });
  await liveThrough(server, 1);
  await pay(server, loan.account, amount, { reverses: seq });
  const doubles = await server.rows(
    `select w.amount::int, p.amount::int as payout, p.status from mandates.double w
     join servicing.payout p on p.id = w.payout_id where w.receipt_id = $1`,
    [receipt],
  );
  expect(doubles).toEqual([{ amount, payout: 0, status: 'confirmed' }]);
  expect(await brokenInvariants(server.services.pool)).toEqual([]);
});
