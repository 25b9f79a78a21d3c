// Tests of the office's member page over HTTP: search, masking, history, unmasking, reset.
import { memberList } from '#contract/verification/lists.ts';
import { describe, expect, test } from 'vitest';
import { addDays } from '#contract/core/day.ts';
import type { Role } from '#contract/core/endpoint.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import {
  personalFields,
  verificationMembersOffice as office,
} from '#contract/verification/members.ts';
import {
  messagesTo,
  newIdNumber,
  newMember,
  newOperator,
  newPhone,
  newVerifiedMember,
  type Person,
} from '../../../tests/actors/people.ts';
import { goTo, lentLoan, newTeam, pay } from '../../../tests/actors/loans.ts';
import { useServer } from '../../../tests/server.ts';
import { stepsOn } from '../../../tests/actors/verifying.ts';
import { db } from '../../database/db.ts';
import { payoutAccountOf } from '../person.ts';
import { verificationJobs } from '../jobs.ts';

const server = useServer();
const { giveBank, giveId, infoOf, memberAt } = stepsOn(server);

const operator = (...roles: Role[]) => newOperator(server, roles);
const by = ({ token }: Person) => ({ token });
const id = (member: Person) => String(member.id);

describe('searching', () => {
  test('finds by e-mail, id, phone or its last digits, and ID number, masked', async () => {
    const phone = newPhone();
    const idNumber = newIdNumber();
    const member = await newVerifiedMember(server, { phone, idNumber });
    const reviewer = await operator('reviewer');
    const upper = member.email.toUpperCase().slice(0, -8);
    const whole = [member.email, upper, id(member), phone, idNumber.toLowerCase()];
    for (const q of [...whole, phone.slice(-4)]) {
      const { data } = await server.ok(memberList, { q }, by(reviewer));
      expect(
        data.find((row) => row.id === id(member)),
        q,
      ).toMatchObject({
        emailMasked: 'me***@example.com',
        nameMasked: '王○明',
        stage: 4,
        status: 3,
        standing: 'open',
      });
    }
    const { data: all, total } = await server.ok(memberList, {}, by(reviewer));
    expect(all[0]?.id).toBe(id(member));
    expect(total).toBeGreaterThanOrEqual(all.length);
  });

  test('old numbers are found by their last digits after the job has added them', async () => {
    const phones = [newPhone(), newPhone()];
    const members = [];
    for (const phone of phones) members.push(await newVerifiedMember(server, { phone }));
    const closed = await newVerifiedMember(server);
    const ids = [...members, closed].map((member) => member.id);
    const forget = 'update verification.profile set phone_tail = null where member_id = any ($1)';
    await server.rows(forget, [ids]);
    await server.rows('update verification.profile set phone_hash = null where member_id = $1', [
      closed.id,
    ]);
    const reviewer = await operator('reviewer');
    const found = async (phone: string) => {
      const ask = { q: phone.slice(-4) };
      return (await server.ok(memberList, ask, by(reviewer))).data.map((row) => row.id);
    };
    expect(await found(phones[0] ?? '')).not.toContain(String(ids[0]));
    const job = verificationJobs.find(({ name }) => name === 'verification.phoneTails');
    // The job runs twice, because the second run must change nothing.
    for (const _ of [1, 2]) await job?.run(server.services);
    for (const [k, phone] of phones.entries()) expect(await found(phone)).toContain(String(ids[k]));
    const tails = await server.rows<{ tail: string | null }>(
      `select phone_tail as tail from verification.profile where member_id = any ($1)
       order by member_id`,
      [ids],
    );
    // A closed account can no longer be found by its numbers.
    expect(tails.map(({ tail }) => tail)).toEqual([...phones.map((p) => p.slice(-4)), null]);
  });

  test.each(['%', '___', '09123', 'P99999999', 'zz', "' or 1=1"])('%s finds nobody', async (q) => {
    const reviewer = await operator('reviewer');
    const { data } = await server.ok(memberList, { q }, by(reviewer));
    expect(data).toEqual([]);
  });
});

