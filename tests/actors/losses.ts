// Losses for tests: a loan that goes to court, is written off by two persons and is closed.
import { expect } from 'vitest';
import { collectionsOffice } from '#contract/servicing/collections.ts';
import { addDays } from '#contract/core/day.ts';
import { decide } from './tasks.ts';
import { moveLoan } from '../../server/lending/actions.ts';
import { inWork } from '../../server/work.ts';
import { goTo, type Lent, lentLoan, type Team, type TestLoan } from './loans.ts';
import type { Person } from './people.ts';
import type { TestServer } from '../server.ts';

/**
 * Brings a disbursed loan to court, with all principal due, and moves the date to an overdue day.
 */
export async function goToCourt(server: TestServer, lent: Lent, lateDay = 200): Promise<Lent> {
  const { loan, until } = lent;
  await goTo(server, addDays(until, 31));
  await inWork(server.services, (work) => moveLoan(work, loan.id, 80, { action: 'loan.legal' }));
  await goTo(server, addDays(until, 40));
  await goTo(server, addDays(until, lateDay));
  return lent;
}

/** Creates a loan at court with all principal due, on its overdue day 200. */
export const loanAtCourt = async (server: TestServer, team: Team): Promise<Lent> =>
  goToCourt(server, await lentLoan(server, team));

type Measure = { kind: 'courtCost' | 'closing'; amount?: number; day?: string };

/** Has a measure proposed by one person and approved by another. */
export async function measure(
  server: TestServer,
  { team, reviewer }: { team: Team; reviewer: Person },
  loan: TestLoan,
  of: Measure,
): Promise<void> {
  const asked = { id: String(loan.id), reason: '裁判費', ...of };
  await server.ok(collectionsOffice.proposeMeasure, asked, { token: reviewer.token });
  const [row] = await server.rows<{ id: string }>(
    'select max(id) as id from servicing.measure where loan_id = $1',
    [loan.id],
  );
  expect(
    await decide(server, team.checker, 'collection_measure', Number(row!.id), 'approve'),
  ).toBeNull();
}

/** Writes off a loan at court with two persons, after proving that one person alone cannot. */
export async function writeOff(server: TestServer, team: Team, loan: TestLoan): Promise<void> {
  expect(await decide(server, team.maker, 'write_off', loan.id, 'approve')).toBe(
    'DECISION_INVALID',
  );
  expect(await decide(server, team.maker, 'write_off', loan.id, 'propose')).toBeNull();
  expect(await decide(server, team.maker, 'write_off', loan.id, 'approve')).toBe(
    'MAKER_IS_CHECKER',
  );
  expect(await decide(server, team.checker, 'write_off', loan.id, 'approve')).toBeNull();
}
