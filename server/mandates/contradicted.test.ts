// Tests a debit that the bank carried out although it had refused it: two persons assign the money.
import { expect, test } from 'vitest';
import { writeCollection } from '../adapters/bank/ach-files.ts';
import { liveThrough, matchReceipt, newTeam, today } from '../../tests/actors/loans.ts';
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
    ...{ bank: '0040000', account: '1', personId: 'A123456789', userNo: 'M1', memo: '', code },
    ...{ reference: `debit-${debit.id}-${debit.attempt}`, amount: debit.amount },
    debitedOn: today(server),
  };
  const bytes = writeCollection({
    ...{ on: today(server), at: server.services.clock.now(), type: 'R01', rows: [row] },
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

test('what a refused debit brought all the same is booked by hand and pays the loan', async () => {
  const team = await newTeam(server);
  const loan = await debitedLoan(server, team);
  // The bank carries the debit out, and its own answer does not arrive.
  bank().holdAnswers(true);
  await goToDebit(server, loan);
  const { id, amount } = await answer(loan, '01');
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
  await liveThrough(server, 3);
  const seq = `debit-${id}-1`;
  const [line] = await server.rows<{ id: string }>(
    'select id from banking.difference where ended_at is null and reference = $1',
    [seq],
  );
  const finance = await newOperator(server, ['finance']);
  expect(await decide(server, finance, 'bank_difference', line!.id, 'book')).toBeNull();
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
