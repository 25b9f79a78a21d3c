// Tests that a member whose data cannot be read does not keep back the debits and mandates of the
// others: their own end in a named state, with a task for a person.
import { expect, test } from 'vitest';
import { mandates } from '#contract/mandates/calls.ts';
import {
  authorise,
  damageIdentity,
  debitedLoan,
  debitsOf,
  expectNotice,
  given,
  goToDebit,
  mandateOf,
  newDebtor,
} from '../../tests/actors/mandates.ts';
import { liveThrough, newTeam } from '../../tests/actors/loans.ts';
import { stepUp } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { drain } from '../worker.ts';

const server = useServer();

const tasksAbout = (type: string) =>
  server.rows<{ why: string; member: number }>(
    `select detail ->> 'why' as why, (detail ->> 'memberId')::integer as member
     from tasks.task where kind = 'attention' and status = 'open' and subject_type = $1`,
    [type],
  );

test('a debit of unreadable data is withdrawn, and the others are sent', async () => {
  const team = await newTeam(server);
  const broken = await debitedLoan(server, team);
  const other = await debitedLoan(server, team);
  await goToDebit(server, broken, 1);
  await damageIdentity(server, broken.borrower);
  await liveThrough(server, 1);
  expect(await debitsOf(server, broken.borrower)).toMatchObject([
    { status: 'withdrawn', withdrawn: 'unreadable' },
  ]);
  expect(await debitsOf(server, other.borrower)).toMatchObject([{ status: 'paid' }]);
  expect(await tasksAbout('debit')).toEqual([
    { why: expect.stringContaining('資料無法讀取'), member: broken.borrower.id },
  ]);
});

test('a mandate of unreadable data is stopped, and the others are registered', async () => {
  const broken = await newDebtor(server);
  const other = await newDebtor(server);
  await stepUp(server, broken, broken.phone, 'mandate');
  await server.ok(mandates.signMandate, given, broken);
  await damageIdentity(server, broken);
  await authorise(server, other);
  expect((await mandateOf(server, other)).mandate).toMatchObject({ status: 'active' });
  await expectNotice(server, broken, '授權扣款已停止');
  expect(await tasksAbout('mandate')).toEqual([
    { why: expect.stringContaining('資料無法讀取'), member: broken.id },
  ]);
});

test('the bank cannot be told of the end of such a mandate, which a person does', async () => {
  const member = await newDebtor(server);
  await authorise(server, member);
  await damageIdentity(server, member);
  await server.ok(mandates.stopMandate, {}, member);
  await drain(server.services);
  const left = await server.rows(
    `select from mandates.registration r join mandates.mandate m on m.id = r.mandate_id
     where m.member_id = $1 and r.file_id is null`,
    [member.id],
  );
  expect(left).toEqual([]);
  expect((await tasksAbout('mandate')).map((task) => task.member)).toContain(member.id);
});

test('a key that only another process has ends nothing: the file waits', async () => {
  const member = await newDebtor(server);
  await stepUp(server, member, member.phone, 'mandate');
  await server.ok(mandates.signMandate, given, member);
  const rename = (from: string, to: string) =>
    server.rows(
      `update verification.profile set id_number = regexp_replace(id_number, $2, $3)
       where member_id = $1`,
      [member.id, from, to],
    );
  await rename('^s2[.]', 's3.99.');
  await expect(drain(server.services)).rejects.toMatchObject({ name: 'KeyMissing' });
  expect((await mandateOf(server, member)).mandate).toMatchObject({ status: 'pending' });
  await rename('^s3[.]99[.]', 's2.');
  await drain(server.services);
  expect((await mandateOf(server, member)).mandate).toMatchObject({ status: 'active' });
});
