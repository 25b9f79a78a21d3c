// Tests review, approval, offers and withdrawals over HTTP, with each possible answer.
import { beforeAll, describe, expect, test } from 'vitest';
import { applying } from '#contract/lending/applying.ts';
import { lending } from '#contract/lending/calls.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { decide, openTaskId } from '../../../tests/actors/tasks.ts';
import { applicationOf, loanOf } from '../../../actors/loan.ts';
import { newPicture } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { lendingTasks } from './review.ts';
import { lendingJobs } from '../jobs.ts';
import {
  applied,
  audited,
  listed,
  newBorrower,
  newOffice,
  offered,
  proveIncome,
  terms,
  type Office,
} from '../testing/cases.ts';

const server = useServer();
let office: Office;
beforeAll(async () => {
  office = await newOffice(server);
});

const lapse = () => lendingJobs.find(({ name }) => name === 'lending.lapse')!.run(server.services);
const statusOf = async (id: string) =>
  (await server.rows<{ status: number }>('select status from lending.loan where id = $1', [id]))[0]
    ?.status;
const auditOf = (id: string) =>
  server.rows<{ action: string; from: string; to: string }>(
    `select action, from_status as "from", to_status as "to" from tasks.audit
     where subject_type = 'loan' and subject_id = $1 and action like 'loan.%' order by id`,
    [id],
  );

describe('review', () => {
  test('shows the application, the score with its reasons, and a suggestion', async () => {
    const { loan } = await audited(server, office);
    const id = await openTaskId(server, 'loan_review', loan.id);
    const { data } = await server.ok(tasksOffice.getTask, { id }, { token: office.reviewer.token });
    expect(data.detail).toMatchObject({
      loan: { caseNo: loan.caseNo, amount: 100_000 },
      applicant: { name: '王小明', city: '臺北市' },
      application: { contact: { name: '林美華' } },
      occupation: '軟體工程師',
      score: { version: 1, grade: 'A1' },
      suggestion: { amount: 100_000, annualRate: 5, installments: 12, grade: 'A1' },
      documents: { financialStatus: 3, missing: [] },
    });
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['without terms', { decision: 'approve' }, 'DECISION_INVALID'],
    ['above what was asked', { ...terms, amount: 110_000 }, 'DECISION_INVALID'],
    ['in odd thousands', { ...terms, amount: 95_000 }, 'AMOUNT_OUT_OF_PLAN'],
    ['above the plan’s rate', { ...terms, annualRate: 12.5 }, 'RATE_OUT_OF_PLAN'],
    ['over a term not offered', { ...terms, installments: 8 }, 'INSTALMENT_NOT_OFFERED'],
    ['with an unknown grade', { ...terms, grade: 'Z9' }, 'DECISION_INVALID'],
    ['more wanted, nothing named', { decision: 'supplement', reason: '缺件' }, 'DECISION_INVALID'],
    [
      'rejected for a reason nobody knows',
      { decision: 'reject', reason: '其他', reasonCode: 'MOOD' },
      'DECISION_INVALID',
    ],
    ['rejected without a reason', { decision: 'reject' }, 'DECISION_INVALID'],
  ])('refuses approval %s and leaves the task open', async (_what, decision, code) => {
    const { loan } = await audited(server, office);
    expect(await decide(server, office.reviewer, 'loan_review', loan.id, decision)).toBe(code);
    expect(await openTaskId(server, 'loan_review', loan.id)).toBeTruthy();
    expect(await statusOf(loan.id)).toBe(20);
  });

  test('a supplement is requested and sent, and lapses after seven days', async () => {
    const { borrower, loan } = await audited(server, office);
    const items = [{ item: 'income', reason: '請補近三個月薪資單' }];
    const ask = { decision: 'supplement', reason: '收入證明不足', items };
    expect(await decide(server, office.reviewer, 'loan_review', loan.id, ask)).toBeNull();
    expect(await loanOf(server, borrower)).toMatchObject({ status: 15, reason: '收入證明不足' });
    const how = { token: borrower.token };
    expect(await server.refused(lending.audit, {}, how)).toBe('DOCUMENTS_MISSING');
    const files = [await newPicture('image')];
    await server.ok(applying.additionalDocument, { item: 'income' }, { ...how, files });
    expect((await server.ok(lending.audit, {}, how)).data).toMatchObject({
      status: 20,
      reason: null,
    });
    expect(await decide(server, office.reviewer, 'loan_review', loan.id, ask)).toBeNull();
    await lapse();
    expect(await statusOf(loan.id)).toBe(15);
    await server.rows(
      `update lending.loan set supplement_by = business_now() - interval '1 minute' where id = $1`,
      [loan.id],
    );
    await lapse();
    expect(await statusOf(loan.id)).toBe(98);
    // A borrower whose documents did not arrive in time may apply again at once.
    const { data } = await server.ok(lending.qualification, {}, how);
    expect(data.qualified).toBe(true);
  });

  test('a rejection gives a reason and bans for 90 days', async () => {
    const { borrower, loan } = await audited(server, office);
    const decision = { decision: 'reject', reason: '負債比偏高' };
    expect(await decide(server, office.reviewer, 'loan_review', loan.id, decision)).toBeNull();
    expect(await loanOf(server, borrower)).toMatchObject({ status: 97, reason: '負債比偏高' });
    const how = { token: borrower.token };
    const { data } = await server.ok(lending.qualification, {}, how);
    expect(data.reasons).toEqual(['COOLING_OFF']);
    expect(data.retryOn).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(await server.refused(lending.apply, applicationOf(), how)).toBe('NOT_QUALIFIED');
  });

  test('a listed reason has its advice, and the first day of the next application', async () => {
    const { borrower, loan } = await audited(server, office);
    const decision = { decision: 'reject', reason: '負債比 65%', reasonCode: 'DEBT_RATIO' };
    expect(await decide(server, office.reviewer, 'loan_review', loan.id, decision)).toBeNull();
    const { rejection } = await loanOf(server, borrower);
    expect(rejection).toMatchObject({ reason: '負債比 65%' });
    expect(rejection?.advice).toContain('降低申請金額');
    const { data } = await server.ok(lending.qualification, {}, { token: borrower.token });
    expect(rejection?.reapplyOn).toBe(data.retryOn);
    const [told] = await server.rows<{ body: string }>(
      'select body from notices.notice where member_id = $1 order by id desc limit 1',
      [borrower.id],
    );
    expect(told?.body).toContain('最早可於');
  });

  test('an offer that differs from the scorecard’s suggestion stores the reason', async () => {
    const { loan } = await offered(server, office);
    const [row] = await server.rows<{ score: Record<string, unknown> }>(
      'select score from lending.loan where id = $1',
      [loan.id],
    );
    expect(row?.score).toMatchObject({
      deviations: [{ item: 'rate', suggested: '500', given: '900' }],
      deviationReason: '依收入核給',
    });
  });

  test('a proposer cannot approve; a return opens the review again', async () => {
    const { loan } = await audited(server, office);
    const { second, approver, reviewer } = office;
    expect(await decide(server, second, 'loan_review', loan.id, terms)).toBeNull();
    expect(await decide(server, second, 'loan_approval', loan.id, { decision: 'approve' })).toBe(
      'MAKER_IS_CHECKER',
    );
    expect(
      await decide(server, reviewer, 'loan_approval', loan.id, { decision: 'approve' }),
    ).not.toBe(null);
    const back = { decision: 'return', reason: '利率偏低' };
    expect(await decide(server, approver, 'loan_approval', loan.id, back)).toBeNull();
    const id = await openTaskId(server, 'loan_review', loan.id);
    const { data } = await server.ok(tasksOffice.getTask, { id }, { token: reviewer.token });
    expect(data.detail).toMatchObject({ returned: { reason: '利率偏低' } });
    expect(data.assignee).toMatchObject({ id: String(second.id) });
    expect(await statusOf(loan.id)).toBe(20);
  });

  test('approval waits for the income proof to be approved', async () => {
    const { borrower, loan } = await applied(server);
    await proveIncome(server, borrower);
    await server.ok(lending.audit, {}, { token: borrower.token });
    await decide(server, office.reviewer, 'loan_review', loan.id, terms);
    const approve = { decision: 'approve' };
    expect(await decide(server, office.approver, 'loan_approval', loan.id, approve)).toBe(
      'DECISION_INVALID',
    );
    expect(await statusOf(loan.id)).toBe(20);
  });

  test('every kind of task has a handler', () => {
    const kinds = ['loan_approval', 'loan_review', 'offer_withdrawal', 'plan_approval'];
    expect(Object.keys(lendingTasks).toSorted()).toEqual([...kinds, 'plan_recall']);
  });
});

