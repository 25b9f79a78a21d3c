// Plans, applications, review and offers over HTTP: each answer a caller can get.
import { beforeAll, describe, expect, test } from 'vitest';
import { addDays, addMonths, dayOf } from '#contract/day.ts';
import { lending } from '#contract/lending.ts';
import { tasksOffice } from '#contract/tasks.ts';
import { newMember, newVerifiedMember } from '../../tests/people.ts';
import { useServer } from '../../tests/server.ts';
import { inWork } from '../work.ts';
import { ensurePlans, lendingTasks } from './actions.ts';
import { lendingJobs } from './jobs.ts';
import {
  applicationOf,
  applied,
  audited,
  decide,
  listed,
  loanOf,
  newBorrower,
  newOffice,
  offered,
  openTaskId,
  proveIncome,
  terms,
  type Office,
} from './testing/cases.ts';

const server = useServer({ environment: { TRUST_PROXY: 'yes' } });
let office: Office;
beforeAll(async () => {
  await inWork(server.services, ensurePlans);
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

describe('plans', () => {
  test('six are on offer, with an example computed by the engine', async () => {
    const { data } = await server.ok(lending.planList, {});
    expect(data.map(({ slug }) => slug)).toEqual([
      'medical',
      'public',
      'engineer',
      'finance',
      'licensed',
      'office',
    ]);
    const last = data.at(-1);
    expect(last).toMatchObject({ amountMax: 300_000, rateMax: 15, platformFeePercent: 4 });
    expect(last?.example).toMatchObject({ amount: 100_000, platformFee: 4_000 });
    expect(last?.example.netPayout).toBe(95_985);
    expect(JSON.stringify(data)).not.toMatch(/[{]\w+[}]/);
  });

  test('a plan is found by id or slug, and nothing else', async () => {
    const { data: menu } = await server.ok(lending.planMenu, {});
    const { data: byId } = await server.ok(lending.planDetail, { id: menu[0]!.id });
    const { data: bySlug } = await server.ok(lending.planDetail, { id: menu[0]!.slug });
    expect(byId).toEqual(bySlug);
    for (const id of ['999', 'loan', '0', "x' or '1'='1"]) {
      expect(await server.refused(lending.planDetail, { id })).toBe('PLAN_NOT_FOUND');
    }
  });

  test('putting them in again changes nothing', async () => {
    const read = () => server.rows('select * from lending.plan order by id');
    const before = await read();
    await inWork(server.services, ensurePlans);
    expect(await read()).toEqual(before);
  });

  test('option lists and the refund fee', async () => {
    const { token } = await newMember(server);
    expect((await server.ok(lending.refundFee, {})).data.refundFee).toBe(15);
    expect((await server.ok(lending.purposeOptions, {}, { token })).data).toHaveLength(15);
    expect((await server.ok(lending.instalmentOptions, {}, { token })).data).toHaveLength(6);
    expect((await server.ok(lending.maritalOptions, {}, { token })).data).toHaveLength(5);
    const { creditCardBankList } = await server.ok(lending.cardBanks, {}, { token });
    expect(creditCardBankList.length).toBeGreaterThan(20);
  });
});

describe('qualification', () => {
  test('a fresh member learns what is missing', async () => {
    const { token } = await newMember(server);
    expect((await server.ok(lending.qualification, {}, { token })).data).toEqual({
      qualified: false,
      reasons: ['NOT_VERIFIED', 'FINANCIAL_REQUIRED'],
      retryOn: null,
      maxAmount: 0,
      plans: [],
    });
  });

  test('a verified one learns his plan, and how far his proven income reaches', async () => {
    const borrower = await newBorrower(server);
    const ask = () => server.ok(lending.qualification, {}, { token: borrower.token });
    expect((await ask()).data).toMatchObject({ qualified: true, maxAmount: 500_000 });
    await proveIncome(server, borrower);
    expect((await ask()).data).toEqual({
      qualified: true,
      reasons: [],
      retryOn: null,
      maxAmount: 500_000,
      plans: ['engineer'],
    });
  });
});

describe('apply', () => {
  test('hands in: numbered, sealed, in bands, told', async () => {
    const { borrower, loan } = await applied(server, { purposeNote: '整修老屋的浴室與廚房。' });
    expect(loan).toMatchObject({
      status: 10,
      statusCode: 'submitted',
      amount: 100_000,
      installments: 12,
      missing: ['FINANCIAL_STATEMENT'],
      offer: null,
      schedule: [],
    });
    expect(loan.caseNo).toMatch(/^A\d{8}-\d{3,}$/);
    const [row] = await server.rows<{ application: string; bands: object }>(
      'select application, bands from lending.loan where id = $1',
      [loan.id],
    );
    expect(row?.application).not.toContain('林美華');
    expect(row?.bands).toEqual({
      ageBand: '30–39 歲',
      tenureBand: '5 年以上',
      incomeBand: '5–7 萬元',
      city: '臺北市',
      debtRatioBand: '30% 以下',
      lateIn12Months: false,
    });
    expect(await auditOf(loan.id)).toEqual([{ action: 'loan.applied', from: null, to: '10' }]);
    expect(await loanOf(server, borrower)).toEqual(loan);
  });

  test.each<[string, Parameters<typeof applicationOf>[0], string]>([
    ['an unknown plan', { plan: 'nobody' }, 'PLAN_NOT_FOUND'],
    ['too much', { amount: 510_000 }, 'AMOUNT_OUT_OF_PLAN'],
    ['odd thousands', { amount: 105_000 }, 'AMOUNT_OUT_OF_PLAN'],
    ['a term not offered', { installment: 7 }, 'INSTALMENT_NOT_OFFERED'],
    ['another occupation’s plan', { plan: 'medical' }, 'OCCUPATION_NOT_IN_PLAN'],
    ['a phone number in the note', { purposeNote: '請撥 0912-345-678' }, 'PERSONAL_DATA_IN_TEXT'],
    ['his own name in the note', { purposeNote: '我是王小明' }, 'PERSONAL_DATA_IN_TEXT'],
  ])('refuses %s and writes nothing', async (_what, changed, code) => {
    const { id, token } = await newBorrower(server);
    expect(await server.refused(lending.apply, applicationOf(changed), { token })).toBe(code);
    expect(await server.rows('select 1 from lending.loan where member_id = $1', [id])).toEqual([]);
  });

  test('refuses the unverified and the young, with the reasons', async () => {
    const { token } = await newMember(server);
    const { code, body } = await server.ask(lending.apply, applicationOf(), { token });
    expect(code).toBe('NOT_QUALIFIED');
    expect((body.data as unknown as { reasons: string[] }).reasons).toEqual(['NOT_VERIFIED']);
    const { clock } = server.services;
    const almost = addDays(addMonths(dayOf(clock.now()), -12 * 20), 1);
    const young = await newVerifiedMember(server, { birthday: almost });
    const how = { token: young.token };
    const answer = await server.ask(lending.apply, applicationOf(), how);
    expect(answer.code).toBe('NOT_QUALIFIED');
    expect(answer.body.data).toMatchObject({
      reasons: ['AGE'],
      retryOn: addMonths(almost, 12 * 20),
    });
  });

  test('twenty at once leave one active loan; a replayed key leaves the same one', async () => {
    const { id, token } = await newBorrower(server);
    const codes = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { code } = await server.ask(lending.apply, applicationOf(), { token });
        return code;
      }),
    );
    expect(codes.filter((code) => code === null)).toHaveLength(1);
    expect(new Set(codes.filter((code) => code !== null))).toEqual(new Set(['ACTIVE_LOAN']));
    const rows = await server.rows('select 1 from lending.loan where member_id = $1', [id]);
    expect(rows).toHaveLength(1);

    const again = await newBorrower(server);
    const how = { token: again.token, key: 'the-same-application' };
    const first = await server.ok(lending.apply, applicationOf(), how);
    expect(await server.ok(lending.apply, applicationOf(), how)).toEqual(first);
  });
});

