// Tests of the warnings of a change: which are asked, and that nobody proves an account twice.
import { describe, expect, test } from 'vitest';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { verificationChanges } from '#contract/verification/changes.ts';
import { answersTo } from '../../../actors/operator.ts';
import {
  newIdNumber,
  newMember,
  newOperator,
  newPhone,
  newVerifiedMember,
  type Person,
  stepUp,
} from '../../../tests/actors/people.ts';
import { decide, openTaskId } from '../../../tests/actors/tasks.ts';
import {
  bankAccount,
  idNames,
  issue,
  ownAccount,
  pictures,
  stepsOn,
} from '../../../tests/actors/verifying.ts';
import { decisionTraces } from '../../../tests/readers.ts';
import { useServer } from '../../../tests/server.ts';
import { inWork } from '../../work.ts';
import { releasePerson } from '../front.ts';

const server = useServer();
const { givePhone, giveBasic, giveId, giveBank, infoOf } = stepsOn(server);

const KIND = 'account_change_review';
const reviewer = () => newOperator(server, ['reviewer']);

/** The task of a verified member who asks for another account or document. */
async function askBy(phone: string, member: Person, ask: () => Promise<{ data: { id: string } }>) {
  await stepUp(server, member, phone);
  const { data } = await ask();
  return { kind: KIND, member, id: await openTaskId(server, KIND, data.id), change: data.id };
}

async function bankChange(account: { account: string }) {
  const phone = newPhone();
  const member = await newVerifiedMember(server, { phone });
  const files = await pictures('image');
  const how = { token: member.token, files };
  return askBy(phone, member, () =>
    server.ok(verificationChanges.changeBank, { ...bankAccount, ...account }, how),
  );
}

/** The task of a member whose verification is under review. */
async function application(account: { account: string }, idNumber = newIdNumber()) {
  const member = await newMember(server);
  await givePhone(member);
  await giveBasic(member, { idNumber });
  await giveId(member);
  expect((await giveBank(member, account)).code).toBeNull();
  return {
    kind: 'identity_review',
    member,
    id: await openTaskId(server, 'identity_review', member.id),
  };
}

const flagsOf = async (id: string, { token }: Person) =>
  (await server.ok(tasksOffice.getTask, { id }, { token })).data.flags;

async function approve(of: { kind: string; id: string }, who: Person) {
  const given = { id: of.id, decision: 'approve' };
  const answers = await answersTo(server, who, { kind: of.kind, ...given });
  return server.ask(tasksOffice.decideTask, { ...given, ...answers }, { token: who.token });
}

const written = () => decisionTraces(server);

describe('a bank account that another member proved', () => {
  test.each([
    ['in a change', bankChange],
    ['in an application', application],
  ])('%s is refused with any answer, and can be sent back', async (_, request) => {
    const account = ownAccount();
    const holder = await newVerifiedMember(server, { ...bankAccount, ...account });
    const of = await request(account);
    const one = await reviewer();
    const [flag] = await flagsOf(of.id, one);
    expect(flag).toMatchObject({
      code: 'ACCOUNT_PROVEN',
      text: `與會員 ${holder.id} 王○明已驗證的銀行帳戶相同`,
      who: [{ id: String(holder.id), name: '王○明' }],
    });
    const before = await written();
    expect(await approve(of, one)).toMatchObject({
      status: 409,
      code: 'FLAG_BARS',
      body: { data: { codes: ['ACCOUNT_PROVEN'] } },
    });
    expect(await written()).toEqual(before);
    const items = [{ item: 'bank', fields: ['account'], reason: '請提供本人的帳戶' }];
    const back = { id: of.id, decision: 'supplement', items };
    await server.ok(tasksOffice.decideTask, back, { token: one.token });
  });

  test('is no longer refused once its holder was erased', async () => {
    const account = ownAccount();
    const holder = await newVerifiedMember(server, { ...bankAccount, ...account });
    const of = await bankChange(account);
    await server.rows(
      `update verification.bank_account set account_hash = 'erased.' || id, status = 'replaced'
       where member_id = $1`,
      [holder.id],
    );
    expect(await flagsOf(of.id, await reviewer())).toEqual([]);
  });

  test('of a closed account of the same person is not refused', async () => {
    const [account, idNumber] = [ownAccount(), newIdNumber()];
    const before = await newVerifiedMember(server, { ...bankAccount, ...account, idNumber });
    await inWork(server.services, (work) => releasePerson(work, before.id));
    await server.rows('update identity.member set closed_at = now() where id = $1', [before.id]);
    const again = await application(account, idNumber);
    const one = await reviewer();
    const codes = (await flagsOf(again.id, one)).map(({ code }) => code);
    expect(codes).toEqual(['NUMBER_KNOWN', 'ACCOUNT_SHARED']);
    expect((await approve(again, one)).code).toBeNull();
    expect((await infoOf(again.member)).verifiedIDstatus).toBe(3);
  });

  test('is approved once if two members give it at once', async () => {
    const account = ownAccount();
    const both = [await application(account), await bankChange(account)];
    const [one, two] = [await reviewer(), await reviewer()];
    const codes = async () => [
      (await flagsOf(both[0]!.id, one)).map(({ code }) => code),
      (await flagsOf(both[1]!.id, two)).map(({ code }) => code),
    ];
    expect(await codes()).toEqual([['ACCOUNT_SHARED'], ['ACCOUNT_SHARED']]);
    const given = await Promise.all([approve(both[0]!, one), approve(both[1]!, two)]);
    expect(given.map(({ code }) => code).toSorted()).toEqual(['FLAG_BARS', null]);
  });
});

describe('a change', () => {
  test('after a new password is approved only with an answer', async () => {
    const of = await bankChange(ownAccount());
    await server.rows(
      `insert into tasks.audit (at, actor_type, actor_id, subject_type, subject_id, action,
         snapshot, request_id) values (business_now(), 'member', $1, 'member', $1,
         'identity.password_changed', '{}', 'r')`,
      [of.member.id],
    );
    const one = await reviewer();
    expect(await flagsOf(of.id, one)).toMatchObject([
      { code: 'PASSWORD_CHANGED', text: '近 7 天變更過密碼 1 次', answer: null },
    ]);
    const before = await written();
    const given = { id: of.id, decision: 'approve' };
    const refused = await server.ask(tasksOffice.decideTask, given, { token: one.token });
    expect(refused).toMatchObject({ code: 'FLAGS_UNANSWERED', status: 422 });
    expect(await written()).toEqual(before);
    expect((await approve(of, one)).code).toBeNull();
    expect(await flagsOf(of.id, one)).toMatchObject([{ answer: { text: '已查證' } }]);
  });

  test('to an old document asks about its date, in words of their own', async () => {
    const phone = newPhone();
    const member = await newVerifiedMember(server, { phone });
    const how = { token: member.token, files: await pictures(...idNames) };
    const of = await askBy(phone, member, () =>
      server.ok(verificationChanges.changeId, { ...issue, reason: 1 }, how),
    );
    const one = await reviewer();
    expect(await flagsOf(of.id, one)).toMatchObject([
      { code: 'ISSUED_LONG_AGO', text: '發證日期已超過 3 個月' },
    ]);
    expect(await decide(server, one, KIND, of.change, 'approve')).toBeNull();
  });
});