describe('a plan that a loan uses', () => {
  test('cannot change; a new version affects no offer', async () => {
    const { borrower, loan } = await offered(server, office);
    const used = `slug = 'engineer' and current`;
    const change = server.rows(`update lending.plan set platform_fee_bps = 900 where ${used}`);
    await expect(change).rejects.toThrow('is used by a loan');
    await server.rows(`update lending.plan set current = false where ${used}`);
    await server.rows(
      `insert into lending.plan (slug, version, sort_order, list_name, amount_min, amount_max,
         rate_min_bps, rate_max_bps, installments, platform_fee_bps, occupations, words)
       select slug, version + 1, sort_order, list_name, amount_min, amount_max, 600, 1400,
         installments, 900, occupations, words from lending.plan where slug = 'engineer'`,
    );
    expect(await loanOf(server, borrower)).toEqual(loan);
    const how = { token: borrower.token };
    const { data } = await server.ok(lending.agreeToOffer, { id: loan.id }, how);
    expect(data).toMatchObject({ platformFee: loan.platformFee, apr: loan.apr });
    const { data: plan } = await server.ok(lending.planDetail, { id: 'engineer' });
    expect(plan).toMatchObject({ version: 2, platformFeePercent: 9 });
    // Restores the plan for the tests that follow.
    await server.rows(`update lending.plan set current = version = 1 where slug = 'engineer'
      and version = 2`);
    await server.rows(`update lending.plan set current = true where slug = 'engineer'
      and version = 1`);
  });
});