describe('the page', () => {
  test('shows everything about a member, and nothing unmasked', async () => {
    const phone = newPhone();
    const idNumber = newIdNumber();
    const account = '004012345678';
    const member = await newVerifiedMember(server, { phone, idNumber, account });
    const answer = await server.ask(
      office.getMember,
      { id: id(member) },
      by(await operator('auditor')),
    );
    expect(answer.body.data).toMatchObject({
      purpose: 'both',
      suspendedAt: null,
      file: {
        stage: 4,
        status: 3,
        person: { nameMasked: '王○明', birthYear: 1990, city: '臺北市' },
        bank: { bankCode: '004', accountMasked: '****5678' },
        bankWaiting: null,
      },
      sessions: [{ agent: 'node' }],
      loans: [],
      orders: [],
    });
    const text = JSON.stringify(answer.body);
    for (const secret of [phone, idNumber, account, member.email, '王小明', '市府路']) {
      expect(text).not.toContain(secret);
    }
  });

  test('has the whole history in one list, newest first, filtered and paged', async () => {
    const member = await memberAt(4);
    const reviewer = await operator('reviewer');
    const ask = { id: id(member) };
    const { data, total } = await server.ok(office.memberTimeline, ask, by(reviewer));
    const actions = data.map(({ action }) => action);
    expect(actions).toEqual(
      expect.arrayContaining([
        'identity.login',
        'verification.bank',
        'message.notice',
        'message.email',
        'message.sms',
      ]),
    );
    const instants = data.map(({ at }) => at);
    expect(instants).toEqual(instants.toSorted().toReversed());
    expect(data.find(({ action }) => action === 'message.sms')?.text).toBe('簡訊驗證碼');
    const money = await server.ok(office.memberTimeline, { ...ask, group: 'money' }, by(reviewer));
    expect(money.total).toBe(0);
    const rest = { ...ask, item_per_page: 3, offset: 3 };
    const page = await server.ok(office.memberTimeline, rest, by(reviewer));
    expect(page.total).toBe(total);
    expect(page.data).toEqual(data.slice(3, 6));
  });

  test('of an unknown member is not found', async () => {
    const reviewer = await operator('reviewer');
    const nobody = { id: '99999999' };
    const reason = '查無此人';
    expect(await server.refused(office.getMember, nobody, by(reviewer))).toBe('NOT_FOUND');
    expect(await server.refused(office.memberTimeline, nobody, by(reviewer))).toBe('NOT_FOUND');
    const reveal = { ...nobody, fields: ['name'], reason };
    expect(await server.refused(office.revealMember, reveal, by(reviewer))).toBe('NOT_FOUND');
    const reset = { ...nobody, stage: 0, reason };
    expect(await server.refused(office.resetStage, reset, by(reviewer))).toBe('NOT_FOUND');
  });
});

describe('personal data in full', () => {
  test('is shown field by field for a reason, with a log entry each time', async () => {
    const phone = newPhone();
    const member = await newVerifiedMember(server, { phone, account: '004087654321' });
    const approver = await operator('approver');
    const ask = {
      id: id(member),
      fields: ['phone', 'bankAccount'] as const,
      reason: '電話回覆客訴',
    };
    for (let times = 1; times <= 2; times += 1) {
      const { data } = await server.ok(
        office.revealMember,
        { ...ask, fields: [...ask.fields] },
        { ...by(approver), key: 'the-same-key' },
      );
      expect(data.fields).toEqual({ phone, bankAccount: '004 臺灣銀行 004087654321' });
      const trace = await server.rows(
        `select actor_id, reason, snapshot from tasks.audit
         where action = 'verification.revealed' and subject_id = $1`,
        [member.id],
      );
      expect(trace).toHaveLength(times);
      expect(trace[0]).toMatchObject({ actor_id: id(approver), reason: ask.reason });
      expect(JSON.stringify(trace)).not.toContain(phone);
    }
    const kept = await server.rows(`select 1 from app.idempotency where key = 'the-same-key'`);
    expect(kept).toEqual([]);
    const whole = { id: id(member), fields: [...personalFields], reason: '核對' };
    const { data } = await server.ok(office.revealMember, whole, by(approver));
    expect(data.fields).toMatchObject({ name: '王小明', email: member.email });
  });

  test.each([
    ['no reason', { fields: ['name'], reason: ' ' }],
    ['no field', { fields: [], reason: '核對資料' }],
    ['a field that is none', { fields: ['password'], reason: '核對資料' }],
  ])('is not shown for %s', async (_, more) => {
    const member = await newMember(server);
    const reviewer = await operator('reviewer');
    const ask = { id: id(member), ...more };
    expect(await server.refused(office.revealMember, ask, by(reviewer))).toBe('INVALID_INPUT');
  });
});

