// Tests of plans, qualification, applications and audit over HTTP, with every answer and refusal.
import { describe, expect, test } from 'vitest';
import { addDays, addMonths, dayOf } from '#contract/core/day.ts';
import { grades } from '#contract/investing/grades.ts';
import { planInfo } from '#contract/lending/plan-info.ts';
import { lending } from '#contract/lending/calls.ts';
import { listSettings } from '#contract/settings/values.ts';
import { openTaskId } from '../../tests/actors/tasks.ts';
import { applicationOf, loanOf } from '../../actors/loan.ts';
import { newMember, newPhone, newVerifiedMember } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { setting } from '../../tests/actors/settings.ts';
import { inWork } from '../work.ts';
import { ensurePlans } from './plan/plans.ts';
import { moveLoan } from './loan.ts';
import { applied, newBorrower, newOffice, offered, proveIncome } from './testing/cases.ts';

const server = useServer();

const auditOf = (id: string) =>
  server.rows<{ action: string; from: string; to: string }>(
    `select action, from_status as "from", to_status as "to" from tasks.audit
     where subject_type = 'loan' and subject_id = $1 and action like 'loan.%' order by id`,
    [id],
  );

describe('plans', () => {
  test('six are offered, with an example computed by the engine', async () => {
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

  test('a plan is found by id or slug, and by nothing else', async () => {
    const { data: menu } = await server.ok(lending.planMenu, {});
    const { data: byId } = await server.ok(lending.planDetail, { id: menu[0]!.id });
    const { data: bySlug } = await server.ok(lending.planDetail, { id: menu[0]!.slug });
    expect(byId).toEqual(bySlug);
    for (const id of ['999', 'loan', '0', "x' or '1'='1"]) {
      expect(await server.refused(lending.planDetail, { id })).toBe('PLAN_NOT_FOUND');
    }
  });

  test('importing them again changes nothing', async () => {
    const read = () => server.rows('select * from lending.plan order by id');
    const before = await read();
    await inWork(server.services, ensurePlans);
    expect(await read()).toEqual(before);
  });

  test('investors read terms, grades and figures; an unknown plan is not found', async () => {
    const { data } = await server.ok(planInfo.investorPagePlanInfo, {});
    expect(data.plans).toHaveLength(6);
    expect(data.plans.at(-1)).toMatchObject({ slug: 'office', investorFeePercent: 10 });
    expect(data.grades.map(({ grade }) => grade)).toEqual([...grades]);
    expect(data.figures).toMatchObject({ openCases: 0, outstandingPrincipal: 0 });
    expect(data.figures.overdueShare).toBeNull();
    const one = await server.ok(planInfo.investorCasePlanInfo, { id: 'office' });
    expect(one.data).toMatchObject({ plan: { slug: 'office' }, refundFee: 15, graceDays: 7 });
    const unknown = server.refused(planInfo.investorCasePlanInfo, { id: 'nobody' });
    expect(await unknown).toBe('PLAN_NOT_FOUND');
  });

  test('an open case is shown to visitors without anything about the borrower', async () => {
    const note = { purposeNote: '整修老屋的浴室' };
    const { loan } = await offered(server, await newOffice(server), note);
    await inWork(server.services, (work) => {
      const endsAt = new Date(work.now.getTime() + 86_400_000);
      return moveLoan(work, Number(loan.id), 40, {
        action: 'loan.agreed',
        set: { listedAt: work.now, endsAt },
      });
    });
    const { data } = await server.ok(planInfo.investorPagePlanInfo, {});
    expect(data.highlights).toEqual([
      expect.objectContaining({ id: loan.id, planSlug: 'engineer', annualRate: 9, progress: 0 }),
    ]);
    expect(data.figures).toMatchObject({ openCases: 1, openAmount: 100_000 });
    expect(data.plans.find(({ slug }) => slug === 'engineer')?.openCases).toBe(1);
    expect(JSON.stringify(data)).not.toMatch(/浴室|王小明|測試科技/);
  });

  test('option lists are available to signed-in members only', async () => {
    const lists = [
      lending.purposeOptions,
      lending.instalmentOptions,
      lending.maritalOptions,
      lending.cardBanks,
    ];
    for (const list of lists) expect((await server.ask(list, {})).status).toBe(401);
    // The refund fee is public.
    expect((await server.ok(lending.refundFee, {})).data.refundFee).toBe(15);
  });

  test('option lists', async () => {
    const { token } = await newMember(server);
    expect((await server.ok(lending.purposeOptions, {}, { token })).data).toHaveLength(15);
    expect((await server.ok(lending.instalmentOptions, {}, { token })).data).toHaveLength(6);
    expect((await server.ok(lending.maritalOptions, {}, { token })).data).toHaveLength(5);
    const { creditCardBankList } = await server.ok(lending.cardBanks, {}, { token });
    expect(creditCardBankList.length).toBeGreaterThan(20);
  });
});

describe('qualification', () => {
  test('a new member learns what is missing', async () => {
    const { token } = await newMember(server);
    expect((await server.ok(lending.qualification, {}, { token })).data).toEqual({
      qualified: false,
      reasons: ['NOT_VERIFIED', 'FINANCIAL_REQUIRED'],
      retryOn: null,
      activeCaseNo: null,
      maxAmount: 0,
      plans: [],
    });
  });

  test('a verified one learns the plan and the limit by proven income', async () => {
    const borrower = await newBorrower(server);
    const ask = () => server.ok(lending.qualification, {}, { token: borrower.token });
    expect((await ask()).data).toMatchObject({ qualified: true, maxAmount: 500_000 });
    await proveIncome(server, borrower);
    expect((await ask()).data).toEqual({
      qualified: true,
      reasons: [],
      retryOn: null,
      activeCaseNo: null,
      maxAmount: 500_000,
      plans: ['engineer'],
    });
    const { caseNo } = (await server.ok(lending.apply, applicationOf(), { token: borrower.token }))
      .data;
    expect((await ask()).data).toMatchObject({ reasons: ['ACTIVE_LOAN'], activeCaseNo: caseNo });
  });
});

describe('apply', () => {
  test('submits: numbered, sealed, in bands, with a notice', async () => {
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

  test('accepts what the lists offer now; submitted ones keep their words', async () => {
    const before = await applied(server);
    const [first, ...rest] = listSettings.loanPurposes.initial;
    const renamed = [...rest, { ...first!, text: '家用', enabled: false }];
    await setting(server, 'loanPurposes', renamed);
    const borrower = await newBorrower(server);
    const { data } = await server.ok(lending.purposeOptions, {}, borrower);
    expect(data).toEqual(rest.map(({ id, text }) => ({ id: Number(id), description: text })));
    const closed = applicationOf({ purpose: Number(first!.id) });
    const { code, body } = await server.ask(lending.apply, closed, borrower);
    expect(code).toBe('OPTION_CLOSED');
    expect(Object.keys((body as unknown as { fields: object }).fields)).toEqual(['purpose']);
    const words = async (id: string) =>
      (
        await server.rows<{ text: string | null }>(
          `select settings.option_text('loanPurposes', 1, created_at) as text
           from lending.loan where id = $1`,
          [id],
        )
      )[0]?.text;
    expect(await words(before.loan.id)).toBeNull();
    const { id } = (await server.ok(lending.apply, applicationOf(), borrower)).data;
    expect(await words(id)).toBe('家用');
    await setting(server, 'loanPurposes', listSettings.loanPurposes.initial);
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

  test('refuses the applicant as the person who is asked about them', async () => {
    const phone = newPhone();
    const { id, token } = await newVerifiedMember(server, { phone });
    const own = applicationOf({ contact: { ...applicationOf().contact, phone } });
    expect(await server.refused(lending.apply, own, { token })).toBe('CONTACT_IS_APPLICANT');
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

  test('twenty concurrent ones leave one active loan; a repeated key the same one', async () => {
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
    expect((await server.ok(lending.audit, {}, how)).data.status).toBe(20);
    expect(await openTaskId(server, 'loan_review', loan.id)).toBeTruthy();
  });

  test('requires a loan', async () => {
    const { token } = await newBorrower(server);
    expect(await server.refused(lending.audit, {}, { token })).toBe('LOAN_NOT_FOUND');
  });
});
