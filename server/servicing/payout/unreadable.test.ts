// Tests payouts while the account of one member cannot be read.
import { expect, test } from 'vitest';
import {
  sendPayouts,
  disburse,
  goTo,
  liveUntilPayout,
  newTeam,
  pay,
  schedule,
  signedLoan,
} from '../../../tests/actors/loans.ts';
import { useServer } from '../../../tests/server.ts';

const server = useServer();

test('a member whose account cannot be read does not keep back all payouts', async () => {
  const team = await newTeam(server);
  const terms = { amount: 50_000, rateBps: 1_200, installments: 6, shares: [25_000, 25_000] };
  const loan = await signedLoan(server, terms);
  const account = await disburse(server, loan, team);
  const [first] = await schedule(server, loan.id);
  await goTo(server, first!.dueOn);
  await pay(server, account, first!.principal + first!.interest);
  await liveUntilPayout(server);
  const [broken, other] = loan.investors;
  await server.rows(
    `update verification.bank_account set account = overlay(account placing
       case substr(account, 30, 1) when 'A' then 'B' else 'A' end from 30) where member_id = $1`,
    [broken!.id],
  );
  await sendPayouts(server, team);
  const payouts = await server.rows<{ id: number; member: number; status: string }>(
    'select id::int, member_id::int as member, status from servicing.payout order by member_id',
  );
  expect(payouts).toMatchObject([
    { member: broken!.id, status: 'payable' },
    { member: other!.id, status: 'confirmed' },
  ]);
  const tasks = await server.rows(
    `select detail ->> 'why' as why from tasks.task
     where kind = 'attention' and subject_type = 'payout' and subject_id = $1`,
    [payouts[0]!.id],
  );
  expect(tasks).toEqual([{ why: expect.stringContaining('無法讀取') }]);
});
