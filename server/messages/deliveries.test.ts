// Tests that every list masks recipients and that an operator needs a role and a reason to see
// them.
import { deliveryList } from '#contract/messages/lists.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { deliveriesOffice } from '#contract/messages/deliveries.ts';
import { notices } from '#contract/notices/calls.ts';
import { newMember, newOperator, newPhone, newVerifiedMember } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { noticeKinds } from '../identity/words.ts';
import { tell } from '../notices/front.ts';
import { drainOutbox } from '../notices/jobs.ts';
import { inWork } from '../work.ts';

const server = useServer();
let auditor: { token: string };
let reviewer: { token: string };
beforeAll(async () => {
  auditor = await newOperator(server, ['auditor']);
  reviewer = await newOperator(server, ['reviewer']);
});
const suspend = (memberId: number) =>
  inWork(server.services, (work) =>
    tell(work, memberId, noticeKinds.suspended({ reason: '測試' })),
  );
const list = async (of: object) => (await server.ok(deliveryList, of as never, auditor)).data;

describe('the record of deliveries', () => {
  test('says what was sent to whom, masked, and its state', async () => {
    const member = await newMember(server);
    await suspend(member.id);
    const of = { member: String(member.id), about: 'identity.suspended' };
    const [row] = await list(of);
    expect(row).toMatchObject({ channel: 'email', state: 'waiting', about: '帳戶暫停使用' });
    expect(row?.recipient).toContain('***');
    expect(row?.recipient).not.toContain(member.email);
    await server.rows(
      "update notices.outbox set attempts = 2, failure = '連線失敗' where id = $1",
      [row!.id],
    );
    expect((await list({ ...of, state: 'failing' }))[0]).toMatchObject({
      failures: 2,
      failure: '連線失敗',
    });
    await server.rows(
      `update notices.outbox set next_try_at = now() - interval '1 second' where id = $1`,
      [row!.id],
    );
    while ((await drainOutbox(server.services)) > 0);
    expect((await list({ ...of, state: 'sent' }))[0]).toMatchObject({ failure: null });
    expect(await list({ ...of, state: 'waiting' })).toEqual([]);
    expect(await list({ ...of, channel: 'sms' })).toEqual([]);
    expect(await list({ ...of, about: 'lending.' })).toEqual([]);
    expect(await list({ ...of, to: '2020-01-01' })).toEqual([]);
    expect(await list({ ...of, from: '2020-01-01', broadcast: '1' })).toEqual([]);
  });

  test('is read page by page in both directions', async () => {
    const member = await newMember(server);
    for (let n = 0; n < 3; n++) await suspend(member.id);
    const of = { member: String(member.id), about: 'identity.', item_per_page: 2 };
    const ask = (more: object) => server.ok(deliveryList, { ...of, ...more } as never, auditor);
    const first = await ask({});
    expect([first.data.length, first.newer, first.older]).toEqual([2, false, true]);
    const second = await ask({ before: first.data[1]!.id });
    expect(second.newer).toBe(true);
    const back = await ask({ after: second.data[0]!.id });
    expect(back.data.map(({ id }) => id)).toEqual(first.data.map(({ id }) => id));
  });

  test('shows an address by role and reason, with a line in the audit log', async () => {
    const phone = newPhone();
    const member = await newVerifiedMember(server, { phone });
    const wish = { sms: { account: true } };
    await server.ok(notices.setPreferences, wish, { token: member.token });
    await suspend(member.id);
    const [row] = await list({ member: String(member.id), channel: 'sms' });
    const input = { id: row!.id, reason: '會員來電查詢' };
    expect(await server.refused(deliveriesOffice.revealDelivery, input, auditor)).toBe(
      'ROLE_REQUIRED',
    );
    const { data } = await server.ok(deliveriesOffice.revealDelivery, input, reviewer);
    expect(data.recipient).toBe(phone);
    const audit = await server.rows(
      "select reason from tasks.audit where action = 'delivery.revealed' and subject_id = $1",
      [member.id],
    );
    expect(audit).toEqual([{ reason: '會員來電查詢' }]);
    const none = { ...input, id: '999999' };
    expect(await server.refused(deliveriesOffice.revealDelivery, none, reviewer)).toBe('NOT_FOUND');
  });

  test('is exported masked, by auditors; a workbook has a maximum length', async () => {
    const member = await newMember(server);
    await suspend(member.id);
    const of = { member: String(member.id) };
    const url = `${server.officeUrl}${deliveryList.path}?format=csv&member=${member.id}`;
    const headers = { cookie: `office_session=${auditor.token}`, 'x-office': '1' };
    const text = await (await fetch(url, { headers })).text();
    expect(text).toContain('帳戶暫停使用');
    expect(text).toMatch(/,帳戶暫停使用,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,/);
    expect(text).not.toContain(member.email);
    expect(
      await server.refused(deliveryList.tables.data.file, { ...of, format: 'csv' }, reviewer),
    ).toBe('ROLE_REQUIRED');
    await server.rows(
      `insert into notices.outbox (channel, recipient, recipient_hash, created_at, sent_at, kind)
       select 'sms', $1, '', now(), now(), 'messages.test' from generate_series(1, 50001)`,
      [server.services.secrets.encrypt('notices.outbox.recipient', '', '0900000000')],
    );
    const book = { about: 'messages.test', format: 'xlsx' as const };
    expect(await server.refused(deliveryList.tables.data.file, book, auditor)).toBe(
      'TOO_MANY_ROWS',
    );
  });
});
