// Tests of flags: a decision asks for their answers, a serious one for a second person, and a
// refusal writes nothing.
import { describe, expect, test } from 'vitest';
import { payoutsOffice } from '#contract/servicing/payouts.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { EXAMPLE, newTeam, signedLoan } from '../../../tests/actors/loans.ts';
import { newMember, newOperator, newVerifiedMember } from '../../../tests/actors/people.ts';
import { decide, openTaskId } from '../../../tests/actors/tasks.ts';
import { stepsOn } from '../../../tests/actors/verifying.ts';
import { decisionTraces } from '../../../tests/readers.ts';
import { useServer } from '../../../tests/server.ts';
import { inWork } from '../../work.ts';
import { forgetTasks } from '../front.ts';

const server = useServer();
const { givePhone, giveBasic, giveId, giveBank } = stepsOn(server);

type Who = { token: string };

let serial = 0;
const newAccount = () => `9001${String((serial += 1)).padStart(8, '0')}`;

/** A member whose verification is under review. */
async function applicant({ isPep = false, account = newAccount() } = {}) {
  const member = await newMember(server);
  await givePhone(member);
  await giveBasic(member, { isPep });
  await giveId(member);
  expect((await giveBank(member, { account })).code).toBeNull();
  return { ...member, account, task: await openTaskId(server, 'identity_review', member.id) };
}

const reviewer = () => newOperator(server, ['reviewer']);

const taskOf = async (id: string, { token }: Who) =>
  (await server.ok(tasksOffice.getTask, { id }, { token })).data;

const codesOf = async (id: string, who: Who) =>
  (await taskOf(id, who)).flags.map(({ code }) => code);

const send = (id: string, { token }: Who, decision: object) =>
  server.ask(tasksOffice.decideTask, { id, ...decision }, { token });

/** Answers every open flag of a task in the same words. */
async function answersIn(id: string, who: Who, answer = '已致電本人確認') {
  const { flags } = await taskOf(id, who);
  return flags.filter((flag) => !flag.answer).map(({ key }) => ({ flag: key, answer }));
}

const written = () => decisionTraces(server);

