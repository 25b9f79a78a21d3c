// Tests of the warnings about an application: which are asked, once for a case, and of whom.
import { beforeAll, expect, test } from 'vitest';
import { dayOf, formatDay } from '#contract/core/day.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { newVerifiedMember, type Person } from '../../../tests/actors/people.ts';
import { decide, openTaskId } from '../../../tests/actors/tasks.ts';
import { decisionTraces } from '../../../tests/readers.ts';
import { useServer } from '../../../tests/server.ts';
import { audited, newOffice, type Office, terms } from '../testing/cases.ts';

const server = useServer();
let office: Office;
beforeAll(async () => {
  office = await newOffice(server);
});

const offer = { ...terms, reason: '依收入核給' };

const taskOf = async (id: string, { token }: Person) =>
  (await server.ok(tasksOffice.getTask, { id }, { token })).data;

const send = (id: string, { token }: Person, decision: object) =>
  server.ask(tasksOffice.decideTask, { id, decision: '', ...decision }, { token });

async function answersIn(id: string, who: Person, answer: string) {
  const { flags } = await taskOf(id, who);
  return flags.filter((flag) => !flag.answer).map(({ key }) => ({ flag: key, answer }));
}

/** An application of a member who lives at the address of another one. */
async function withNeighbour() {
  const { borrower, loan } = await audited(server, office);
  const twin = await newVerifiedMember(server, { annualIncome: 3 });
  await server.rows(
    `update verification.address_key set hash = (select hash from verification.address_key
       where member_id = $1 and kind = 'registered') where member_id = $2`,
    [borrower.id, twin.id],
  );
  return { borrower, loan, twin, id: await openTaskId(server, 'loan_review', loan.id) };
}

test('a link is asked of the reviewer, and read by the second person', async () => {
  const { loan, twin, id } = await withNeighbour();
  const { flags } = await taskOf(id, office.reviewer);
  expect(flags).toMatchObject([
    {
      code: 'LINK_ADDRESS',
      text: '同一個地址：1 位會員',
      isSerious: false,
      who: [{ id: String(twin.id), name: '王○明' }],
      answer: null,
    },
  ]);
  const before = await decisionTraces(server);
  expect(await send(id, office.reviewer, offer)).toMatchObject({
    status: 422,
    code: 'FLAGS_UNANSWERED',
    body: { data: { codes: ['LINK_ADDRESS'] } },
  });
  expect(await decisionTraces(server)).toEqual(before);
  const answers = await answersIn(id, office.reviewer, '家人同住');
  expect((await send(id, office.reviewer, { ...offer, answers })).code).toBeNull();

  const second = await openTaskId(server, 'loan_approval', loan.id);
  expect((await taskOf(second, office.approver)).flags).toMatchObject([
    { code: 'LINK_ADDRESS', answer: { text: '家人同住' } },
  ]);
  expect((await send(second, office.approver, { decision: 'approve' })).code).toBeNull();
});

test('what appears after the proposal is asked of the second person', async () => {
  const { borrower, loan, id } = await withNeighbour();
  expect(await decide(server, office.reviewer, 'loan_review', loan.id, offer)).toBeNull();
  const third = await newVerifiedMember(server);
  await server.rows(
    `update verification.address_key set hash = (select hash from verification.address_key
       where member_id = $1 and kind = 'registered') where member_id = $2`,
    [borrower.id, third.id],
  );
  const second = await openTaskId(server, 'loan_approval', loan.id);
  const before = await decisionTraces(server);
  const refused = await send(second, office.approver, { decision: 'approve' });
  expect(refused).toMatchObject({ code: 'FLAGS_UNANSWERED' });
  expect(await decisionTraces(server)).toEqual(before);
  expect(await decide(server, office.approver, 'loan_approval', loan.id, 'approve')).toBeNull();
  expect((await taskOf(id, office.reviewer)).flags).toHaveLength(1);
});

test('an application that agrees with its papers asks nothing', async () => {
  const { loan } = await audited(server, office);
  const id = await openTaskId(server, 'loan_review', loan.id);
  expect((await taskOf(id, office.reviewer)).flags).toEqual([]);
});

test('an income above its proof and an own contact are asked about', async () => {
  const { loan } = await audited(server, office, {
    job: {
      occupation: 301,
      company: '別家公司',
      title: '工程師',
      since: '2019-03',
      monthlyIncome: 90_000,
    },
  });
  const id = await openTaskId(server, 'loan_review', loan.id);
  const codes = (await taskOf(id, office.reviewer)).flags.map(({ code }) => code);
  expect(codes).toEqual(['INCOME_STATED', 'COMPANY_DIFFERS']);
});

test('an official and a warned account are serious: a third person decides', async () => {
  const { borrower, loan } = await audited(server, office);
  const id = await openTaskId(server, 'loan_review', loan.id);
  expect(await decide(server, office.reviewer, 'loan_review', loan.id, offer)).toBeNull();
  await server.rows('update verification.profile set is_pep = true where member_id = $1', [
    borrower.id,
  ]);
  await server.rows(
    `insert into verification.payout_hold (member_id, reason, cause, held_by, held_at, look_on)
     values ($1, '銀行通報', 'bank', $2, business_now(), business_now()::date + 14)`,
    [borrower.id, office.reviewer.id],
  );
  const second = await openTaskId(server, 'loan_approval', loan.id);
  const today = formatDay(dayOf(server.services.clock.now()));
  expect((await taskOf(second, office.approver)).flags).toMatchObject([
    { code: 'IS_PEP', isSerious: true },
    { code: 'HELD', text: `${today} 起暫停撥付：銀行通報（警示帳戶）`, isSerious: true },
  ]);
  const answers = await answersIn(second, office.approver, '已查證');
  const left = await send(second, office.approver, { decision: 'approve', answers });
  expect(left.body.data).toMatchObject({ status: 'open', decision: null });
  expect(await decide(server, office.second, 'loan_approval', loan.id, 'approve')).toBeNull();
  expect((await taskOf(id, office.reviewer)).flags).toEqual([]);
  await server.rows('delete from verification.payout_hold where member_id = $1', [borrower.id]);
});