describe('an offer', () => {
  test('states every figure', async () => {
    const { loan } = await offered(server, office);
    expect(loan).toMatchObject({
      status: 30,
      annualRate: 9,
      installments: 12,
      instalment: 8_746,
      platformFee: 3_000,
      netPayout: 96_985,
      offer: { amount: 100_000, remittanceFee: 15, grade: 'A1', totalInterest: 4_942 },
    });
    expect(loan.offer?.apr).toBe(loan.apr);
    expect(loan.apr).toBeGreaterThan(9);
    expect((await auditOf(loan.id)).map(({ to }) => to)).toEqual(['10', '20', '30']);
  });

  test('accepted, the case is listed for seven days; once', async () => {
    const { borrower, loan } = await listed(server, office);
    expect(loan.status).toBe(40);
    expect(Date.parse(loan.endsAt ?? '')).toBeGreaterThan(
      server.services.clock.now().getTime() + 6 * 86_400_000,
    );
    const how = { token: borrower.token };
    expect(await server.refused(lending.agreeToOffer, { id: loan.id }, how)).toBe('LOAN_STATUS');
    const [row] = await server.rows<{ target: string }>(
      'select target from investing.funding where loan_id = $1',
      [loan.id],
    );
    expect(Number(row?.target)).toBe(100_000);
  });

  test('of another member is not found', async () => {
    const { loan } = await offered(server, office);
    const intruder = { token: (await newBorrower(server)).token };
    for (const call of [lending.agreeToOffer, lending.declineOffer, lending.cancelLoan]) {
      expect(await server.refused(call, { id: loan.id }, intruder)).toBe('LOAN_NOT_FOUND');
      expect(await server.refused(call, { id: '999999' }, intruder)).toBe('LOAN_NOT_FOUND');
    }
    expect(await statusOf(loan.id)).toBe(30);
  });

  test('lapses after its days, without a ban', async () => {
    const { borrower, loan } = await offered(server, office);
    await server.rows(
      `update lending.loan set offer_expires_at = business_now() - interval '1 minute'
       where id = $1`,
      [loan.id],
    );
    const how = { token: borrower.token };
    expect(await server.refused(lending.agreeToOffer, { id: loan.id }, how)).toBe('OFFER_EXPIRED');
    await lapse();
    expect(await statusOf(loan.id)).toBe(98);
    expect((await server.ok(lending.qualification, {}, how)).data.qualified).toBe(true);
  });

  test('declined, it ends', async () => {
    const { borrower, loan } = await offered(server, office);
    const how = { token: borrower.token };
    const { data } = await server.ok(
      lending.declineOffer,
      { id: loan.id, reason: '利率太高' },
      how,
    );
    expect(data).toMatchObject({ status: 96, reason: '利率太高' });
    expect(await server.refused(lending.declineOffer, { id: loan.id }, how)).toBe('LOAN_STATUS');
  });
});

describe('withdrawing', () => {
  test.each(['applied', 'audited', 'supplement', 'offered', 'listed'])(
    'from %s leaves nothing open',
    async (at) => {
      const made =
        at === 'applied'
          ? await applied(server)
          : at === 'offered'
            ? await offered(server, office)
            : at === 'listed'
              ? await listed(server, office)
              : await audited(server, office);
      const { borrower, loan } = made;
      if (at === 'supplement') {
        const items = [{ item: 'income', reason: '補件' }];
        const ask = { decision: 'supplement', reason: '補件', items };
        await decide(server, office.reviewer, 'loan_review', loan.id, ask);
      }
      const how = { token: borrower.token };
      const { data } = await server.ok(lending.cancelLoan, { id: loan.id }, how);
      expect(data.status).toBe(96);
      const open = await server.rows(
        `select kind from tasks.task
         where subject_type = 'loan' and subject_id = $1 and status = 'open'`,
        [loan.id],
      );
      expect(open).toEqual([]);
      expect(await server.refused(lending.cancelLoan, { id: loan.id }, how)).toBe('LOAN_STATUS');
      expect((await server.ok(lending.qualification, {}, how)).data.qualified).toBe(true);
    },
  );

  test('concurrent with a decision, one of both happens and nothing fails', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { borrower, loan } = await audited(server, office);
      const id = await openTaskId(server, 'loan_review', loan.id);
      const rejection = { id, decision: 'reject', reason: '負債比偏高' };
      const [cancelled, rejected] = await Promise.all([
        server.ask(lending.cancelLoan, { id: loan.id }, { token: borrower.token }),
        server.ask(tasksOffice.decideTask, rejection, { token: office.reviewer.token }),
      ]);
      const codes = [cancelled.code, rejected.code];
      expect(codes.filter((code) => code === null)).toHaveLength(1);
      expect(codes.find((code) => code !== null)).toMatch(/^(LOAN_STATUS|TASK_DONE)$/);
      expect(await statusOf(loan.id)).toBe(cancelled.code === null ? 96 : 97);
    }
  });
});
