// Test that no plan, offer or application exceeds the cap on total cost or on a borrower's debt.
import { officePlanList } from '#contract/lending/lists.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { addDays, dayOf } from '#contract/core/day.ts';
import { planVersionSchema, plansOffice } from '#contract/lending/plans.ts';
import { lending } from '#contract/lending/calls.ts';
import { numberSettings, type NumberName } from '#contract/settings/values.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { decide, openTaskId } from '../../../tests/actors/tasks.ts';
import { applicationOf } from '../../../actors/loan.ts';
import { newOperator, type Person } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { applied, audited, newBorrower, newOffice, terms, type Office } from '../testing/cases.ts';

const server = useServer();
let office: Office;
let editor: Person;
beforeAll(async () => {
  office = await newOffice(server);
  editor = await newOperator(server, ['editor']);
});

/** Puts a numeric setting into force immediately, as if two persons had approved it. */
async function setNow(name: NumberName, value: number): Promise<void> {
  await server.rows(
    `insert into settings.version (name, number, value, reason, made_by, made_at, state,
       effective_at, decided_by)
     select $1, count(*) + 1, to_jsonb($2::int), '測試', $3, business_now() - interval '1 hour',
       'approved', business_now() - interval '1 minute', $4
     from settings.version where name = $1`,
    [name, value, editor.id, office.approver.id],
  );
}

type Fields = Record<string, unknown>;
const shape = () => Object.keys(plansOffice.createPlan.input.shape);

/** Returns the form fields for a plan's next version, with the given changes. */
async function formOf(slug: string, more: Fields): Promise<Fields & { id: string }> {
  const list = await server.ok(officePlanList, {}, editor);
  const { id } = list.data.find((row) => row.slug === slug)!;
  const { data } = await server.ok(plansOffice.getPlan, { id }, editor);
  const copied = Object.entries(data.versions[0]!).filter(([name]) => shape().includes(name));
  const effectiveOn = addDays(dayOf(server.services.clock.now()), 1);
  return { ...Object.fromEntries(copied), effectiveOn, summary: '測試', ...more, id };
}

const save = async (form: Fields) => server.ask(plansOffice.draftPlan, form as never, editor);

describe('a plan', () => {
  test('from the initial data is within both limits in every combination', async () => {
    const { data } = await server.ok(officePlanList, {}, editor);
    expect(data).toHaveLength(6);
    for (const { slug } of data) {
      const { status } = await save(await formOf(slug, { summary: '照舊' }));
      expect([slug, status]).toEqual([slug, 200]);
    }
  });

  test.each<[string, Fields, string[]]>([
    ['at 54.73 % for a small sum soon repaid', { platformFeePercent: 10 }, ['rateMax']],
    ['dear in its shortest term alone', { rateMax: 15, installments: [6, 12, 24] }, ['rateMax']],
    ['whose least fee weighs on its least amount', { platformFeeMin: 10_000 }, ['rateMax']],
    ['of more than anybody may owe', { amountMax: 510_000 }, ['amountMax']],
    ['beyond both', { amountMax: 600_000, platformFeePercent: 9 }, ['amountMax', 'rateMax']],
  ])('is not saved %s', async (_what, more, fields) => {
    const form = await formOf('medical', { ...more, version: 1 });
    const answer = await save(form);
    expect(answer.code).toBe('PLAN_LIMIT');
    const told = (answer.body as unknown as { fields: Record<string, string> }).fields;
    expect(Object.keys(told).toSorted()).toEqual(fields);
    const { id: _id, version: _version, ...begun } = form;
    const fresh = { ...begun, slug: 'dear-plan' };
    expect(await server.refused(plansOffice.createPlan, fresh as never, editor)).toBe('PLAN_LIMIT');
  });

  test('is not submitted after a limit was lowered, nor as somebody else saved it', async () => {
    const { data } = (await save(await formOf('medical', { version: 1 }))).body;
    const { id } = data;
    const submit = (version: number) =>
      server.refused(plansOffice.submitPlan, { id, version }, editor);
    expect(await submit(99)).toBe('CONTENT_CHANGED');
    const { initial: before, min } = numberSettings.borrowerMax;
    await setNow('borrowerMax', min);
    expect(await submit(data.versions[0]!.version)).toBe('PLAN_LIMIT');
    await setNow('borrowerMax', before);
  });

  test('of ten million is malformed', () => {
    const { max } = numberSettings.borrowerMax;
    const { amountMax } = planVersionSchema.shape;
    expect(amountMax.safeParse(max).success).toBe(true);
    expect(amountMax.safeParse(10_000_000).success).toBe(false);
  });

  test('is not approved if the limit was lowered since it was saved', async () => {
    const form = await formOf('finance', { version: 1 });
    const { body } = await save(form);
    const { id: version, version: edition } = body.data.versions[0]!;
    await server.ok(plansOffice.submitPlan, { id: form.id, version: edition }, editor);
    await setNow('aprMax', 20);
    const approve = { decision: 'approve' };
    const refused = await decide(server, office.approver, 'plan_approval', version, approve);
    expect(refused).toBe('DECISION_INVALID');
    await setNow('aprMax', numberSettings.aprMax.initial);
    expect(await decide(server, office.approver, 'plan_approval', version, approve)).toBeNull();
  });
});

