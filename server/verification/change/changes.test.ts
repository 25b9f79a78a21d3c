// Test of changes after the approval over HTTP: step-up, review, the 24 hours until they take
// effect, notifications.
import { taskList } from '#contract/tasks/lists.ts';
import { describe, expect, test } from 'vitest';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { verificationChanges } from '#contract/verification/changes.ts';
import { verificationMembersOffice } from '#contract/verification/members.ts';
import { verificationOffice } from '#contract/verification/calls.ts';
import { answersTo } from '../../../actors/operator.ts';
import {
  messagesTo,
  newOperator,
  newPhone,
  newVerifiedMember,
  type Person,
  stepUp,
} from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import {
  bankAccount,
  idNames,
  issue,
  ownAccount,
  pictures,
  stepsOn,
} from '../../../tests/actors/verifying.ts';
import { db } from '../../database/db.ts';
import { payoutAccountOf, personOf } from '../person.ts';
import { verificationJobs } from '../jobs.ts';

const server = useServer();
const { infoOf, memberAt } = stepsOn(server);

type Changing = Person & { phone: string };

async function changing(more: { account?: string } = {}): Promise<Changing> {
  const phone = newPhone();
  return { ...(await newVerifiedMember(server, { phone, ...more })), phone };
}

const askBank = async ({ token }: Person, more = {}, names = ['image']) =>
  server.ask(
    verificationChanges.changeBank,
    { ...bankAccount, ...ownAccount(), ...more },
    { token, files: await pictures(...names) },
  );
const askId = async ({ token }: Person, more = {}, names = idNames) =>
  server.ask(
    verificationChanges.changeId,
    { ...issue, reason: 1, ...more },
    { token, files: await pictures(...names) },
  );
const changesOf = async ({ token }: Person) =>
  (await server.ok(verificationChanges.accountChanges, {}, { token })).data;
const paidTo = async ({ id }: Person) =>
  (await payoutAccountOf(db(server.services.pool), server.services, id))?.accountTail;

async function tasksOf(operator: Person, id: string, status: 'open' | 'done' = 'open') {
  const asked = { kind: 'account_change_review', status, item_per_page: 200 } as const;
  const { data } = await server.ok(taskList, asked, { token: operator.token });
  return data.filter(({ subject }) => subject.id === id);
}

const reviewer = () => newOperator(server, ['reviewer']);

async function decide(operator: Person, change: string, decision: object) {
  const [task] = await tasksOf(operator, change);
  const input = { id: task?.id ?? '999999', decision: '', ...decision };
  const answers = await answersTo(server, operator, { kind: 'account_change_review', ...input });
  return server.ask(tasksOffice.decideTask, { ...input, ...answers }, { token: operator.token });
}

type Detail = {
  change: { kind: string };
  current: Record<string, unknown>;
  proposed: Record<string, unknown> & { uploads: { id: string }[] };
  checks: { code: string; ok: boolean }[];
};
async function detailOf(operator: Person, change: string) {
  const [task] = await tasksOf(operator, change);
  const asked = { id: task?.id ?? '0' };
  const { data } = await server.ok(tasksOffice.getTask, asked, { token: operator.token });
  return { task: asked.id, detail: data.detail as Detail, flags: data.flags };
}

const runJobs = async () => {
  for (const job of verificationJobs) await job.run(server.services);
};