describe('an identity review', () => {
  test('with a shared account is approved only with an answer, which is stored', async () => {
    const { account, id } = await applicant();
    const other = await applicant({ account });
    const one = await reviewer();
    const { flags, detail } = await taskOf(other.task, one);
    const text = `與會員 ${id} 林○溪共用銀行帳戶`;
    expect(flags).toMatchObject([
      {
        code: 'ACCOUNT_SHARED',
        text,
        isSerious: false,
        who: [{ id: String(id), name: '林○溪' }],
        answer: null,
      },
    ]);
    const checks = (detail as { checks: { text: string; ok: boolean }[] }).checks;
    expect(checks.find((check) => check.text === text)?.ok).toBe(false);

    const before = await written();
    const refused = await send(other.task, one, { decision: 'approve' });
    expect(refused).toMatchObject({
      status: 422,
      code: 'FLAGS_UNANSWERED',
      body: { data: { codes: ['ACCOUNT_SHARED'], flags: [flags[0]!.key] } },
    });
    const elsewhere = [{ flag: 'ACCOUNT_SHARED:0', answer: '家人帳戶' }];
    const wrong = await send(other.task, one, { decision: 'approve', answers: elsewhere });
    expect(wrong.code).toBe('FLAGS_UNANSWERED');
    expect(await written()).toEqual(before);

    const answers = await answersIn(other.task, one);
    expect((await send(other.task, one, { decision: 'approve', answers })).code).toBeNull();
    const [audit] = await server.rows(
      `select snapshot -> 'flags' as flags, snapshot::text as all from tasks.audit
       where action = 'task.identity_review.approve' order by id desc limit 1`,
    );
    expect(audit).toMatchObject({ flags: 1 });
    expect(JSON.stringify(audit)).not.toContain('致電');
    expect((await taskOf(other.task, one)).flags).toMatchObject([
      { text: '與其他會員共用銀行帳戶', answer: { text: '已致電本人確認' } },
    ]);
  });

  test('asks about what appeared after the reviewer had read the task', async () => {
    const member = await applicant();
    const one = await reviewer();
    expect(await codesOf(member.task, one)).toEqual([]);
    await applicant({ account: member.account });
    const before = await written();
    expect((await send(member.task, one, { decision: 'approve' })).code).toBe('FLAGS_UNANSWERED');
    expect(await written()).toEqual(before);
  });

  test('asks again after the facts have changed', async () => {
    const member = await applicant({ isPep: true });
    await applicant({ account: member.account });
    const one = await reviewer();
    const answers = await answersIn(member.task, one);
    expect((await send(member.task, one, { decision: 'approve', answers })).code).toBeNull();
    const two = await reviewer();
    expect(await answersIn(member.task, two)).toEqual([]);
    await applicant({ account: member.account });
    const before = await written();
    const refused = await send(member.task, two, { decision: 'approve' });
    expect(refused.body).toMatchObject({ data: { codes: ['ACCOUNT_SHARED'] } });
    expect(await written()).toEqual(before);
  });

  test('of an official needs a second reviewer, who reads the answer', async () => {
    const member = await applicant({ isPep: true });
    const [one, two] = [await reviewer(), await reviewer()];
    expect((await send(member.task, one, { decision: 'approve' })).code).toBe('FLAGS_UNANSWERED');
    const answers = await answersIn(member.task, one, '已取得財富來源說明');
    const { body } = await send(member.task, one, { decision: 'approve', answers });
    expect(body.data).toMatchObject({ status: 'open', decision: null, checker: null });
    const profile = () =>
      server.rows('select status from verification.profile where member_id = $1', [member.id]);
    const [waiting] = await profile();
    const [audit] = await server.rows(
      `select subject_id::text as id, snapshot from tasks.audit
       where action = 'task.second' order by id desc limit 1`,
    );
    expect(audit).toMatchObject({ id: member.task, snapshot: { flags: 1 } });

    const before = await written();
    expect((await send(member.task, one, { decision: 'approve' })).code).toBe('MAKER_IS_CHECKER');
    expect(await written()).toEqual(before);
    const read = await taskOf(member.task, two);
    expect(read).toMatchObject({ isMaker: false, assignee: null });
    expect(read.flags).toMatchObject([
      { code: 'IS_PEP', isSerious: true, answer: { text: '已取得財富來源說明' } },
    ]);
    expect((await send(member.task, two, { decision: 'approve' })).code).toBeNull();
    const [approved] = await profile();
    expect(approved).not.toEqual(waiting);
  });

  test('that asks for corrections has no answers', async () => {
    const member = await applicant({ isPep: true });
    const one = await reviewer();
    const answers = await answersIn(member.task, one);
    const items = [{ item: 'id', fields: ['idFront'], reason: '影像模糊' }];
    const before = await written();
    const refused = await send(member.task, one, { decision: 'supplement', items, answers });
    expect(refused.code).toBe('DECISION_INVALID');
    expect(await written()).toEqual(before);
    expect((await send(member.task, one, { decision: 'supplement', items })).code).toBeNull();
  });

  test('keeps no answer about a person who was erased', async () => {
    const member = await applicant();
    await applicant({ account: member.account });
    expect(
      await decide(server, await reviewer(), 'identity_review', member.id, 'approve'),
    ).toBeNull();
    await inWork(server.services, (work) => forgetTasks(work, [{ type: 'member', id: member.id }]));
    const rows = await server.rows(
      'select answer, facts from tasks.flag_answer where task_id = $1',
      [member.task],
    );
    expect(rows).toEqual([]);
  });
});

const LARGE = { ...EXAMPLE, amount: 150_000, shares: [150_000] };

