// Tests withdrawing an offer: two persons, what is left of the offer, and who comes first.
import { beforeAll, describe, expect, test } from 'vitest';
import { loanOf } from '../../../actors/loan.ts';
import { lending } from '#contract/lending/calls.ts';
import { caseFileOffice } from '#contract/lending/case-file.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { today } from '#contract/today/calls.ts';
import { decide, decideTask, openTaskId } from '../../../tests/actors/tasks.ts';
import { newOperator, type Person } from '../../../tests/actors/people.ts';
import { auditOf, lockWaits } from '../../../tests/readers.ts';
import { useServer } from '../../../tests/server.ts';
import { lockLoan } from '../../database/db.ts';
import { lendingJobs } from '../jobs.ts';
import { applied, newOffice, offered, terms, type Office } from '../testing/cases.ts';

const server = useServer();
let office: Office;
let one: Person;
let other: Person;

beforeAll(async () => {
  office = await newOffice(server);
  one = await newOperator(server, ['approver']);
  other = await newOperator(server, ['approver']);
});

const KIND = 'offer_withdrawal';
const note = '利率誤用了舊版評分表';
const as = ({ token }: Person) => ({ token });
const lapse = () => lendingJobs.find(({ name }) => name === 'lending.lapse')!.run(server.services);
const contractsOf = async (id: string) =>
  (await server.ok(caseFileOffice.loanContracts, { id }, as(one))).data;
const ask = (id: string, who: Person = one, more: object = {}) =>
  server.ask(caseFileOffice.withdrawOffer, { id, cause: 'error', note, ...more } as never, as(who));
const agree = (id: string, borrower: Person) =>
  server.ask(lending.agreeToOffer, { id }, as(borrower));
const approve = (id: string, who: Person = other) =>
  decideTask(server, who, { kind: KIND, subjectId: id }, { decision: 'approve' });
const statusOf = async (id: string) =>
  (await server.rows<{ status: number }>('select status from lending.loan where id = $1', [id]))[0]!
    .status;
const actsOf = async (id: string) =>
  (await auditOf(server, { type: 'loan', id })).map(({ action }) => action);
const withdrawals = (id: string) =>
  server.rows<{ status: string; decision: string | null; checker: string | null }>(
    `select status, decision, checker_id as checker from tasks.task
     where kind = $1 and subject_id = $2 order by id`,
    [KIND, id],
  );
const OVERTAKEN = { status: 'done', decision: 'overtaken', checker: null };

/** An offer whose withdrawal waits for the second person. */
async function asked() {
  const made = await offered(server, office);
  expect((await ask(made.loan.id)).code).toBeNull();
  return { ...made, id: made.loan.id };
}

const pastDeadline = (id: string) =>
  server.rows(
    `update lending.loan set offer_expires_at = business_now() - interval '1 minute' where id = $1`,
    [id],
  );