describe('an offer', () => {
  const ask = (loan: { id: string }, decision: Fields) =>
    decide(server, office.reviewer, 'loan_review', loan.id, { reason: '依收入核給', ...decision });

  test('stays within the limit of total cost, when proposed and when approved', async () => {
    const { loan } = await audited(server, office, { installment: 6 });
    const dear = { ...terms, annualRate: 12, installments: 6 };
    await setNow('aprMax', 20);
    expect(await ask(loan, dear)).toBe('DECISION_INVALID');
    await setNow('aprMax', numberSettings.aprMax.initial);
    expect(await ask(loan, dear)).toBeNull();
    await setNow('aprMax', 22);
    const approve = { decision: 'approve' };
    expect(await decide(server, office.approver, 'loan_approval', loan.id, approve)).toBe(
      'DECISION_INVALID',
    );
    const id = await openTaskId(server, 'loan_approval', loan.id);
    const { data } = await server.ok(tasksOffice.getTask, { id }, office.approver);
    expect(data.detail).toMatchObject({ plan: { aprMax: 22, borrowerRoom: 500_000 } });
    await setNow('aprMax', numberSettings.aprMax.initial);
    expect(await decide(server, office.approver, 'loan_approval', loan.id, approve)).toBeNull();
  });

  test('leaves no borrower with more debt than the limit', async () => {
    const { loan } = await audited(server, office, { amount: 300_000 });
    await setNow('borrowerMax', 200_000);
    expect(await ask(loan, { ...terms, amount: 210_000 })).toBe('DECISION_INVALID');
    await setNow('borrowerMax', 300_000);
    expect(await ask(loan, { ...terms, amount: 210_000 })).toBeNull();
    await setNow('borrowerMax', 200_000);
    const approve = { decision: 'approve' };
    expect(await decide(server, office.approver, 'loan_approval', loan.id, approve)).toBe(
      'DECISION_INVALID',
    );
    await setNow('borrowerMax', numberSettings.borrowerMax.initial);
  });
});

describe('an application', () => {
  test('includes everything that its borrower still owes', async () => {
    const borrower = await newBorrower(server);
    await setNow('borrowerMax', 150_000);
    const asked = applicationOf({ amount: 160_000 });
    const answer = await server.ask(lending.apply, asked, borrower);
    expect(answer.code).toBe('BORROWER_LIMIT');
    const { data } = answer.body as unknown as { data: object };
    expect(data).toEqual({ borrowerMax: 150_000, outstanding: 0, room: 150_000 });
    const standing = await server.ok(lending.qualification, {}, borrower);
    expect(standing.data.maxAmount).toBe(150_000);
    const { status } = await server.ask(lending.apply, { ...asked, amount: 150_000 }, borrower);
    expect(status).toBe(200);
    await setNow('borrowerMax', numberSettings.borrowerMax.initial);
  });

  test('counts a requested sum as debt', async () => {
    const { borrower } = await applied(server, { amount: 300_000 });
    const { data } = await server.ok(lending.qualification, {}, borrower);
    expect(data.maxAmount).toBe(200_000);
  });
});