describe('a reset', () => {
  const reason = '證件遭冒用，須重新驗證';

  test('lowers the stage, leaves payouts alone, and is followed by new steps', async () => {
    const usual = { bankCode: '004', account: '004087654321' };
    const member = await newVerifiedMember(server, { account: usual.account });
    const reviewer = await operator('reviewer');
    const reset = { id: id(member), stage: 2, reason };
    const key = { ...by(reviewer), key: `reset-${member.id}` };
    const { data } = await server.ok(office.resetStage, reset, key);
    expect(data).toEqual({ stage: 2, status: 0 });
    // The same idempotency key gives the same answer; without the key there is nothing left to
    // reset.
    expect((await server.ok(office.resetStage, reset, key)).data).toEqual(data);
    expect(await server.refused(office.resetStage, reset, by(reviewer))).toBe('STAGE_ORDER');
    const tx = db(server.services.pool);
    expect(await payoutAccountOf(tx, server.services, member.id)).not.toBeNull();
    // Placing orders requires stage 4 and status 3; the tests of orders cover NOT_VERIFIED.
    expect(await infoOf(member)).toMatchObject({ verifiedIDStage: 2, verificationStatus: 2 });
    const [mail] = await messagesTo(server, member.email);
    expect(mail?.subject).toBe('【百溪】請重新完成身分驗證');
    expect(mail?.body).toContain(`請從「身分證件」開始重新完成身分驗證，原因：${reason}`);
    await giveId(member);
    expect((await giveBank(member, usual)).status).toBe(200);
    expect(await infoOf(member)).toMatchObject({ verifiedIDStage: 4, verifiedIDstatus: 1 });
    const trail = await server.rows<{ reason: string; from_status: string }>(
      `select from_status, to_status, reason from tasks.audit
       where subject_id = $1 and action = 'verification.reset'`,
      [member.id],
    );
    expect(trail).toEqual([{ from_status: '4/3', to_status: '2/0', reason }]);
  });

  test('ends the waiting review', async () => {
    const member = await memberAt(4);
    const reviewer = await operator('reviewer');
    await server.ok(office.resetStage, { id: id(member), stage: 3, reason }, by(reviewer));
    const open = await server.rows(
      `select 1 from tasks.task where subject_type = 'member' and subject_id = $1
       and status = 'open'`,
      [member.id],
    );
    expect(open).toEqual([]);
    const { data } = await server.ok(office.getMember, { id: id(member) }, by(reviewer));
    expect(data.tasks).toMatchObject([{ kind: 'identity_review', decision: 'overtaken' }]);
  });

  test('never raises the stage', async () => {
    const member = await memberAt(1);
    const reviewer = await operator('reviewer');
    for (const stage of [1, 2, 3]) {
      const ask = { id: id(member), stage, reason };
      expect(await server.refused(office.resetStage, ask, by(reviewer))).toBe('STAGE_ORDER');
    }
  });
});

describe('who may', () => {
  const reading: Role[] = ['reviewer', 'approver', 'finance', 'auditor', 'admin'];
  const calls = [
    { name: 'findMembers', call: memberList, more: {}, roles: reading },
    { name: 'getMember', call: office.getMember, more: {}, roles: reading },
    { name: 'memberTimeline', call: office.memberTimeline, more: {}, roles: reading },
    {
      name: 'revealMember',
      call: office.revealMember,
      more: { fields: ['name'], reason: '核對資料' },
      roles: ['reviewer', 'approver', 'admin'],
    },
    {
      name: 'resetStage',
      call: office.resetStage,
      more: { stage: 3, reason: '核對資料' },
      roles: ['reviewer'],
    },
  ];

  test.each(calls)('$name: its roles and no other, and never a member', async (row) => {
    const member = await newMember(server);
    const input = row.name === 'findMembers' ? {} : { id: id(member), ...row.more };
    for (const role of [...reading, 'editor'] as Role[]) {
      const { code } = await server.ask(row.call, input, by(await operator(role)));
      if (row.roles.includes(role)) expect(code, role).not.toBe('ROLE_REQUIRED');
      else expect(code, role).toBe('ROLE_REQUIRED');
    }
    expect((await server.ask(row.call, input, by(member))).status).toBe(401);
    expect((await server.ask(row.call, input)).status).toBe(401);
  });

  test('an auditor sees the tasks of a member, and decides none', async () => {
    const member = await memberAt(4);
    const auditor = await operator('auditor');
    const { data } = await server.ok(office.getMember, { id: id(member) }, by(auditor));
    const decision = { id: data.tasks[0]?.id ?? '0', decision: 'approve' };
    expect(await server.refused(tasksOffice.decideTask, decision, by(auditor))).toBe(
      'ROLE_REQUIRED',
    );
  });
});

test('shows what a borrower owes, for how long, and what an investor has lent', async () => {
  const { loan, account, until } = await lentLoan(server, await newTeam(server));
  await pay(server, account, 8_885);
  await goTo(server, addDays(until, 40));
  const reviewer = await operator('reviewer');
  const seen = async (member: Person) =>
    (await server.ok(office.getMember, { id: id(member) }, by(reviewer))).data;
  const borrower = await seen(loan.borrower);
  expect(borrower.exposure).toMatchObject({ invested: 0, outstanding: 0 });
  expect(borrower.exposure.owed).toBeLessThan(100_000);
  expect(borrower.exposure.lateDays).toBeGreaterThan(0);
  const { exposure, papers } = await seen(loan.investors[0]!);
  expect(exposure).toMatchObject({ owed: 0, lateDays: 0, invested: 50_000 });
  expect(exposure.outstanding).toBeLessThan(50_000);
  expect(papers).toEqual([]);
});