describe('withdrawing an offer', () => {
  test('takes two persons, the second not of the offer; a review is open again', async () => {
    const { borrower, loan } = await offered(server, office, { amount: 150_000, installment: 24 });
    const { id } = loan;
    const { body } = await ask(id);
    expect(body.data).toMatchObject({
      offer: { amount: 100_000 },
      withdrawal: { note, isMine: true },
    });
    expect((await ask(id, other)).code).toBe('OFFER_WITHDRAWING');
    const task = { id: await openTaskId(server, KIND, id) };
    const { detail } = (await server.ok(tasksOffice.getTask, task, as(other))).data;
    expect(detail).toMatchObject({ cause: 'error', note, offer: { apr: loan.apr } });
    // Neither who asked, nor who approved the offer, nor who proposed its terms.
    for (const maker of [one, office.approver]) {
      expect((await approve(id, maker)).code).toBe('MAKER_IS_CHECKER');
    }
    expect((await approve(id, office.reviewer)).code).toBe('TASK_NOT_FOUND');
    expect(await statusOf(id)).toBe(30);
    expect((await approve(id)).code).toBeNull();

    expect(await loanOf(server, borrower)).toMatchObject({
      status: 20,
      amount: 150_000,
      installments: 24,
      annualRate: null,
      apr: null,
      offer: null,
      reason: '我們核定的條件有誤',
      reviewBy: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    const { data } = await server.ok(today.myToday, {}, as(borrower));
    expect(data.facts.map(({ fact }) => fact)).toContain('loanOfferWithdrawn');
    const [notice] = await server.rows<{ body: string }>(
      'select body from notices.notice where member_id = $1 order by id desc limit 1',
      [borrower.id],
    );
    expect(notice!.body).toMatch(/核准條件已撤回：我們核定的條件有誤。.*不用重新送件/);
    expect(notice!.body).not.toContain(note);
    // No cooling-off: all that keeps from another application is that this one goes on.
    const { data: standing } = await server.ok(lending.qualification, {}, as(borrower));
    expect(standing.reasons).toEqual(['ACTIVE_LOAN']);
    for (const table of ['investing."order"', 'investing.funding', 'ledger.account']) {
      expect(await server.rows(`select from ${table} where loan_id = $1`, [id])).toEqual([]);
    }
    expect((await actsOf(id)).slice(-4)).toEqual([
      'task.loan_approval.approve',
      'loan.offer_withdrawal_asked',
      'loan.offer_withdrawn',
      'task.offer_withdrawal.approve',
    ]);
    expect(await contractsOf(id)).toMatchObject({ offer: null, withdrawal: null });

    // The specification's refusal for the status.
    expect((await agree(id, borrower)).code).toBe('LOAN_STATUS');
    const declined = server.refused(lending.declineOffer, { id }, as(borrower));
    expect(await declined).toBe('LOAN_STATUS');
    const review = { id: await openTaskId(server, 'loan_review', id) };
    const reviewed = (await server.ok(tasksOffice.getTask, review, as(office.reviewer))).data;
    expect(reviewed.detail).toMatchObject({ withdrawn: { cause: 'error', note } });
    // The next offer is one like any other, and may be withdrawn too.
    const given = { ...terms, annualRate: 8, reason: '更正利率' };
    expect(await decide(server, office.reviewer, 'loan_review', id, given)).toBeNull();
    const yes = { decision: 'approve' };
    expect(await decide(server, one, 'loan_approval', id, yes)).toBeNull();
    expect(await loanOf(server, borrower)).toMatchObject({
      offer: { annualRate: 8 },
      reason: null,
    });
    // Who approved the first offer has made no part of this one.
    expect((await ask(id, other, { cause: 'fact' })).code).toBeNull();
    expect((await approve(id, one)).code).toBe('MAKER_IS_CHECKER');
    expect((await approve(id, office.approver)).code).toBeNull();
    expect((await loanOf(server, borrower)).reason).toBe('核准後得知新的資料，需要重新評估');
  });

  test('given back, leaves the offer as it is; it may be asked for again', async () => {
    const { borrower, id } = await asked();
    const no = { decision: 'return', reason: '條件正確' };
    expect(await decide(server, other, KIND, id, { decision: 'return' })).toBe('DECISION_INVALID');
    expect(await decide(server, other, KIND, id, no)).toBeNull();
    expect(await loanOf(server, borrower)).toMatchObject({
      status: 30,
      offer: { amount: 100_000 },
    });
    expect((await actsOf(id)).slice(-4, -1)).toContain('loan.offer_withdrawal_refused');
    expect((await ask(id, office.approver)).code).toBeNull();
    expect((await agree(id, borrower)).body.data).toMatchObject({ status: 40 });
  });

  test('is for who may approve loans, with a cause and words, while the offer stands', async () => {
    const { borrower, loan } = await offered(server, office);
    const { id } = loan;
    for (const role of ['reviewer', 'finance', 'editor', 'auditor', 'admin'] as const) {
      expect((await ask(id, await newOperator(server, [role]))).code).toBe('ROLE_REQUIRED');
    }
    expect((await ask(id, borrower)).status).toBe(401);
    const wordless = await ask(id, one, { note: ' ' });
    expect(wordless.status).toBe(400);
    expect(wordless.body).toMatchObject({ fields: { note: '請寫出發生了什麼' } });
    expect((await ask(id, one, { cause: 'mood' })).status).toBe(400);
    expect((await ask('999999')).code).toBe('LOAN_NOT_FOUND');
    expect((await ask((await applied(server)).loan.id)).code).toBe('LOAN_STATUS');
    await pastDeadline(id);
    expect((await ask(id)).code).toBe('OFFER_EXPIRED');
    expect(await withdrawals(id)).toEqual([]);
    expect(await actsOf(id)).not.toContain('loan.offer_withdrawal_asked');
  });
});

describe('a proposal to withdraw an offer ends as overtaken', () => {
  test.each([
    ['is accepted', lending.agreeToOffer, 40],
    ['is declined', lending.declineOffer, 96],
    ['is withdrawn with the application', lending.cancelLoan, 96],
  ] as const)('if the offer %s', async (_, call, status) => {
    const { borrower, id } = await asked();
    const task = { id: await openTaskId(server, KIND, id), decision: 'approve' };
    expect((await server.ok(call, { id }, as(borrower))).data.status).toBe(status);
    expect(await withdrawals(id)).toEqual([OVERTAKEN]);
    expect(await actsOf(id)).toContain('loan.offer_withdrawal_overtaken');
    expect(await server.refused(tasksOffice.decideTask, task, as(other))).toBe('TASK_DONE');
    expect(await statusOf(id)).toBe(status);
  });

  test('if the offer lapses, also before the job has recorded it', async () => {
    const [recorded, unrecorded] = [await asked(), await asked()];
    for (const { id } of [recorded, unrecorded]) await pastDeadline(id);
    expect((await approve(unrecorded.id)).body.data).toMatchObject({ decision: 'overtaken' });
    expect(await statusOf(unrecorded.id)).toBe(30);
    await lapse();
    for (const { id } of [recorded, unrecorded]) {
      expect(await statusOf(id)).toBe(98);
      expect(await withdrawals(id)).toEqual([OVERTAKEN]);
    }
  });
});

describe('at the same time', () => {
  /** Does both while the loan is locked, so that they wait for it in this order. */
  async function inOrder<A, B>(id: string, first: () => Promise<A>, second: () => Promise<B>) {
    let a!: Promise<A>;
    let b!: Promise<B>;
    await server.undone(async (tx) => {
      await lockLoan(tx, Number(id));
      a = first();
      await lockWaits(server, 1);
      b = second();
      await lockWaits(server, 2);
    });
    return [await a, await b] as const;
  }

  test('the agreement wins over the second person who comes after it', async () => {
    const { borrower, id } = await asked();
    const [agreed, approved] = await inOrder(
      id,
      () => agree(id, borrower),
      () => approve(id),
    );
    expect([agreed.code, approved.code]).toEqual([null, 'TASK_DONE']);
    expect(await statusOf(id)).toBe(40);
    expect(await withdrawals(id)).toEqual([OVERTAKEN]);
  });

  test('the agreement is refused if the second person was first', async () => {
    const { borrower, id } = await asked();
    const [approved, agreed] = await inOrder(
      id,
      () => approve(id),
      () => agree(id, borrower),
    );
    expect([approved.code, agreed.code]).toEqual([null, 'LOAN_STATUS']);
    expect(await statusOf(id)).toBe(20);
  });

  test('an agreement ends a proposal that was made just before it', async () => {
    const { borrower, loan } = await offered(server, office);
    const { id } = loan;
    const [proposed, agreed] = await inOrder(
      id,
      () => ask(id),
      () => agree(id, borrower),
    );
    expect([proposed.code, agreed.code]).toEqual([null, null]);
    expect(await statusOf(id)).toBe(40);
    expect(await withdrawals(id)).toEqual([OVERTAKEN]);
  });

  test('nothing is proposed after an agreement, and nothing twice', async () => {
    const { borrower, loan } = await offered(server, office);
    const late = loan.id;
    const [, proposed] = await inOrder(
      late,
      () => agree(late, borrower),
      () => ask(late),
    );
    expect(proposed.code).toBe('LOAN_STATUS');
    expect(await withdrawals(late)).toEqual([]);
    const { id } = (await offered(server, office)).loan;
    const [first, second] = await inOrder(
      id,
      () => ask(id),
      () => ask(id, other),
    );
    expect([first.code, second.code]).toEqual([null, 'OFFER_WITHDRAWING']);
    expect(await withdrawals(id)).toHaveLength(1);
  });

  test('the deadline wins, whoever comes first', async () => {
    const [before, after] = [await asked(), await asked()];
    await pastDeadline(before.id);
    const [, late] = await inOrder(before.id, lapse, () => approve(before.id));
    expect(late.code).toBe('TASK_DONE');
    await pastDeadline(after.id);
    const [early] = await inOrder(after.id, () => approve(after.id), lapse);
    expect(early.body.data).toMatchObject({ decision: 'overtaken' });
    for (const { id } of [before, after]) {
      expect(await withdrawals(id)).toEqual([OVERTAKEN]);
      expect(await statusOf(id)).toBe(98);
    }
  });
});