describe('a change of bank account', () => {
  test('waits for review and 24 hours more; the old account is paid until then', async () => {
    const member = await changing({ account: '004000000001' });
    await stepUp(server, member, member.phone);
    const { body } = await askBank(member);
    expect(body.data).toMatchObject({ kind: 'bank', status: 'reviewing' });
    expect(body.data.text).toBe('812 台新國際商業銀行 ****5678');
    expect(await infoOf(member)).toMatchObject({ verifiedIDStage: 4, verifiedIDstatus: 3 });
    expect(await paidTo(member)).toBe('0001');

    const operator = await reviewer();
    const { detail, flags, task } = await detailOf(operator, body.data.id);
    expect(detail).toMatchObject({
      change: { kind: 'bank', kindText: '變更銀行帳戶' },
      member: { name: '王小明', status: 3 },
      current: { accountMasked: '****0001' },
      proposed: { accountMasked: '****5678', bankCode: '812' },
    });
    expect(flags).toEqual([]);
    const read = { id: detail.proposed.uploads[0]?.id ?? '0', task };
    const paper = await server.ask(verificationOffice.readUpload, read, { token: operator.token });
    expect(paper.status).toBe(200);

    expect((await decide(operator, body.data.id, { decision: 'approve' })).status).toBe(200);
    await runJobs();
    expect(await paidTo(member)).toBe('0001');
    await stepUp(server, member, member.phone);
    expect((await askBank(member, { account: '9999000011112222' })).code).toBe('CHANGE_WAITING');
    await server.advance(1);
    // The change takes effect at its effective time; the job only records this.
    expect(await paidTo(member)).toBe('5678');
    await Promise.all([runJobs(), runJobs()]);
    expect(await paidTo(member)).toBe('5678');
    const rows = await server.rows<{ status: string }>(
      'select status from verification.bank_account where member_id = $1 order by id',
      [member.id],
    );
    expect(rows.map(({ status }) => status)).toEqual(['replaced', 'in_force']);
  });

  test('is reported by mail and by text message, at the request and at the approval', async () => {
    const member = await changing();
    await stepUp(server, member, member.phone);
    const { body } = await askBank(member);
    await decide(await reviewer(), body.data.id, { decision: 'approve' });
    const mails = (await messagesTo(server, member.email)).map(({ subject }) => subject);
    expect(mails).toContain('【百溪】收到您的銀行帳戶變更申請');
    expect(mails).toContain('【百溪】銀行帳戶變更已核准，24 小時後生效');
    const texts = (await messagesTo(server, member.phone)).map((one) => one.body);
    expect(texts[0]).toMatch(/已核准，24 小時後生效。若非您本人操作，請立即致電/);
    expect(texts[1]).toContain('收到您的銀行帳戶變更申請');
  });

  test('requires a fresh step-up each time, which a refused try does not use up', async () => {
    const member = await changing();
    expect((await askBank(member)).code).toBe('STEP_UP_REQUIRED');
    expect((await askId(member)).code).toBe('STEP_UP_REQUIRED');
    await stepUp(server, member, member.phone);
    expect((await askBank(member, { bankCode: '999' })).code).toBe('BANK_UNKNOWN');
    expect((await askBank(member, {}, [])).code).toBe('FILES_MISSING');
    expect((await askBank(member)).status).toBe(200);
    expect((await askBank(member)).code).toBe('STEP_UP_REQUIRED');
  });

  test('to the current account is refused', async () => {
    const member = await changing({ account: '004012345678' });
    await stepUp(server, member, member.phone);
    const same = await askBank(member, { bankCode: '004', account: '0040 1234 5678' });
    expect(same.code).toBe('ACCOUNT_SAME');
  });

  test('requested again replaces the one under review', async () => {
    const member = await changing();
    await stepUp(server, member, member.phone);
    const first = await askBank(member);
    await stepUp(server, member, member.phone);
    const second = await askBank(member, { account: '9999000011112222' });
    const operator = await reviewer();
    expect(await tasksOf(operator, first.body.data.id)).toEqual([]);
    const [overtaken] = await tasksOf(operator, first.body.data.id, 'done');
    expect(overtaken).toMatchObject({ decision: 'overtaken' });
    expect((await changesOf(member)).map(({ status }) => status)).toEqual([
      'reviewing',
      'withdrawn',
    ]);
    await decide(operator, second.body.data.id, { decision: 'approve' });
    await server.advance(1);
    expect(await paidTo(member)).toBe('2222');
  });

  test('is returned with reasons and requested again', async () => {
    const member = await changing();
    const before = await paidTo(member);
    await stepUp(server, member, member.phone);
    const { body } = await askBank(member);
    const operator = await reviewer();
    const wrong = { decision: 'supplement', items: [{ item: 'id', reason: '不符' }] };
    expect((await decide(operator, body.data.id, wrong)).code).toBe('DECISION_INVALID');
    const items = [{ item: 'bank', fields: ['image'], reason: '看不到戶名' }];
    await decide(operator, body.data.id, { decision: 'supplement', items });
    expect(await changesOf(member)).toMatchObject([{ status: 'supplement', items }]);
    await server.advance(2);
    expect(await paidTo(member)).toBe(before);
    await stepUp(server, member, member.phone);
    expect((await askBank(member)).body.data.status).toBe('reviewing');
  });

  test('shows that another has bound the account, and a new password', async () => {
    const other = await changing({ account: '812000099998888' });
    await server.rows(
      `update verification.bank_account set bank_code = '004' where member_id = $1`,
      [other.id],
    );
    const member = await changing();
    await server.rows(
      `insert into tasks.audit (at, actor_type, actor_id, subject_type, subject_id, action,
         snapshot, request_id) values (business_now(), 'member', $1, 'member', $1,
         'identity.password_changed', '{}', 'r')`,
      [member.id],
    );
    await stepUp(server, member, member.phone);
    const { body } = await askBank(member, { bankCode: '004', account: '812000099998888' });
    const { flags } = await detailOf(await reviewer(), body.data.id);
    expect(flags.map(({ code }) => code)).toEqual(['ACCOUNT_PROVEN', 'PASSWORD_CHANGED']);
  });

  test('is for approved members, and is removed by a reset', async () => {
    const early = await memberAt(4);
    expect((await askBank(early)).code).toBe('NOT_VERIFIED');
    expect((await askId(early)).code).toBe('NOT_VERIFIED');
    const member = await changing();
    const before = await paidTo(member);
    await stepUp(server, member, member.phone);
    const { body } = await askBank(member);
    const operator = await reviewer();
    await decide(operator, body.data.id, { decision: 'approve' });
    const admin = await newOperator(server, ['reviewer', 'admin']);
    await server.ok(
      verificationMembersOffice.resetStage,
      { id: String(member.id), stage: 3, reason: '帳戶疑遭冒用' },
      { token: admin.token },
    );
    await server.advance(2);
    expect(await paidTo(member)).toBe(before);
  });

  test('of one member is never shown to another', async () => {
    const [one, other] = [await changing(), await changing()];
    await stepUp(server, one, one.phone);
    await askBank(one);
    expect(await changesOf(other)).toEqual([]);
  });
});

