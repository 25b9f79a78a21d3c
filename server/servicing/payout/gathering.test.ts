// Tests that what investors received is gathered once, however many processes do it at the same
// time.
import { beforeAll, expect, test } from 'vitest';
import { isBusinessDay } from '#contract/core/day.ts';
import {
  disburse,
  EXAMPLE,
  goTo,
  newTeam,
  pay,
  schedule,
  signedLoan,
  today,
  type Team,
} from '../../../tests/actors/loans.ts';
import { useServer } from '../../../tests/server.ts';
import { db, withTransaction } from '../../database/db.ts';
import { calendarOf } from '../../lending/front.ts';
import { inWork, workOn } from '../../work.ts';
import { collectPayouts } from './payouts.ts';

const server = useServer();
let team: Team;
beforeAll(async () => {
  team = await newTeam(server);
});

/** Resolves once a session waits for a lock of another one, or `work` has ended. */
async function untilWaiting(work: Promise<unknown>): Promise<void> {
  let hasEnded = false;
  void work.finally(() => (hasEnded = true));
  const waiting = () =>
    server.rows(`select from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`);
  await expect.poll(async () => hasEnded || (await waiting()).length > 0).toBe(true);
}

test('two processes that gather at once pay each investor out once', async () => {
  const loan = await signedLoan(server, EXAMPLE);
  const account = await disburse(server, loan, team);
  const [first] = await schedule(server, loan.id);
  await goTo(server, first!.dueOn);
  await pay(server, account, first!.principal + first!.interest);
  const { services } = server;
  const calendar = await calendarOf(db(services.pool));
  const { clock } = services.demonstration!;
  do await clock.advance(1);
  while (!isBusinessDay(today(server), calendar));
  // After two nights without a worker, the days are made up for at the same time.
  const other = await withTransaction(services.pool, async (tx) => {
    await collectPayouts(workOn(services, tx));
    const meanwhile = inWork(services, collectPayouts);
    await untilWaiting(meanwhile);
    return { meanwhile };
  });
  await other.meanwhile;
  const payouts = await server.rows<{ amount: string; owed: string }>(
    `select sum(p.amount) as amount, (select balance from ledger.balance
       where kind = 'payable_to_investor' and member_id = p.member_id) as owed
     from servicing.payout p where p.status = 'payable' group by p.member_id`,
  );
  expect(payouts).toHaveLength(loan.investors.length);
  for (const { amount, owed } of payouts) expect(amount).toBe(owed);
});