describe('audit', () => {
  test('says what is missing, then opens a review', async () => {
    const { borrower, loan } = await applied(server);
    const how = { token: borrower.token };
    const { code, body } = await server.ask(lending.audit, {}, how);
    expect(code).toBe('DOCUMENTS_MISSING');
    expect(body.data).toEqual({ missing: ['FINANCIAL_STATEMENT'] });
    await proveIncome(server, borrower);
    expect((await server.ok(lending.audit, {}, how)).data.status).toBe(20);
    expect(await server.refused(lending.audit, {}, how)).toBe('LOAN_STATUS');
    expect(await openTaskId(server, 'loan_review', loan.id)).toBeTruthy();
  });

  test('needs a loan', async () => {
    const { token } = await newBorrower(server);
    expect(await server.refused(lending.audit, {}, { token })).toBe('LOAN_NOT_FOUND');
  });
});

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
    ['rejected without a reason', { decision: 'reject' }, 'DECISION_INVALID'],
  ])('refuses approval %s and leaves the task open', async (_what, decision, code) => {
    const { loan } = await audited(server, office);
    expect(await decide(server, office.reviewer, 'loan_review', loan.id, decision)).toBe(code);
    expect(await openTaskId(server, 'loan_review', loan.id)).toBeTruthy();
    expect(await statusOf(loan.id)).toBe(20);
  });

  test('a supplement goes back and forth, and lapses after seven days', async () => {
    const { borrower, loan } = await audited(server, office);
    const items = [{ item: 'income', reason: '請補近三個月薪資單' }];
    const ask = { decision: 'supplement', reason: '收入證明不足', items };
    expect(await decide(server, office.reviewer, 'loan_review', loan.id, ask)).toBeNull();
    expect(await loanOf(server, borrower)).toMatchObject({ status: 15, reason: '收入證明不足' });
    const how = { token: borrower.token };
    expect((await server.ok(lending.audit, {}, how)).data).toMatchObject({
      status: 20,
      reason: null,
    });
    expect(await decide(server, office.reviewer, 'loan_review', loan.id, ask)).toBeNull();
    await lapse();
    expect(await statusOf(loan.id)).toBe(15);
    await server.rows(
      `update lending.loan set supplement_by = now() - interval '1 minute' where id = $1`,
      [loan.id],
    );
    await lapse();
    expect(await statusOf(loan.id)).toBe(98);
    // Nobody is barred for papers that did not come.
    const { data } = await server.ok(lending.qualification, {}, how);
    expect(data.qualified).toBe(true);
  });

  test('a rejection says why and bars for 90 days', async () => {
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

  test('whoever proposed does not approve; a return opens the review again', async () => {
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

  test('handlers exist for both kinds', () => {
    expect(Object.keys(lendingTasks).toSorted()).toEqual(['loan_approval', 'loan_review']);
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

  test('agreed to, the case is listed for seven days; once', async () => {
    const { borrower, loan } = await listed(server, office);
    expect(loan.status).toBe(40);
    expect(Date.parse(loan.endsAt ?? '')).toBeGreaterThan(Date.now() + 6 * 86_400_000);
    const how = { token: borrower.token };
    expect(await server.refused(lending.agreeToOffer, { id: loan.id }, how)).toBe('LOAN_STATUS');
    const [row] = await server.rows<{ target: string }>(
      'select target from investing.funding where loan_id = $1',
      [loan.id],
    );
    expect(Number(row?.target)).toBe(100_000);
  });

  test('of another is not found', async () => {
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
      `update lending.loan set offer_expires_at = now() - interval '1 minute' where id = $1`,
      [loan.id],
    );
    const how = { token: borrower.token };
    expect(await server.refused(lending.agreeToOffer, { id: loan.id }, how)).toBe('OFFER_EXPIRED');
    await lapse();
    expect(await statusOf(loan.id)).toBe(98);
    expect((await server.ok(lending.qualification, {}, how)).data.qualified).toBe(true);
  });

  test('declined, it is over', async () => {
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
});
