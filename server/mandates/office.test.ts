// Test of the office's calls about mandates, debits and files: answers, filters, roles and exports.
import {
  collectionFileList,
  debitList,
  mandateList,
  collectionFileList as listCollectionFiles,
  debitList as listDebits,
  mandateList as listMandates,
} from '#contract/mandates/lists.ts';
import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { mandatesOffice } from '#contract/mandates/office.ts';
import { newTeam } from '../../tests/actors/loans.ts';
import {
  answerWith,
  type DebitedLoan,
  debitedLoan,
  goToDebit,
} from '../../tests/actors/mandates.ts';
import { newOperator, type Person } from '../../tests/actors/people.ts';
import { auditOf } from '../../tests/readers.ts';
import { useServer } from '../../tests/server.ts';
import { readCollection } from '../adapters/bank/ach-files.ts';

const server = useServer();
const { collectionAnswers, collectionFile } = mandatesOffice;
let finance: Person;
let auditor: Person;
let loan: DebitedLoan;

beforeAll(async () => {
  finance = await newOperator(server, ['finance']);
  auditor = await newOperator(server, ['auditor']);
  const team = await newTeam(server);
  loan = await debitedLoan(server, team);
  const other = await debitedLoan(server, team);
  await answerWith(server, 'P01', '01');
  await goToDebit(server, other);
  await answerWith(server, 'P01', null);
});

test('mandates are listed by status and member', async () => {
  const { data, total } = await server.ok(listMandates, {}, auditor);
  expect(total).toBe(2);
  expect(data[1]).toMatchObject({
    memberId: String(loan.borrower.id),
    status: 'active',
    ceiling: 50_000,
    bankCode: '004',
    coversLoans: true,
    failures: 1,
    reason: null,
  });
  const member = String(loan.borrower.id);
  expect((await server.ok(listMandates, { member }, auditor)).total).toBe(1);
  expect((await server.ok(listMandates, { status: 'stopped' }, auditor)).data).toEqual([]);
});

test('debits are listed by status, subject, member, file and day, with their sum', async () => {
  const { data, total, paid } = await server.ok(listDebits, {}, auditor);
  expect(total).toBe(2);
  expect(paid).toBe(0);
  const [debit] = data;
  expect(debit).toMatchObject({ subject: 'instalment', no: 1, attempt: 1, code: '01' });
  const on = { from: debit!.debitOn, to: debit!.debitOn };
  const chosen = { status: 'refused', subject: 'instalment', file: debit!.fileId!, ...on } as const;
  expect((await server.ok(listDebits, chosen, auditor)).total).toBe(2);
  const member = String(loan.borrower.id);
  expect((await server.ok(listDebits, { member }, auditor)).total).toBe(1);
  expect((await server.ok(listDebits, { subject: 'order' }, auditor)).data).toEqual([]);
});

test('files show their records, totals and hashes, and the answers beside them', async () => {
  const { data, total } = await server.ok(listCollectionFiles, {}, auditor);
  expect(total).toBe(data.length);
  const p01 = (await server.ok(listCollectionFiles, { type: 'P01' }, auditor)).data;
  expect(p01).toMatchObject([{ records: 2, agreed: 0, refused: 2, total: 17_770, attempts: 0 }]);
  const p02 = (await server.ok(listCollectionFiles, { type: 'P02' }, auditor)).data;
  expect(p02.map(({ agreed, refused }) => [agreed, refused])).toEqual(p02.map(() => [1, 0]));
  const answers = await server.ok(collectionAnswers, {}, auditor);
  expect(answers.data[0]).toMatchObject({ type: 'R01', records: 2, failure: null });
});

test('finance downloads a file as the bank was given it, which is recorded', async () => {
  const [file] = (await server.ok(listCollectionFiles, { type: 'P01' }, finance)).data;
  const { id, sha256, total } = file!;
  const bytes = Buffer.from((await server.ask(collectionFile, { id }, finance)).body as never);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
  const read = readCollection(bytes);
  if (read.type !== 'P01') throw new Error('another file');
  expect(read.rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(total);
  expect(await server.refused(collectionFile, { id: '999999' }, finance)).toBe('NOT_FOUND');
  expect(await server.refused(collectionFile, { id }, auditor)).toBe('ROLE_REQUIRED');
  const rows = await auditOf(server, { action: 'collection_file.downloaded', actorId: finance.id });
  expect(rows).toHaveLength(1);
});

test('other roles see nothing of it, and finance exports each list', async () => {
  const reviewer = await newOperator(server, ['reviewer', 'approver', 'editor']);
  for (const call of [listMandates, listDebits, listCollectionFiles, collectionAnswers]) {
    expect(await server.refused(call, {}, reviewer)).toBe('ROLE_REQUIRED');
  }
  const mandatesTable = mandateList.tables.data.file;
  const debitsTable = debitList.tables.data.file;
  const collectionFilesTable = collectionFileList.tables.data.file;
  for (const [call, word] of [
    [mandatesTable, '授權中'],
    [debitsTable, '01 存款不足'],
    [collectionFilesTable, 'SHA-256'],
  ] as const) {
    const { body } = await server.ask(call, { format: 'csv' }, finance);
    expect(Buffer.from(body as never).toString()).toContain(word);
  }
});
