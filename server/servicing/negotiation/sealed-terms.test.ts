// Tests that a law of the books notices terms of a negotiation that its sealed document lacks.
import { expect, test } from 'vitest';
import {
  agreed,
  consent,
  negotiating,
  newDesk,
  offered,
} from '../../../tests/actors/negotiations.ts';
import { useServer } from '../../../tests/server.ts';
import { brokenInvariants } from '../../database/invariants.ts';

const server = useServer();
const LAW = 'agreed terms of a negotiation are those of its sealed document';

test('terms in force are those of the sealed document', async () => {
  const desk = await newDesk(server);
  const loan = await negotiating(server, desk);
  await offered(server, desk, loan, { annualRate: 6, installments: 24, graceMonths: 2 });
  await agreed(server, loan);
  for (const i of loan.investors.keys()) await consent(server, loan, i);
  const broken = async () => (await brokenInvariants(server.services.pool)).map(({ name }) => name);
  expect(await broken()).toEqual([]);
  for (const [column, change] of [
    ['rate_bps', 'rate_bps + 1'],
    ['installments', 'installments + 1'],
    ['grace_months', 'grace_months + 1'],
    ['first_due_on', 'first_due_on + 1'],
    ['waive_penalty', '(waive_penalty + 1) % 100'],
    ['penalty', 'penalty + 1'],
  ] as const) {
    const [before] = await server.rows<{ was: unknown }>(
      `select ${column} as was from servicing.negotiation where loan_id = $1`,
      [loan.id],
    );
    await server.rows(`update servicing.negotiation set ${column} = ${change} where loan_id = $1`, [
      loan.id,
    ]);
    expect(await broken(), column).toContain(LAW);
    await server.rows(`update servicing.negotiation set ${column} = $2 where loan_id = $1`, [
      loan.id,
      before!.was,
    ]);
  }
  const sha = `update lending.contract set sha256 = reverse(sha256)
    where loan_id = $1 and kind = 'negotiation' and order_id is null`;
  await server.rows(sha, [loan.id]);
  expect(await broken()).toContain(LAW);
  await server.rows(sha, [loan.id]);
  expect(await broken()).toEqual([]);
});
