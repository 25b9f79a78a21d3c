// Test of signing over HTTP: specimen, contract, the signature, the sealed documents, refusals.
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { addDays, day } from '#contract/core/day.ts';
import { investing } from '#contract/investing/calls.ts';
import { lending } from '#contract/lending/calls.ts';
import { loanOf } from '../../../actors/loan.ts';
import { decide } from '../../../tests/actors/tasks.ts';
import { textOf } from '../../../tests/files/pdf-text.ts';
import { useServer } from '../../../tests/server.ts';
import type { StoredFile } from '../../adapters/files/files.ts';
import { drain } from '../../worker.ts';
import { lendingJobs } from '../jobs.ts';
import {
  funded,
  listed,
  newBorrower,
  newOffice,
  signature,
  type Borrower,
  type Office,
} from '../testing/cases.ts';
import { messagesTo, newOperator, type Person, stepUp } from '../../../tests/actors/people.ts';

const server = useServer();
let office: Office;
let finance: Person;
let drawn: string;
beforeAll(async () => {
  office = await newOffice(server);
  finance = await newOperator(server, ['finance']);
  drawn = await signature();
});

const as = (person: Person) => ({ token: person.token });
const job = (name: string) => lendingJobs.find((each) => each.name === name)!.run(server.services);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const pdfOf = (borrower: Person) => server.ok(lending.contract, {}, as(borrower));
const kept = (loanId: string) =>
  server.rows<{ kind: string; sha256: string; order: string | null }>(
    `select kind, sha256, order_id as "order" from lending.contract
     where loan_id = $1 order by kind, order_id`,
    [loanId],
  );
const specimen = (borrower: Person) =>
  server.ok(lending.stylemap, { stylemap: drawn }, as(borrower));

async function readyToSign() {
  const made = await funded(server, office);
  await specimen(made.borrower);
  await stepUp(server, made.borrower, made.borrower.phone);
  return made;
}

async function signed(): Promise<Awaited<ReturnType<typeof readyToSign>> & { sha256: string }> {
  const made = await readyToSign();
  const { data } = await server.ok(lending.signContract, {}, as(made.borrower));
  return { ...made, sha256: data.sha256 };
}

