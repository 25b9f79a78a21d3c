// Tests over HTTP: reviewing verifications and proofs of income, and who may read which document.
import { taskList } from '#contract/tasks/lists.ts';
import { describe, expect, test } from 'vitest';
import type { SentDecision } from '#contract/tasks/decisions.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { verification, verificationOffice } from '#contract/verification/calls.ts';
import { answersTo } from '../../../actors/operator.ts';
import {
  messagesTo,
  newOperator,
  newVerifiedMember,
  type Person,
} from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { pictures, stepsOn } from '../../../tests/actors/verifying.ts';
import { db } from '../../database/db.ts';
import { financialStatusOf } from '../documents/statements.ts';
import { payoutAccountOf } from '../person.ts';

const server = useServer();
const { giveBank, infoOf, memberAt } = stepsOn(server);

async function openTask(
  operator: Person,
  kind: 'identity_review' | 'financial_review',
  id: number,
) {
  const { data } = await server.ok(
    taskList,
    { kind, item_per_page: 200 },
    { token: operator.token },
  );
  return data.find(({ subject }) => subject.id === String(id))?.id ?? 'none';
}

const reviewer = () => newOperator(server, ['reviewer']);

async function decide(operator: Person, id: string, decision: Omit<SentDecision, 'id'>) {
  const answers = await answersTo(server, operator, { kind: 'identity_review', id, ...decision });
  const { token } = operator;
  return server.ask(tasksOffice.decideTask, { id, ...answers, ...decision }, { token });
}

describe('the review', () => {
  test('shows masked data and checks, and an approval makes the account current', async () => {
    const member = await memberAt(4, { account: '2888-1000-5678' });
    const operator = await reviewer();
    const id = await openTask(operator, 'identity_review', member.id);
    const { data } = await server.ok(tasksOffice.getTask, { id }, { token: operator.token });
    expect(data.subject.label).toBe('林○溪');
    const detail = data.detail as { person: { idNumberMasked: string }; checks: { ok: boolean }[] };
    expect(detail.person.idNumberMasked).toMatch(/^A1\d\*{4}\d{3}$/);
    expect(detail.checks[0]).toMatchObject({ code: 'ADULT', ok: true });
    expect(JSON.stringify(detail)).not.toMatch(/wrappedKey|288810005678/);

    expect((await decide(operator, id, { decision: 'approve' })).status).toBe(200);
    const info = await infoOf(member);
    expect(info).toMatchObject({ verifiedIDstatus: 3, verificationStatus: 4 });
    const tx = db(server.services.pool);
    expect(await payoutAccountOf(tx, server.services, member.id)).toEqual({
      bankCode: '812',
      bankName: '台新國際商業銀行',
      branchCode: null,
      account: '288810005678',
      holder: '林小溪',
      accountTail: '5678',
    });
    const mails = await messagesTo(server, member.email);
    expect(mails.map(({ subject }) => subject)).toContain('【百溪】身分驗證已通過');
    const trail = await server.rows<{ action: string }>(
      `select action from tasks.audit where subject_type = 'member' and subject_id = $1
       and action like 'verification.%' order by id`,
      [member.id],
    );
    expect(trail.map(({ action }) => action.split('.')[1])).toEqual([
      'phone',
      'phone_confirmed',
      'basic',
      'id',
      'bank',
      'approve',
    ]);
  });

  test('twenty concurrent decisions: one counts', async () => {
    const member = await memberAt(4);
    const operators = [await reviewer(), await reviewer()];
    const id = await openTask(operators[0] as Person, 'identity_review', member.id);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, k) =>
        decide(operators[k % 2] as Person, id, { decision: 'approve' }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([null, 'TASK_DONE']));
  });

  test.each([
    ['without items', { reason: '不清楚' }],
    ['for what cannot be given again', { items: [{ item: 'phone', reason: '不對' }] }],
  ])('a supplement %s is refused and leaves the task open', async (_, more) => {
    const member = await memberAt(4);
    const operator = await reviewer();
    const id = await openTask(operator, 'identity_review', member.id);
    const answer = await decide(operator, id, { decision: 'supplement', ...more });
    expect(answer.code).toBe('DECISION_INVALID');
    expect(await openTask(operator, 'identity_review', member.id)).toBe(id);
  });

  test('says if another member has bound the account too', async () => {
    const number = '5555666677778888';
    await newVerifiedMember(server, { bankCode: '812', account: number });
    const member = await memberAt(3);
    await giveBank(member, { account: number });
    const operator = await reviewer();
    const id = await openTask(operator, 'identity_review', member.id);
    const { data } = await server.ok(tasksOffice.getTask, { id }, { token: operator.token });
    const { checks } = data.detail as { checks: { code: string; ok: boolean }[] };
    expect(checks.find(({ code }) => code === 'ACCOUNT_UNIQUE')?.ok).toBe(false);
  });
});

