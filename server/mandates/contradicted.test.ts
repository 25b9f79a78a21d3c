// Tests a debit that the bank carried out although it had refused it: two persons assign the money.
import { expect, test, vi } from 'vitest';
import { writeCollection } from '../adapters/bank/ach-files.ts';
import {
  balanceOf,
  lentLoan,
  liveThrough,
  matchReceipt,
  newTeam,
  pay,
  today,
} from '../../tests/actors/loans.ts';
import { type DebitedLoan, debitedLoan, debitsOf, goToDebit } from '../../tests/actors/mandates.ts';
import { newOperator } from '../../tests/actors/people.ts';
import { decide } from '../../tests/actors/tasks.ts';
import { useServer } from '../../tests/server.ts';
import { brokenInvariants } from '../database/invariants.ts';
import { drain } from '../worker.ts';
import { readCollectionAnswers } from './answers.ts';

const server = useServer();
const bank = () => server.services.demonstration!.bank;
const books = async () => expect(await brokenInvariants(server.services.pool)).toEqual([]);

/** The bank answers the newest debit of a loan with a code. */
async function answer({ borrower }: DebitedLoan, code: string) {
  const debit = (await debitsOf(server, borrower)).at(-1)!;
  const row = {
    bank: '0040000',
    account: '1',
    personId: 'A123456789',
    userNo: 'M1',
    memo: '',
    code,
    reference: `debit-${debit.id}-${debit.attempt}`,
    amount: debit.amount,
    debitedOn: today(server),
  };
  const bytes = writeCollection({
    on: today(server),
    at: server.services.clock.now(),
    type: 'R01',
    rows: [row],
    creditor: server.services.config.bank.creditor!,
  });
  const reference = `${row.reference}-${code}.txt`;
  await readCollectionAnswers({
    ...server.services,
    bank: {
      ...bank(),
      collectionAnswers: async () => [{ reference, bytes }],
      dropAnswer: async () => {},
    },
  });
  return debit;
}

/** A debit that the bank refuses, although it carries it out; its own answer does not arrive. */
async function refusedDebit() {
  const team = await newTeam(server);
  const loan = await debitedLoan(server, team);
  bank().holdAnswers(true);
  await goToDebit(server, loan);
  const { id, amount } = await answer(loan, '01');
  return { team, loan, id, amount };
}

/** An operator books the line of a debit from the difference; returns the line's number. */
async function bookByHand(id: number, attempt: number): Promise<string> {
  await liveThrough(server, 3);
  const seq = `debit-${id}-${attempt}`;
  const [line] = await server.rows<{ id: string }>(
    'select id from banking.difference where ended_at is null and reference = $1',
    [seq],
  );
  const finance = await newOperator(server, ['finance']);
  expect(await decide(server, finance, 'bank_difference', line!.id, 'book')).toBeNull();
  return seq;
}

test('what a refused debit brought all the same is booked by hand and pays the loan', async () => {
  const { team, loan, id, amount } = await refusedDebit();
  const retryOn = async () => (await debitsOf(server, loan.borrower))[0]?.retryOn;
  expect(await retryOn(), 'it would be tried again').not.toBeNull();
  await answer(loan, '00');
  expect(await retryOn(), 'it could take the money twice').toBeNull();
  const [task] = await server.rows<{ why: string }>(
    `select detail ->> 'why' as why from tasks.task where kind = 'attention'
       and status = 'open' and subject_type = 'debit' and subject_id = $1`,
    [id],
  );
  expect(task?.why).toContain('由對帳差異入帳');
  const seq = await bookByHand(id, 1);
  await books();
  await matchReceipt(server, team, seq, { loanId: String(loan.id) });
  const [paid] = await server.rows<{ amount: number }>(
    `select coalesce(sum(a.amount), 0)::int as amount from servicing.allocation a
     join banking.receipt r on r.id = a.receipt_id where r.seq = $1`,
    [seq],
  );
  expect(paid?.amount).toBe(amount);
  expect((await debitsOf(server, loan.borrower))[0]).toMatchObject({ status: 'refused' });
  await books();
  // The answer that was withheld says once more that the debit was carried out.
  bank().holdAnswers(false);
  await drain(server.services);
  await liveThrough(server, 1);
  await books();
});

test('it goes back if the instalment was paid by hand after the refusal', async () => {
  const { team, loan, id, amount } = await refusedDebit();
  await pay(server, loan.account, amount);
  await answer(loan, '00');
  const seq = await bookByHand(id, 1);
  await matchReceipt(server, team, seq, { loanId: String(loan.id) });
  expect(await balanceOf(server, 'borrower_prepaid', { loan: loan.id })).toBe(amount);
  await liveThrough(server, 1);
  expect(await balanceOf(server, 'borrower_prepaid', { loan: loan.id })).toBe(0);
  const doubles = await server.rows(
    `select w.debit_id::int as debit, w.amount::int, p.amount::int as payout, r.seq,
       p.receipt_id as "thirdParty"
     from mandates.double w join servicing.payout p on p.id = w.payout_id
     join banking.receipt r on r.id = w.receipt_id where p.loan_id = $1`,
    [loan.id],
  );
  // The bank debits only the member's own account, so that the money goes back to the member.
  expect(doubles).toEqual([{ debit: id, amount, payout: amount, seq, thirdParty: null }]);
  await liveThrough(server, 1);
  await books();
  bank().holdAnswers(false);
  await drain(server.services);
});

test('it goes back if the second try had paid the instalment', async () => {
  const { team, loan, id, amount } = await refusedDebit();
  const newest = async () => (await debitsOf(server, loan.borrower)).at(-1)!;
  await vi.waitUntil(async () => {
    await liveThrough(server, 1);
    const { attempt, status } = await newest();
    return attempt === 2 && status === 'sent';
  }, 60_000);
  await answer(loan, '00');
  expect(await newest()).toMatchObject({ status: 'paid' });
  const seq = await bookByHand(id, 1);
  await matchReceipt(server, team, seq, { loanId: String(loan.id) });
  await liveThrough(server, 1);
  expect(await balanceOf(server, 'borrower_prepaid', { loan: loan.id })).toBe(0);
  const doubles = await server.rows(
    `select w.debit_id::int as debit, w.amount::int, r.seq from mandates.double w
     join banking.receipt r on r.id = w.receipt_id where r.subject_id = $1`,
    [loan.id],
  );
  expect(doubles).toEqual([{ debit: id, amount, seq }]);
  await books();
  bank().holdAnswers(false);
  await drain(server.services);
});

test('in the loan of somebody else it is the money of a third party', async () => {
  const { team, loan, id } = await refusedDebit();
  await answer(loan, '00');
  const seq = await bookByHand(id, 1);
  const other = await lentLoan(server, team);
  await matchReceipt(server, team, seq, { loanId: String(other.loan.id) });
  const [row] = await server.rows<{ isOfThird: boolean }>(
    'select third_party as "isOfThird" from banking.receipt where seq = $1',
    [seq],
  );
  expect(row?.isOfThird).toBe(true);
  await books();
  bank().holdAnswers(false);
  await drain(server.services);
});