describe('a change of document', () => {
  const inFile = async ({ id }: Person) =>
    (await personOf(db(server.services.pool), server.services, id))?.name;

  test('takes effect at the approval, with the new name', async () => {
    const member = await changing();
    await stepUp(server, member, member.phone);
    expect((await askId(member, { reason: 3 })).code).toBe('INVALID_INPUT');
    const { body } = await askId(member, { reason: 3, name: '王大明' });
    expect(body.data).toMatchObject({ kind: 'id', text: '更名', status: 'reviewing' });
    expect(await inFile(member)).toBe('王小明');
    const operator = await reviewer();
    const { detail } = await detailOf(operator, body.data.id);
    expect(detail).toMatchObject({
      change: { kind: 'id', reason: '更名', isRenaming: true },
      current: null,
      proposed: { name: '王大明', issueCity: '新北市' },
    });
    expect((await decide(operator, body.data.id, { decision: 'approve' })).status).toBe(200);
    expect(await inFile(member)).toBe('王大明');
    expect((await changesOf(member))[0]).toMatchObject({ status: 'approved' });
    const mails = (await messagesTo(server, member.email)).map(({ subject }) => subject);
    expect(mails).toContain('【百溪】身分證件已更新');
  });

  test('keeps an unchanged name, and has each of its documents once', async () => {
    const member = await changing();
    await stepUp(server, member, member.phone);
    expect((await askId(member, {}, idNames.slice(1))).code).toBe('FILES_MISSING');
    expect((await askId(member, { idIssueDate: '2199-01-01' })).code).toBe('INVALID_INPUT');
    const { body } = await askId(member, { reason: 2, name: '王大明' });
    await decide(await reviewer(), body.data.id, { decision: 'approve' });
    expect(await inFile(member)).toBe('王小明');
  });

  test('ten concurrent decisions: one counts', async () => {
    const member = await changing();
    await stepUp(server, member, member.phone);
    const { body } = await askId(member);
    const operator = await reviewer();
    const [task] = await tasksOf(operator, body.data.id);
    const input = { id: task?.id ?? '0', decision: 'approve' };
    const of = { kind: 'account_change_review', ...input };
    const decision = { ...input, ...(await answersTo(server, operator, of)) };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        server.ask(tasksOffice.decideTask, decision, { token: operator.token }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});
