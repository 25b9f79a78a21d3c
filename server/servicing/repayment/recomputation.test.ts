// Tests of the nightly recomputation: a schedule that no recorded event explains is noticed.
import { beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '#contract/core/day.ts';
import { servicing } from '#contract/servicing/calls.ts';
import { goTo, lentLoan, newTeam, pay, schedule, today } from '../../../tests/actors/loans.ts';
import {
  agreed,
  consent,
  negotiating,
  newDesk,
  offered,
} from '../../../tests/actors/negotiations.ts';
import { useServer } from '../../../tests/server.ts';
import { inTransactionsOf } from '../../chains/chain.ts';
import { runDay } from '../../worker.ts';
import { brokenSchedules, LATER_SCHEDULES } from './recomputation.ts';

const server = useServer();
/** A loan that was prepaid in part, and one with negotiated terms. */
const loans = { prepaid: 0, negotiated: 0 };

beforeAll(async () => {
  const desk = await newDesk(server);
  const late = await negotiating(server, desk);
  await offered(server, desk, late);
  await agreed(server, late);
  for (const i of late.investors.keys()) await consent(server, late, i);
  loans.negotiated = late.id;
  const { loan, account, until } = await lentLoan(server, await newTeam(server));
  await goTo(server, until);
  await pay(server, account, 8_885);
  await goTo(server, addDays(until, 5));
  const { token } = loan.borrower;
  const ask = { id: String(loan.id), kind: 'partial', mode: 'lowerPayment', amount: 30_000 };
  const { data } = await server.ok(servicing.instructPrepayment, ask as never, { token });
  await pay(server, account, data.total);
  loans.prepaid = loan.id;
});

const broken = () => brokenSchedules(inTransactionsOf(server.services.pool), today(server));

/** Changes the next row but one of a loan; returns what is noticed and changes it back. */
async function noticed(loanId: number, column: string, change: string): Promise<unknown[]> {
  const row = (await schedule(server, loanId)).filter(({ paidOn }) => paidOn === null)[1]!;
  const set = (value: string) =>
    server.rows(
      `update servicing.instalment set ${column} = ${value}
       where loan_id = $1 and no = $2 and current`,
      [loanId, row.no],
    );
  await set(`${column} ${change}`);
  const found = await broken();
  await set(`${column} ${change.startsWith('+') ? change.replace('+', '-') : change}`);
  return found.flatMap(({ rows }) => rows);
}

test('schedules after a prepayment and a negotiation are explained', async () => {
  const versions = await server.rows<{ version: number }>(
    'select distinct version from servicing.instalment where current and paid_on is null',
  );
  expect(versions.map(({ version }) => version)).toEqual([2]);
  expect(await broken()).toEqual([]);
});

describe.each(['prepaid', 'negotiated'] as const)('a changed row of the %s loan', (which) => {
  test.each(['due_on', 'principal', 'interest'])('is noticed by its %s', async (column) => {
    const loanId = loans[which];
    expect(await noticed(loanId, column, '+ 1')).toContainEqual({ loanId, version: 2 });
    expect(await broken()).toEqual([]);
  });

  test('is noticed by its last day', async () => {
    const loanId = loans[which];
    expect(await noticed(loanId, 'payable_until', '+ 1')).toEqual([
      expect.objectContaining({ loanId, payableUntil: expect.any(String) }),
    ]);
  });
});

test('the nightly reconciliation opens a task', async () => {
  const set = (sign: string) =>
    server.rows(
      `update servicing.instalment set due_on = due_on ${sign} 1
       where loan_id = $1 and version = 2 and no = 6`,
      [loans.prepaid],
    );
  await set('+');
  await runDay(server.services);
  await set('-');
  const [task] = await server.rows<{ broken: { name: string }[] }>(
    `select detail -> 'broken' as broken from tasks.task where subject_type = 'reconciliation'`,
  );
  expect(task?.broken).toEqual([{ name: LATER_SCHEDULES, count: 1 }]);
});