describe('a signature image', () => {
  test('is stored, encrypted; the last one is used', async () => {
    const { borrower, loan } = await funded(server, office);
    expect(loan.status).toBe(50);
    await specimen(borrower);
    const other = await signature({ width: 500, height: 180 });
    await server.ok(lending.stylemap, { stylemap: other }, as(borrower));
    const rows = await server.rows<{ stored: { contentType: string } }>(
      'select stored from lending.signature where loan_id = $1',
      [loan.id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.stored.contentType).toBe('image/png');
  });

  test('must be a drawing of an allowed size', async () => {
    const { borrower } = await funded(server, office);
    const refused = (stylemap: string) =>
      server.refused(lending.stylemap, { stylemap }, as(borrower));
    expect(await refused('data:image/jpeg;base64,AAAA')).toBe('SIGNATURE_TYPE');
    expect(await refused(await signature({ width: 200, height: 60 }))).toBe('SIGNATURE_SIZE');
    expect(await refused(await signature({ stroke: false }))).toBe('SIGNATURE_BLANK');
  });

  test('of typed text is the verified name, and no other text is accepted', async () => {
    const { borrower, loan } = await funded(server, office);
    const typed = (name: string) => server.ok(lending.typeSignature, { name }, as(borrower));
    for (const name of ['李大華', '王小明明', '王小', '陳王小明', '王', '']) {
      expect(await server.refused(lending.typeSignature, { name }, as(borrower)), name).toBe(
        'SIGNATURE_NAME',
      );
    }
    const kept = 'select sha256 from lending.signature where loan_id = $1';
    expect(await server.rows(kept, [loan.id])).toEqual([]);
    await typed(' 王小明　');
    await typed('王小明');
    expect(await server.rows(kept, [loan.id])).toHaveLength(1);
    await stepUp(server, borrower, borrower.phone);
    const { data } = await server.ok(lending.signContract, {}, as(borrower));
    expect(data.loan.status).toBe(55);
  });

  test('belongs to a loan that waits for its signature', async () => {
    const nobody = await newBorrower(server);
    const refused = (who: Person) => server.refused(lending.stylemap, { stylemap: drawn }, as(who));
    expect(await refused(nobody)).toBe('LOAN_NOT_FOUND');
    const { borrower } = await listed(server, office, 30_000);
    expect(await refused(borrower)).toBe('LOAN_STATUS');
    const typed = (who: Person) =>
      server.refused(lending.typeSignature, { name: '王小明' }, as(who));
    expect(await typed(nobody)).toBe('LOAN_NOT_FOUND');
    expect(await typed(borrower)).toBe('LOAN_STATUS');
  });
});

describe('the contract', () => {
  test('does not exist before funding', async () => {
    const { borrower } = await listed(server, office, 30_000);
    for (const call of [lending.contract, lending.contractDetails]) {
      expect(await server.refused(call, {}, as(borrower))).toBe('CONTRACT_NOT_FOUND');
    }
  });

  test('before signing is a draft with the same bytes, and data in the same words', async () => {
    const { borrower, loan } = await funded(server, office);
    const draft = await pdfOf(borrower);
    expect(draft.subarray(0, 5).toString()).toBe('%PDF-');
    expect(draft.includes('ETSI.CAdES.detached')).toBe(false);
    expect(sha256(await pdfOf(borrower))).toBe(sha256(draft));
    const { data } = await server.ok(lending.contractDetails, {}, as(borrower));
    expect(data).toMatchObject({
      loanId: loan.id,
      contractNo: loan.caseNo.replace('A', 'C'),
      signedAt: null,
      sha256: null,
      hasSignature: false,
      terms: { amount: 30_000, annualRate: 9, installments: 12 },
    });
    expect(data.payoutAccount?.accountMasked).toMatch(/^\*+\d{4}$/);
    expect(data.investors.map(({ amount }) => amount)).toEqual([10_000, 20_000]);
    expect(data.schedule).toHaveLength(12);
    expect(data.schedule.at(-1)).toMatchObject({ due: '撥款後第 12 個月', balance: 0 });
    expect(data.clauses.length).toBeGreaterThan(10);
    // The borrower is not shown the investors' names.
    expect(JSON.stringify(data)).not.toContain('王小明');
  });
});

describe('signing', () => {
  test('requires a loan, its state, a signature image and a step-up, in this order', async () => {
    const refused = (who: Person) => server.refused(lending.signContract, {}, as(who));
    expect(await refused(await newBorrower(server))).toBe('LOAN_NOT_FOUND');
    const waiting = await listed(server, office, 30_000);
    expect(await refused(waiting.borrower)).toBe('LOAN_STATUS');
    const { borrower, loan } = await funded(server, office);
    expect(await refused(borrower)).toBe('SIGNATURE_MISSING');
    await specimen(borrower);
    expect(await refused(borrower)).toBe('STEP_UP_REQUIRED');
    expect((await loanOf(server, borrower)).status).toBe(50);
    expect(await kept(loan.id)).toEqual([]);
  });

  test('seals the contract and an extract for each investor, and disburses', async () => {
    const { borrower, investors, loan } = await readyToSign();
    const draft = sha256(await pdfOf(borrower));
    const { data } = await server.ok(lending.signContract, {}, as(borrower));
    expect(data.loan.status).toBe(55);
    const pdf = await pdfOf(borrower);
    const text = await textOf(pdf);
    for (const said of ['王小明', loan.caseNo, draft]) expect(text).toContain(said);
    expect(sha256(pdf)).toBe(data.sha256);
    expect(pdf.includes('ETSI.CAdES.detached')).toBe(true);
    const documents = await kept(loan.id);
    expect(documents.map(({ kind }) => kind)).toEqual(['extract', 'extract', 'final']);
    expect(documents.at(-1)?.sha256).toBe(data.sha256);
    const details = await server.ok(lending.contractDetails, {}, as(borrower));
    expect(details.data).toMatchObject({ sha256: data.sha256, signedAt: data.signedAt });
    for (const [i, investor] of investors.entries()) {
      const order = { invest_id: documents[i]?.order ?? '' };
      const bytes = await server.ok(investing.investorContract, order, as(investor));
      expect(sha256(bytes)).toBe(documents[i]?.sha256);
      const other = investors[1 - i] as Person;
      expect(await server.refused(investing.investorContract, order, as(other))).toBe(
        'ORDER_NOT_FOUND',
      );
    }
    const [audit] = await server.rows<{ snapshot: Record<string, unknown> }>(
      `select snapshot from tasks.audit where subject_type = 'loan' and subject_id = $1
         and action = 'loan.signed'`,
      [loan.id],
    );
    expect(audit?.snapshot).toMatchObject({ contractSha256: data.sha256 });
  });

  test('happens once: five concurrent calls sign one contract, a repeat is refused', async () => {
    const { borrower, loan } = await readyToSign();
    const codes = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const { code } = await server.ask(lending.signContract, {}, as(borrower));
        return code;
      }),
    );
    expect(codes.filter((code) => code === null)).toHaveLength(1);
    for (const code of codes.filter((each) => each !== null)) {
      expect(['LOAN_STATUS', 'STEP_UP_REQUIRED']).toContain(code);
    }
    expect((await kept(loan.id)).filter(({ kind }) => kind === 'final')).toHaveLength(1);
    expect(await server.refused(lending.signContract, {}, as(borrower))).toBe('LOAN_STATUS');
    const key = { ...as(borrower), key: 'signed-already' };
    expect(await server.refused(lending.signContract, {}, key)).toBe('LOAN_STATUS');
  });

  test('a step-up allows one action, and another member’s is useless', async () => {
    const { borrower } = await funded(server, office);
    await specimen(borrower);
    const other = await newBorrower(server);
    await stepUp(server, other, other.phone);
    expect(await server.refused(lending.signContract, {}, as(borrower))).toBe('STEP_UP_REQUIRED');
  });

  test('after its deadline nothing is signed; the loan lapses, with a 180-day ban', async () => {
    const { borrower, loan } = await readyToSign();
    await server.rows(
      `update lending.loan set sign_by = business_now() - interval '1 minute' where id = $1`,
      [loan.id],
    );
    expect(await server.refused(lending.signContract, {}, as(borrower))).toBe('LOAN_STATUS');
    await job('lending.lapse');
    expect((await loanOf(server, borrower)).status).toBe(98);
    const { data } = await server.ok(lending.qualification, {}, as(borrower));
    expect(data.reasons).toContain('COOLING_OFF');
    const orders = await server.rows<{ stored_status: number }>(
      'select stored_status from investing."order" where loan_id = $1',
      [loan.id],
    );
    expect(new Set(orders.map((row) => row.stored_status))).toEqual(new Set([60]));
  });

  test('a stopped disbursement is signed for again, and its lapse bans nobody', async () => {
    const { borrower, loan, sha256: before } = await signed();
    const stop = { decision: 'stop', reason: '收款帳戶需更正' };
    expect(await decide(server, finance, 'disbursement_release', loan.id, stop)).toBeNull();
    const back = await loanOf(server, borrower);
    expect(back.status).toBe(50);
    expect(Date.parse(back.signBy ?? '')).toBeGreaterThan(server.services.clock.now().getTime());
    const { data } = await server.ok(lending.contractDetails, {}, as(borrower));
    expect(data).toMatchObject({ sha256: null, signedAt: null, hasSignature: true });
    await stepUp(server, borrower, borrower.phone);
    const again = await server.ok(lending.signContract, {}, as(borrower));
    expect(again.data.sha256).not.toBe(before);
    expect((await kept(loan.id)).map(({ kind }) => kind)).toEqual(['extract', 'extract', 'final']);

    expect(await decide(server, finance, 'disbursement_release', loan.id, stop)).toBeNull();
    await server.rows(
      `update lending.loan set sign_by = business_now() - interval '1 minute' where id = $1`,
      [loan.id],
    );
    await job('lending.lapse');
    expect((await loanOf(server, borrower)).status).toBe(98);
    const qualification = await server.ok(lending.qualification, {}, as(borrower));
    expect(qualification.data.qualified).toBe(true);
  });

  test('withdrawing before signing refunds every investor', async () => {
    const { borrower, loan } = await funded(server, office);
    await server.ok(lending.cancelLoan, { id: loan.id }, as(borrower));
    const refunds = await server.rows<{ fee: number; amount: string }>(
      `select r.fee, r.amount from investing.refund r
       join investing."order" o on o.id = r.order_id where o.loan_id = $1`,
      [loan.id],
    );
    expect(refunds.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(30_000);
  });
});

