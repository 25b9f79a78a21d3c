// Test of the case file: statements, papers and contracts of a loan, who may see and open them.
import { beforeAll, expect, test } from 'vitest';
import { caseFileOffice as calls } from '#contract/lending/case-file.ts';
import type { Application } from '#contract/lending/loan-application.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { openTaskId } from '../../../tests/actors/tasks.ts';
import { verificationOffice } from '#contract/verification/calls.ts';
import { newOperator, type Person } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { drain } from '../../worker.ts';
import { audited, funded, newOffice, type Office, sign } from '../testing/cases.ts';

const server = useServer();
let office: Office;
let finance: Person;
let auditor: Person;

beforeAll(async () => {
  office = await newOffice(server);
  finance = await newOperator(server, ['finance']);
  auditor = await newOperator(server, ['auditor']);
});

const as = ({ token }: Person) => ({ token });

test('the statements are shown with the applicant and the contact masked', async () => {
  const { loan } = await audited(server, office);
  const id = String(loan.id);
  const { data } = await server.ok(calls.loanApplication, { id }, as(office.reviewer));
  expect(data.application.job.monthlyIncome).toBeGreaterThan(0);
  expect(data.applicant?.name).toContain('○');
  expect(data.application.contact.name).toContain('○');
  expect(data.application.contact.phone).toContain('***');
  expect(data.consents).not.toEqual([]);
  expect(await server.refused(calls.loanApplication, { id }, as(finance))).toBe('ROLE_REQUIRED');
  expect((await server.ask(calls.loanApplication, { id }, {})).status).toBe(401);
  expect(await server.refused(calls.loanApplication, { id: '999999' }, as(auditor))).toBe(
    'LOAN_NOT_FOUND',
  );
});

test('the phone of the contact person is masked in a review; reading it is recorded', async () => {
  const { loan } = await audited(server, office);
  const id = String(loan.id);
  const task = { id: await openTaskId(server, 'loan_review', id) };
  const { detail } = (await server.ok(tasksOffice.getTask, task, as(office.reviewer))).data;
  const { contact } = (detail as { application: Application }).application;
  expect(contact.phone).toMatch(/^09\d{2}-\*{3}-\d{3}$/);
  const reads = () =>
    server.rows<{ reason: string }>(
      `select reason from tasks.audit where action = 'loan.contact_read' and subject_id = $1`,
      [id],
    );
  const ask = { id, reason: '致電確認' };
  expect(await server.refused(calls.revealContact, ask, as(finance))).toBe('ROLE_REQUIRED');
  expect(await server.refused(calls.revealContact, ask, as(auditor))).toBe('ROLE_REQUIRED');
  const nowhere = { ...ask, id: '999999' };
  expect(await server.refused(calls.revealContact, nowhere, as(office.reviewer))).toBe(
    'LOAN_NOT_FOUND',
  );
  expect(await reads()).toEqual([]);
  const { data } = await server.ok(calls.revealContact, ask, as(office.reviewer));
  expect(data.phone).toMatch(/^09\d{8}$/);
  expect(contact.phone).toBe(`${data.phone.slice(0, 4)}-***-${data.phone.slice(-3)}`);
  expect(await reads()).toEqual([{ reason: '致電確認' }]);
});

test('papers are listed for reviewers, and opened only through a review of their own', async () => {
  const { loan } = await audited(server, office);
  const id = String(loan.id);
  const { data } = await server.ok(calls.loanPapers, { id }, as(office.reviewer));
  const [paper] = data.uploads;
  expect(data.task).not.toBeNull();
  const opened = { id: paper!.id, task: data.task! };
  const answer = await server.ask(verificationOffice.readUpload, opened, as(office.reviewer));
  expect(answer.status).toBe(200);
  // An auditor decides no review, so that only the list is shown.
  const listed = await server.ok(calls.loanPapers, { id }, as(auditor));
  expect(listed.data.uploads).toHaveLength(data.uploads.length);
  expect(listed.data.task).toBeNull();
  expect(await server.refused(calls.loanPapers, { id }, as(finance))).toBe('ROLE_REQUIRED');
  expect(await server.refused(calls.loanPapers, { id: '999999' }, as(auditor))).toBe(
    'LOAN_NOT_FOUND',
  );
});

test('contracts are listed with their hashes; reading one is recorded', async () => {
  const { borrower, loan } = await funded(server, office);
  const id = String(loan.id);
  const before = await server.ok(calls.loanContracts, { id }, as(finance));
  expect(before.data).toMatchObject({ offer: { amount: 30_000, annualRate: 9 }, documents: [] });
  await sign(server, borrower);
  await drain(server.services);
  const { data } = await server.ok(calls.loanContracts, { id }, as(finance));
  const [document] = data.documents;
  expect(document).toMatchObject({ kind: 'final', version: 1, supersededAt: null });
  expect(document!.sha256).toMatch(/^[0-9a-f]{64}$/);

  const asked = { id, document: document!.id };
  const reads = () =>
    server.rows(
      `select 1 from tasks.audit where action = 'loan.contract_read' and subject_id = $1`,
      [id],
    );
  expect(await server.refused(calls.readContract, asked, as(finance))).toBe('ROLE_REQUIRED');
  expect(await reads()).toHaveLength(0);
  const file = await server.ask(calls.readContract, asked, as(auditor));
  expect(file.status).toBe(200);
  expect(await reads()).toHaveLength(1);
  const missing = { id, document: '999999' };
  expect(await server.refused(calls.readContract, missing, as(auditor))).toBe('NOT_FOUND');
  // A document of another loan is not reached through this one.
  const other = await audited(server, office);
  const elsewhere = { id: String(other.loan.id), document: document!.id };
  expect(await server.refused(calls.readContract, elsewhere, as(auditor))).toBe('NOT_FOUND');
  const nowhere = { id: '999999' };
  expect(await server.refused(calls.loanContracts, nowhere, as(auditor))).toBe('LOAN_NOT_FOUND');
  const unread = { ...nowhere, document: '1' };
  expect(await server.refused(calls.readContract, unread, as(auditor))).toBe('LOAN_NOT_FOUND');
});