describe('a disbursement', () => {
  test('asks about a first payment only from NT$100,000 on', async () => {
    const { maker } = await newTeam(server);
    const small = await signedLoan(server, { ...EXAMPLE, shares: [100_000] });
    const task = await openTaskId(server, 'disbursement_release', small.id);
    const read = await taskOf(task, maker);
    expect(read.flags).toEqual([]);
    const { payee } = read.detail as { payee: object };
    expect(payee).toMatchObject({
      name: '王小明',
      paid: 0,
      firstPaidOn: null,
      shared: 0,
      hold: null,
    });
    expect((await send(task, maker, { decision: 'release' })).code).toBeNull();

    const large = await signedLoan(server, LARGE);
    const asked = await openTaskId(server, 'disbursement_release', large.id);
    expect(await codesOf(asked, maker)).toEqual(['FIRST_PAYMENT']);
    const before = await written();
    expect((await send(asked, maker, { decision: 'release' })).code).toBe('FLAGS_UNANSWERED');
    expect(await written()).toEqual(before);
  });

  test('asks once: the second person reads the answer of the first', async () => {
    const { maker, checker } = await newTeam(server);
    const loan = await signedLoan(server, LARGE);
    const first = await openTaskId(server, 'disbursement_release', loan.id);
    const answers = await answersIn(first, maker, '戶名與存摺相符');
    expect((await send(first, maker, { decision: 'release', answers })).code).toBeNull();
    const second = await openTaskId(server, 'disbursement_check', loan.id);
    expect((await taskOf(second, checker)).flags).toMatchObject([
      { code: 'FIRST_PAYMENT', answer: { text: '戶名與存摺相符' } },
    ]);
    expect((await send(second, checker, { decision: 'approve' })).code).toBeNull();
  });

  test('says that the account was changed, is shared, and returned a payment', async () => {
    const { maker } = await newTeam(server);
    const borrower = await newVerifiedMember(server);
    const other = await newVerifiedMember(server);
    await server.rows(
      `update verification.bank_account set in_force_from = in_force_from - interval '40 days',
         created_at = created_at - interval '40 days', status = 'replaced' where member_id = $1`,
      [borrower.id],
    );
    await server.rows(
      `insert into verification.bank_account (member_id, bank_code, account, account_hash,
         account_tail, status, in_force_from, created_at)
       select member_id, bank_code, account, 'another', account_tail, 'in_force',
         business_now() - interval '2 days', business_now() - interval '2 days'
       from verification.bank_account where member_id = $1`,
      [borrower.id],
    );
    const [{ hash = '' } = {}] = await server.rows<{ hash: string }>(
      `select account_hash as hash from verification.bank_account
       where member_id = $1 and status = 'replaced'`,
      [borrower.id],
    );
    await server.rows(
      'update verification.bank_account set account_hash = $2 where member_id = $1',
      [other.id, hash],
    );
    await server.rows(
      `insert into banking.payment (purpose, subject_id, member_id, bank_code, account, holder,
         amount, memo, status, reference, created_at, settled_on, settled_at, reason)
       values ('disbursement', 0, $1, '004', 'x', 'x', 10, '撥款', 'returned', 'T-returned',
         business_now() - interval '1 day', '2026-11-22', business_now(), '帳戶已結清')`,
      [borrower.id],
    );
    const loan = await signedLoan(server, { ...EXAMPLE, shares: [100_000] }, { borrower });
    const task = await openTaskId(server, 'disbursement_release', loan.id);
    const { flags, detail } = await taskOf(task, maker);
    expect(flags.map(({ text }) => text)).toEqual([
      `與會員 ${other.id} 王○明共用收款帳戶`,
      '首次匯入此帳戶，請確認戶名與帳號',
      '收款帳戶於 2026/11/21 變更',
      '此帳戶於 2026/11/22 遭銀行退匯：帳戶已結清',
    ]);
    expect((detail as { payee: object }).payee).toMatchObject({
      changedOn: '2026-11-21',
      shared: 1,
      returned: { on: '2026-11-22', reason: '帳戶已結清' },
    });
    await server.rows('delete from banking.payment where member_id = $1', [borrower.id]);
  });

  test('of several at once is refused with the loans that lack an answer', async () => {
    const { maker, checker } = await newTeam(server);
    const quiet = await signedLoan(server, { ...EXAMPLE, shares: [100_000] });
    const loud = await signedLoan(server, { ...EXAMPLE, shares: [100_000] });
    for (const { id } of [quiet, loud]) {
      expect(await decide(server, maker, 'disbursement_release', id, 'release')).toBeNull();
    }
    const other = await newVerifiedMember(server);
    await server.rows(
      `update verification.bank_account set account_hash = (select account_hash
         from verification.bank_account where member_id = $2) where member_id = $1`,
      [other.id, loud.borrower.id],
    );
    const loans = [String(quiet.id), String(loud.id)];
    const before = await written();
    const refused = await server.ask(payoutsOffice.approveDisbursements, { loans }, checker);
    expect(refused).toMatchObject({
      code: 'FLAGS_UNANSWERED',
      body: { data: { loans: [loud.id] } },
    });
    expect(await written()).toEqual(before);
  });
});