describe('documents', () => {
  async function paperUnderReview() {
    const member = await memberAt(4);
    const operator = await reviewer();
    const task = await openTask(operator, 'identity_review', member.id);
    const [upload] = await server.rows<{ id: string }>(
      'select id from verification.upload where member_id = $1 order by id limit 1',
      [member.id],
    );
    return { member, operator, task, id: String(upload?.id) };
  }

  test('are read by the operator whose task needs them, with a log entry', async () => {
    const { id, member, operator, task } = await paperUnderReview();
    const read = { id, task };
    const answer = await server.ask(verificationOffice.readUpload, read, { token: operator.token });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
    expect((answer.body as Buffer).subarray(0, 3).toString('hex')).toBe('ffd8ff');
    const trace = await server.rows(
      `select actor_id, snapshot from tasks.audit where subject_id = $1
       and action = 'verification.upload_read'`,
      [member.id],
    );
    expect(trace).toEqual([
      { actor_id: String(operator.id), snapshot: { upload: Number(id), task: Number(task) } },
    ]);
  });

  test('are not read without a task on that member', async () => {
    const [mine, theirs] = [await paperUnderReview(), await paperUnderReview()];
    const { token } = mine.operator;
    const read = (id: string, task: string, who = token) =>
      server.ask(verificationOffice.readUpload, { id, task }, { token: who });
    expect((await read(theirs.id, mine.task)).code).toBe('NOT_FOUND');
    expect((await read(mine.id, '999999')).code).toBe('NOT_FOUND');
    expect((await read('999999', mine.task)).code).toBe('NOT_FOUND');
    const approver = await newOperator(server, ['approver']);
    expect((await read(mine.id, mine.task, approver.token)).code).toBe('ROLE_REQUIRED');
    const finance = await newOperator(server, ['finance']);
    expect((await read(mine.id, mine.task, finance.token)).code).toBe('ROLE_REQUIRED');
    expect((await read(mine.id, mine.task, mine.member.token)).status).toBe(401);
    await decide(mine.operator, mine.task, { decision: 'approve' });
    expect((await read(mine.id, mine.task)).status).toBe(200);
    expect((await read(mine.id, mine.task, theirs.operator.token)).code).toBe('NOT_FOUND');
  });
});

describe('proofs of income', () => {
  const proof = { kind: 2, monthlyIncome: 58_000, from: '2026-05-01', to: '2026-07-31' };
  const send = async ({ token }: Person, more = {}, names = ['image']) =>
    server.ask(
      verification.sendFinancialStatement,
      { ...proof, ...more },
      { token, files: await pictures(...names) },
    );
  const list = async ({ token }: Person) =>
    (await server.ok(verification.financialStatements, {}, { token })).data;

  test('are submitted, returned, submitted again and approved', async () => {
    const member = await newVerifiedMember(server);
    expect(await list(member)).toEqual({ status: 0, items: [] });
    const { body } = await send(member, {}, ['image', 'image']);
    expect(body.data).toMatchObject({ kind: 2, monthlyIncome: 58_000, status: 1 });
    expect(body.data.files).toHaveLength(2);
    const operator = await reviewer();
    const first = await openTask(operator, 'financial_review', Number(body.data.id));
    const detail = await server.ok(tasksOffice.getTask, { id: first }, { token: operator.token });
    expect(detail.data.detail).toMatchObject({
      statement: { kindText: '薪資單（近3個月）', monthlyIncome: 58_000 },
      member: { name: '王小明' },
    });
    await decide(operator, first, { decision: 'supplement', reason: '缺七月份' });
    expect((await list(member)).status).toBe(2);
    expect((await infoOf(member)).isFinancialStatus).toBe(false);
    const again = await send(member);
    const second = await openTask(operator, 'financial_review', Number(again.body.data.id));
    await decide(operator, second, { decision: 'approve' });
    expect((await list(member)).status).toBe(3);
    expect((await infoOf(member)).isFinancialStatus).toBe(true);
    await send(member);
    const tx = db(server.services.pool);
    expect(await financialStatusOf(tx, member.id)).toBe(3);
  });

  test('are documents too: the reviewer of the statement may read them', async () => {
    const member = await newVerifiedMember(server);
    const { body } = await send(member);
    const operator = await reviewer();
    const task = await openTask(operator, 'financial_review', Number(body.data.id));
    const read = { id: body.data.files[0]?.id ?? '0', task };
    const answer = await server.ask(verificationOffice.readUpload, read, { token: operator.token });
    expect(answer.status).toBe(200);
  });

  test.each([
    ['FILES_MISSING', {}, []],
    ['INVALID_INPUT', { from: '2026-08-01' }, ['image']],
    ['INVALID_INPUT', { to: '2199-01-01' }, ['image']],
    ['INVALID_INPUT', { kind: 10 }, ['image']],
    ['INVALID_INPUT', { monthlyIncome: 0.5 }, ['image']],
  ])('refuse %s for %j', async (code, more, names) => {
    const member = await newVerifiedMember(server);
    expect((await send(member, more, names)).code).toBe(code);
    expect((await list(member)).items).toEqual([]);
  });

  test('require the four steps first, and are shown to no other member', async () => {
    expect((await send(await memberAt(2))).code).toBe('STAGE_ORDER');
    const [one, other] = [await newVerifiedMember(server), await newVerifiedMember(server)];
    await send(one);
    expect((await list(other)).items).toEqual([]);
  });
});
