// Tests payouts and disbursements at the office: by day and state, exports, bulk approval.
import {
  disbursementList as listDisbursements,
  payoutDayList as payoutDays,
  payoutList as listPayouts,
} from '#contract/servicing/lists.ts';
import { getBatch } from '#contract/banking/lists.ts';
import { beforeAll, expect, test } from 'vitest';
import { payoutsOffice } from '#contract/servicing/payouts.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { decide } from '../../../tests/actors/tasks.ts';
import {
  checkBatches,
  disburse,
  EXAMPLE,
  goTo,
  liveThrough,
  newTeam,
  pay,
  schedule,
  signedLoan,
  statusOf,
  type Team,
} from '../../../tests/actors/loans.ts';
import { messagesTo, newOperator, newVerifiedMember } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { drain } from '../../worker.ts';

const server = useServer();
const { approveDisbursements } = payoutsOffice;
const small = { ...EXAMPLE, amount: 20_000, shares: [20_000] };

let team: Team;
beforeAll(async () => {
  team = await newTeam(server);
});

test('several loans are approved at once: one batch, not by any of the makers', async () => {
  const loans = [await signedLoan(server, small), await signedLoan(server, small)];
  const ids = loans.map(({ id }) => String(id));
  const { maker, checker } = team;
  const before = await server.ok(listDisbursements, { step: 'release' }, maker);
  expect(before).toMatchObject({ total: 2, sum: 2 * (20_000 - 4_015) });
  expect(await server.refused(approveDisbursements, { loans: ids }, checker)).toBe(
    'TASK_NOT_FOUND',
  );
  for (const { id } of loans) await decide(server, maker, 'disbursement_release', id, 'release');
  const waiting = await server.ok(listDisbursements, { step: 'check' }, checker);
  expect(waiting.data.map(({ loanId }) => loanId)).toEqual(ids);
  expect(await server.refused(approveDisbursements, { loans: ids }, maker)).toBe(
    'MAKER_IS_CHECKER',
  );
  // A bulk release releases all loans or none: one loan that is no longer ready prevents the
  // release of the other.
  await server.rows('update lending.loan set status = 50 where id = $1', [ids[1]]);
  expect(await server.refused(approveDisbursements, { loans: ids }, checker)).toBe('LOAN_STATUS');
  await server.rows('update lending.loan set status = 55 where id = $1', [ids[1]]);
  const { data } = await server.ok(approveDisbursements, { loans: ids }, checker);
  expect(data).toMatchObject({ loans: 2, amount: 2 * (20_000 - 4_015) });
  await drain(server.services);
  const { data: batch } = await server.ok(getBatch, { id: data.batchId }, maker);
  expect(batch).toMatchObject({ kind: 'disbursement', state: 'sent', payments: 2, confirmed: 2 });
  for (const { id } of loans) expect((await statusOf(server, id)).status).toBe(60);
  expect(await server.refused(approveDisbursements, { loans: ids }, checker)).toBe(
    'TASK_NOT_FOUND',
  );
  const lost = { loans: ['999999'] };
  await server.rows(
    `insert into tasks.task (kind, subject_type, subject_id, subject_label, created_at, due_at)
     values ('disbursement_check', 'loan', 999999, 'x', now(), now())`,
  );
  expect(await server.refused(approveDisbursements, lost, checker)).toBe('LOAN_NOT_FOUND');
});

test('a returned payout waits, and is sent again after the account changed', async () => {
  const closed = await newVerifiedMember(server, { account: '00499990000' });
  const loan = await signedLoan(server, small, { investors: [closed] });
  const account = await disburse(server, loan, team);
  const [first] = await schedule(server, loan.id);
  await goTo(server, first!.dueOn);
  await pay(server, account, first!.principal + first!.interest);
  const ofMember = { member: String(closed.id) };
  const { gathering } = await server.ok(payoutDays, {}, team.maker);
  expect(gathering).toMatchObject({ least: 100, members: 1 });
  const listed = () => server.ok(listPayouts, ofMember, team.maker);
  while ((await listed()).total === 0) await liveThrough(server, 1);
  const [one] = await server.rows<{ id: string }>(
    `select id from tasks.task where kind = 'payout_release' and status = 'open'`,
  );
  await liveThrough(server, 4);
  const still = await server.rows<{ id: string; label: string }>(
    `select id, subject_label as label from tasks.task
     where kind = 'payout_release' and status = 'open'`,
  );
  expect(still, 'one task, however many days it waits').toMatchObject([{ id: one?.id }]);
  const seen = async () => (await server.ok(tasksOffice.getTask, { id: one!.id }, team.maker)).data;
  const { payees, ...before } = (await seen()).detail as { payees: object[]; count: number };
  expect(before).toMatchObject({ count: 1 });
  expect(payees).toMatchObject([{ payee: { memberId: String(closed.id), paid: 0 } }]);
  const releaseAll = async () => {
    const open = await server.rows(
      `select from tasks.task where kind = 'payout_release' and status = 'open'`,
    );
    for (const _ of open) await decide(server, team.maker, 'payout_release', null, 'release');
  };
  await releaseAll();
  expect((await listed()).data).toMatchObject([{ state: 'checking', attempts: 0 }]);
  const { status, detail } = await seen();
  expect({ status, detail }, 'what was decided stays so, without names').toEqual({
    status: 'done',
    detail: before,
  });
  await checkBatches(server, await newOperator(server, ['approver']));
  await drain(server.services);
  const [held] = (await listed()).data;
  const why = '銀行退匯（收款帳號已結清），等會員提供新的收款帳戶';
  expect(held).toMatchObject({ state: 'held', why, taskId: expect.any(String) });
  const [mail] = await messagesTo(server, closed.email);
  expect(mail?.subject).toContain('銀行退回');
  const days = await server.ok(payoutDays, {}, team.maker);
  expect(days.data[0]).toMatchObject({ day: held?.createdOn, held: { count: 1 } });

  await server.rows(
    `with old as (update verification.bank_account set status = 'replaced'
       where member_id = $1 and status = 'in_force' returning *)
     insert into verification.bank_account (member_id, bank_code, account, account_hash,
       account_tail, status, in_force_from, created_at)
     select member_id, bank_code, $2, 'other', '5678', 'in_force', $3, $3 from old`,
    [
      closed.id,
      server.services.secrets.encrypt(
        'verification.bank_account.account',
        closed.id,
        '00412345678',
      ),
      server.services.clock.now(),
    ],
  );
  let lived = 0;
  while ((await listed()).data[0]?.state === 'held' && (lived += 1) < 15)
    await liveThrough(server, 1);
  expect((await listed()).data).toMatchObject([{ state: 'payable', why: null }]);
  await releaseAll();
  await checkBatches(server, team.checker);
  await drain(server.services);
  expect((await listed()).data).toMatchObject([{ state: 'confirmed', attempts: 2 }]);
  const confirmed = await server.ok(listPayouts, { ...ofMember, state: 'confirmed' }, team.maker);
  expect(confirmed).toMatchObject({ total: 1, sum: held?.amount });
});
