// Test of drafts, consents, supplements and reminders over HTTP, with each possible answer.
import { beforeAll, describe, expect, test } from 'vitest';
import { applicationConsents } from '#contract/lending/loan-application.ts';
import { applying } from '#contract/lending/applying.ts';
import { lending } from '#contract/lending/calls.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { verificationOffice } from '#contract/verification/calls.ts';
import { decide, openTaskId } from '../../tests/actors/tasks.ts';
import { applicationOf, loanOf } from '../../actors/loan.ts';
import { badBytes } from '../../tests/files/bad-files.ts';
import { newMember, newPicture, type Person } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { deleteExpired } from '../retention/jobs.ts';
import { lendingJobs } from './jobs.ts';
import { applied, audited, newBorrower, newOffice, offered, type Office } from './testing/cases.ts';

const server = useServer();
let office: Office;
beforeAll(async () => {
  office = await newOffice(server);
});

const as = ({ token }: Person) => ({ token });
const job = (name: string) =>
  lendingJobs.find((one) => one.name === `lending.${name}`)!.run(server.services);
const phone = '0b7cbdbe-7b0c-4c28-9d11-000000000001';
const desk = '0b7cbdbe-7b0c-4c28-9d11-000000000002';
const draft = (changed = {}) => ({
  version: 0,
  device: phone,
  reached: 3,
  values: { plan: 'engineer', job: { company: '測試科技' } },
  ...changed,
});

describe('a draft', () => {
  test('is stored sealed and continues on another device', async () => {
    const member = await newMember(server);
    const how = as(member);
    expect((await server.ok(applying.loanDraft, {}, how)).data).toBeNull();
    const saved = await server.ok(applying.saveLoanDraft, draft(), how);
    expect(saved.data.version).toBe(1);
    const { data } = await server.ok(applying.loanDraft, {}, how);
    expect(data).toEqual({
      version: 1,
      reached: 3,
      values: draft().values,
      savedAt: saved.data.savedAt,
    });
    const kept = await server.rows('select sealed from lending.draft where member_id = $1', [
      member.id,
    ]);
    expect(JSON.stringify(kept)).not.toContain('測試科技');
    const next = draft({ version: 1, device: desk, reached: 4 });
    expect((await server.ok(applying.saveLoanDraft, next, how)).data.version).toBe(2);
  });

  test('does not overwrite what another device saved since, and says so', async () => {
    const how = as(await newMember(server));
    await server.ok(applying.saveLoanDraft, draft(), how);
    await server.ok(applying.saveLoanDraft, draft({ version: 1, device: desk }), how);
    const { code, body } = await server.ask(applying.saveLoanDraft, draft({ version: 1 }), how);
    expect(code).toBe('DRAFT_CHANGED');
    expect(body.data).toEqual({ version: 2, savedAt: expect.any(String) });
    // The same device may continue even if it never received the answer to its last save.
    const again = draft({ version: 1, device: desk, reached: 5 });
    expect((await server.ok(applying.saveLoanDraft, again, how)).data.version).toBe(3);
  });

  test('two devices at once: one is saved, the other is told', async () => {
    const how = as(await newMember(server));
    const codes = await Promise.all(
      Array.from({ length: 8 }, async (_, i) => {
        const device = phone.replace(/.$/, String(i));
        return (await server.ask(applying.saveLoanDraft, draft({ device }), how)).code;
      }),
    );
    expect(codes.filter((code) => code === null)).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set([null, 'DRAFT_CHANGED']));
  });

  test('a repeat with the same key changes nothing', async () => {
    const member = await newMember(server);
    const how = { ...as(member), key: 'the-same-draft' };
    const first = await server.ok(applying.saveLoanDraft, draft(), how);
    expect(await server.ok(applying.saveLoanDraft, draft(), how)).toEqual(first);
  });

  test('is private to its member, limited in size, and refused to strangers', async () => {
    const owner = await newMember(server);
    await server.ok(applying.saveLoanDraft, draft(), as(owner));
    const intruder = await newMember(server);
    expect((await server.ok(applying.loanDraft, {}, as(intruder))).data).toBeNull();
    const long = draft({ values: { purposeNote: '長'.repeat(20_000) } });
    expect((await server.ask(applying.saveLoanDraft, long, as(owner))).status).toBe(400);
    expect((await server.ask(applying.loanDraft, {})).status).toBe(401);
    expect((await server.ask(applying.saveLoanDraft, draft())).status).toBe(401);
  });

  test('is consumed by the application, and is not restored', async () => {
    const borrower = await newBorrower(server);
    const how = as(borrower);
    await server.ok(applying.saveLoanDraft, draft(), how);
    await server.ok(lending.apply, applicationOf(), how);
    expect((await server.ok(applying.loanDraft, {}, how)).data).toBeNull();
    // A save that a device had begun before is refused after the application was submitted.
    const late = await server.ask(applying.saveLoanDraft, draft({ version: 1 }), how);
    expect(late.code).toBe('DRAFT_CHANGED');
    expect(late.body.data).toEqual({ version: 0, savedAt: null });
  });

  test('unused for ninety days is deleted', async () => {
    const [old, young] = [await newMember(server), await newMember(server)];
    for (const member of [old, young]) await server.ok(applying.saveLoanDraft, draft(), as(member));
    const age = (member: Person, days: number) =>
      server.rows(
        `update lending.draft set saved_at = now() - $2 * interval '1 day'
        where member_id = $1`,
        [member.id, days],
      );
    await age(old, 91);
    await age(young, 89);
    await deleteExpired(server.services);
    expect((await server.ok(applying.loanDraft, {}, as(old))).data).toBeNull();
    expect((await server.ok(applying.loanDraft, {}, as(young))).data).not.toBeNull();
  });
});