async function disburse(borrower: Borrower, loanId: string): Promise<void> {
  await decide(server, finance, 'disbursement_release', loanId, { decision: 'release' });
  await decide(server, office.approver, 'disbursement_check', loanId, { decision: 'approve' });
  await drain(server.services);
  expect((await loanOf(server, borrower)).status).toBe(60);
}

describe('after the disbursement', () => {
  test('the loan shows schedule, account and what is due; an annex states the dates', async () => {
    const { borrower, investors, loan, sha256: master } = await signed();
    expect(await server.refused(lending.cancelLoan, { id: loan.id }, as(borrower))).toBe(
      'LOAN_STATUS',
    );
    await disburse(borrower, loan.id);
    const repaying = await loanOf(server, borrower);
    expect(repaying.schedule).toHaveLength(12);
    expect(repaying.schedule[0]).toMatchObject({ no: 1, status: 'upcoming', paid: 0 });
    expect(repaying.schedule.at(-1)?.balance).toBe(0);
    expect(repaying.nextDue).toMatchObject({ no: 1, amount: repaying.instalment });
    expect(repaying.virtualAccount?.account).toMatch(/^\d{14}$/);
    expect(repaying).toMatchObject({ outstandingPrincipal: 30_000, prepaid: 0, overdue: null });

    await job('lending.annexes');
    await job('lending.annexes');
    const documents = await kept(loan.id);
    expect(documents.map(({ kind }) => kind)).toEqual(['annex', 'extract', 'extract', 'final']);
    expect(documents.at(-1)?.sha256).toBe(master);
    for (const { email } of [borrower, ...investors]) {
      const told = (await messagesTo(server, email)).filter(({ subject }) =>
        subject?.includes('還款計畫確認書'),
      );
      expect(told).toHaveLength(1);
    }
    expect(sha256(await pdfOf(borrower))).toBe(master);
  });

  test('unpaid, it shows lateness and its charges as of today', async () => {
    const { borrower, loan } = await signed();
    await disburse(borrower, loan.id);
    const [first] = (await loanOf(server, borrower)).schedule;
    const [before] = await server.rows<{ due: string; until: string }>(
      `select due_on::text as due, payable_until::text as until from servicing.instalment
       where loan_id = $1 and no = 1`,
      [loan.id],
    );
    const fall = (due: string, until: string) =>
      server.rows(
        `update servicing.instalment set due_on = $2, payable_until = $3
         where loan_id = $1 and no = 1`,
        [loan.id, due, until],
      );
    const past = addDays(day(before!.due), -62);
    await fall(past, past);
    const late = await loanOf(server, borrower);
    expect(late.schedule[0]?.status).toBe('late');
    const { amount = 0, lateInterest = 0, penalty = 0 } = late.overdue ?? {};
    expect(amount).toBe((first?.total ?? 0) + lateInterest + penalty);
    expect(late.overdue?.lateDays).toBeGreaterThan(20);
    expect(late.overdue?.lateInterest).toBeGreaterThan(0);
    expect(late.overdue?.penalty).toBeGreaterThan(0);
    expect(late.nextDue?.daysLeft).toBeLessThan(0);
    // The first schedule of a loan must follow its contract.
    await fall(before!.due, before!.until);
  });

  test('extracts missing after signing are sealed by the job', async () => {
    const { loan } = await signed();
    await server.rows(`delete from lending.contract where loan_id = $1 and kind = 'extract'`, [
      loan.id,
    ]);
    await job('lending.extracts');
    expect((await kept(loan.id)).map(({ kind }) => kind)).toEqual(['extract', 'extract', 'final']);
  });

  test.each([90, 95])('the job also seals those of a loan that ended first, in %i', async (end) => {
    const { borrower, loan } = await signed();
    await disburse(borrower, loan.id);
    await server.rows(`delete from lending.contract where loan_id = $1 and kind = 'extract'`, [
      loan.id,
    ]);
    const setStatus = 'update lending.loan set status = $2 where id = $1';
    await server.rows(setStatus, [loan.id, end]);
    await job('lending.extracts');
    await server.rows(setStatus, [loan.id, 60]);
    expect((await kept(loan.id)).map(({ kind }) => kind)).toEqual(['extract', 'extract', 'final']);
    const [extract] = await server.rows<{ stored: StoredFile }>(
      `select stored from lending.contract where loan_id = $1 and kind = 'extract' limit 1`,
      [loan.id],
    );
    const text = await textOf(await server.services.files.get(extract!.stored));
    expect(text.replace(/\s/g, '')).toContain('本契約簽署時撥款日尚未確定');
  });
});
