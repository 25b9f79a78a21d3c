// Tests of answer files that fail in part: an account that cannot be read, and a file that fails.
import { expect, test } from 'vitest';
import { newTeam } from '../../tests/actors/loans.ts';
import { damageAccount, debitedLoan, debitsOf, goToDebit } from '../../tests/actors/mandates.ts';
import { useServer } from '../../tests/server.ts';
import { drain } from '../worker.ts';
import { readCollectionAnswers } from './answers.ts';

const server = useServer();
const sandbox = () => server.services.demonstration!.bank;

test('a debit whose account cannot be read is booked, and other answers are read', async () => {
  const team = await newTeam(server);
  const broken = await debitedLoan(server, team);
  const other = await debitedLoan(server, team);
  sandbox().holdAnswers(true);
  await goToDebit(server, broken);
  await damageAccount(server, broken.borrower);
  sandbox().holdAnswers(false);
  await drain(server.services);
  expect(await sandbox().collectionAnswers()).toEqual([]);
  for (const { borrower } of [broken, other]) {
    expect(await debitsOf(server, borrower)).toMatchObject([{ status: 'paid' }]);
  }
  const tasks = await server.rows<{ why: string; member: number }>(
    `select detail ->> 'why' as why, (detail ->> 'memberId')::integer as member from tasks.task
     where kind = 'attention' and status = 'open' and subject_type = 'debit'`,
  );
  const why = expect.stringContaining('帳戶資料無法讀取');
  expect(tasks).toEqual([{ why, member: broken.borrower.id }]);
});

test('an answer file that fails is kept and does not keep back the next one', async () => {
  const failing = { reference: 'failing.txt', bytes: null as unknown as Buffer };
  const odd = { reference: 'odd.txt', bytes: Buffer.from('not an answer') };
  const dropped: string[] = [];
  const bank = {
    ...sandbox(),
    collectionAnswers: async () => [failing, odd],
    dropAnswer: async (name: string) => void dropped.push(name),
  };
  await expect(readCollectionAnswers({ ...server.services, bank })).rejects.toThrow();
  expect(dropped).toEqual(['odd.txt']);
});