describe('an application', () => {
  test('stores which text was agreed to, and when', async () => {
    const { borrower, loan } = await applied(server);
    const given = await server.rows(
      'select member_id::int as member, kind, version from lending.consent where loan_id = $1',
      [loan.id],
    );
    const { version, items } = applicationConsents;
    expect(given).toEqual(
      expect.arrayContaining(items.map(({ kind }) => ({ member: borrower.id, kind, version }))),
    );
    expect(given).toHaveLength(items.length);
  });

  test('with a wrong company number is refused with the field', async () => {
    const { job: work } = applicationOf();
    const wrong = applicationOf({ job: { ...work, ubn: '12345678' } });
    const { status, body } = await server.ask(lending.apply, wrong, as(await newBorrower(server)));
    expect(status).toBe(400);
    expect(body).toHaveProperty('fields', { 'job.ubn': '統一編號不正確' });
  });
});

const items = [
  { item: 'job', reason: '請補在職證明' },
  { item: 'financial', reason: '請補近三個月存摺' },
];
const ask = { decision: 'supplement', reason: '文件不足', items };

async function asked() {
  const made = await audited(server, office);
  expect(await decide(server, office.reviewer, 'loan_review', made.loan.id, ask)).toBeNull();
  return made;
}

describe('documents', () => {
  test('that were requested are sent one by one, then the case returns to review', async () => {
    const { borrower, loan } = await asked();
    const how = as(borrower);
    const { data: before } = await server.ok(lending.myLoans, {}, how);
    expect(before[0]?.supplement?.items).toEqual([
      { item: 'job', name: '工作證明', reason: '請補在職證明', isGiven: false },
      { item: 'financial', name: '財力證明', reason: '請補近三個月存摺', isGiven: false },
    ]);
    const send = async (item: string, count = 1) => {
      const files = await Promise.all(Array.from({ length: count }, () => newPicture('image')));
      return (await server.ok(applying.additionalDocument, { item }, { ...how, files })).data;
    };
    expect((await send('job', 2)).missing).toEqual(['SUPPLEMENT']);
    expect(await server.refused(lending.audit, {}, how)).toBe('DOCUMENTS_MISSING');
    const both = await send('financial');
    expect(both.missing).toEqual([]);
    expect(both.documents.map(({ name }) => name)).toEqual(['工作證明', '工作證明', '財力證明']);
    expect((await server.ok(lending.audit, {}, how)).data).toMatchObject({
      status: 20,
      supplement: null,
    });

    const id = await openTaskId(server, 'loan_review', loan.id);
    const { reviewer } = office;
    const { data } = await server.ok(tasksOffice.getTask, { id }, as(reviewer));
    const { documents, supplemented } = data.detail as unknown as {
      documents: { uploads: { id: string; label?: string; isNew?: boolean }[] };
      supplemented: unknown[];
    };
    expect(supplemented).toHaveLength(2);
    const fresh = documents.uploads.filter(({ isNew }) => isNew);
    expect(fresh.map(({ label }) => label).toSorted()).toEqual([
      '工作證明',
      '工作證明',
      '財力證明',
    ]);
    const read = { id: fresh[0]!.id, task: id };
    const paper = await server.ask(verificationOffice.readUpload, read, as(reviewer));
    expect(paper.status).toBe(200);
  });

  test('of an earlier round do not answer a later one', async () => {
    const { borrower, loan } = await asked();
    const how = as(borrower);
    for (const { item } of items) {
      const files = [await newPicture('image')];
      await server.ok(applying.additionalDocument, { item }, { ...how, files });
    }
    await server.ok(lending.audit, {}, how);
    await decide(server, office.reviewer, 'loan_review', loan.id, ask);
    expect(await server.refused(lending.audit, {}, how)).toBe('DOCUMENTS_MISSING');
    const { data } = await server.ok(lending.myLoans, {}, how);
    expect(data[0]?.supplement?.items.every(({ isGiven }) => !isGiven)).toBe(true);
  });

  test('sent while something else is missing lead back to 10, without a deadline', async () => {
    const { borrower, loan } = await asked();
    const how = as(borrower);
    const setStatement = (status: number) =>
      server.rows('update verification.financial_statement set status = $2 where member_id = $1', [
        borrower.id,
        status,
      ]);
    await setStatement(2);
    for (const { item } of items) {
      const files = [await newPicture('image')];
      await server.ok(applying.additionalDocument, { item }, { ...how, files });
    }
    expect(await loanOf(server, borrower)).toMatchObject({
      status: 10,
      supplement: null,
      missing: ['FINANCIAL_STATEMENT'],
    });
    // Submitting the application again is refused with a list of what is missing; meanwhile it does
    // not expire.
    expect(await server.refused(lending.audit, {}, how)).toBe('DOCUMENTS_MISSING');
    await job('lapse');
    expect((await server.ok(lending.myLoans, {}, how)).data[0]?.status).toBe(10);
    await setStatement(1);
    expect((await server.ok(lending.audit, {}, how)).data.status).toBe(20);
    const id = await openTaskId(server, 'loan_review', loan.id);
    const { data } = await server.ok(tasksOffice.getTask, { id }, as(office.reviewer));
    expect(data.detail).toMatchObject({ supplemented: items, round: 1 });
  });

  test('that nobody requested are accepted only before the review', async () => {
    const { borrower } = await applied(server);
    const how = { ...as(borrower), files: [await newPicture('image')] };
    const { data } = await server.ok(applying.additionalDocument, { item: 'job' }, how);
    expect(data.documents).toHaveLength(1);
    for (const item of ['financial', 'selfie']) {
      const more = { ...as(borrower), files: [await newPicture('image')] };
      expect(await server.refused(applying.additionalDocument, { item }, more)).toBe(
        'NOTHING_TO_SUPPLEMENT',
      );
    }
  });

  test('are readable files, for the member’s own loan', async () => {
    const { borrower } = await asked();
    const how = as(borrower);
    const send = (more: Record<string, unknown>) =>
      server.refused(applying.additionalDocument, { item: 'job' }, { ...how, ...more });
    expect(await send({ files: [] })).toBe('FILES_MISSING');
    const bad = [
      'FILE_TYPE',
      'FILE_BROKEN',
      'FILE_PIXELS',
      'FILE_SIZE',
      'FILE_ENCRYPTED',
      'FILE_ACTIVE',
    ];
    for (const code of bad) {
      const bytes = await badBytes(code);
      const file = { name: 'image', filename: 'a.jpg', type: 'image/jpeg', bytes };
      expect(await send({ files: [file] })).toBe(code);
    }
    const other = { ...as(await newBorrower(server)), files: [await newPicture('image')] };
    expect(await server.refused(applying.additionalDocument, { item: 'job' }, other)).toBe(
      'LOAN_NOT_FOUND',
    );
    const nobody = { files: [await newPicture('image')] };
    expect((await server.ask(applying.additionalDocument, { item: 'job' }, nobody)).status).toBe(
      401,
    );
  });
});

describe('a deadline', () => {
  const toldOf = async (member: Person) =>
    (
      await server.rows<{ title: string }>(
        `select title from notices.notice where member_id = $1 and title like '提醒%'`,
        [member.id],
      )
    ).map(({ title }) => title);

  test('has one reminder, in its last two days', async () => {
    const { borrower, loan } = await asked();
    await job('remind');
    expect(await toldOf(borrower)).toEqual([]);
    await server.rows(
      `update lending.loan set supplement_by = business_now() + interval '30 hours' where id = $1`,
      [loan.id],
    );
    await job('remind');
    await job('remind');
    expect(await toldOf(borrower)).toEqual(['提醒：待補件，期限將至']);
  });

  test('an offer has a reminder too', async () => {
    const { borrower, loan } = await offered(server, office);
    await server.rows(
      `update lending.loan set offer_expires_at = business_now() + interval '30 hours'
       where id = $1`,
      [loan.id],
    );
    await job('remind');
    expect(await toldOf(borrower)).toEqual(['提醒：核准，待您同意，期限將至']);
  });
});
