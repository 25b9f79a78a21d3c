// Tests what a case shows besides its terms: the track record of its grade, the stress test,
// documents.
import { describe, expect, test } from 'vitest';
import { addDays } from '#contract/core/day.ts';
import { investing } from '#contract/investing/calls.ts';
import { investingCase } from '#contract/investing/case.ts';
import {
  disburse,
  EXAMPLE,
  goTo,
  newTeam,
  schedule,
  signedLoan,
} from '../../../tests/actors/loans.ts';
import { newCase, newInvestor } from '../../../tests/actors/market.ts';
import { newMember } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { moveLoan } from '../../lending/actions.ts';
import { inWork } from '../../work.ts';

const server = useServer();
const { getCase, calculation } = investing;
const { caseDocument } = investingCase;

describe('stress', () => {
  const ask = async (more: object) => {
    const investor = await newInvestor(server);
    const terms = { amount: 100_000, rate: 12, installment: 12, ...more };
    return (await server.ok(calculation, terms, investor)).data;
  };

  test('from the sixth instalment on: what was received, and what is missing', async () => {
    const { rows, stress, totals } = await ask({});
    const before = rows.slice(0, 5);
    expect(stress.from).toBe(6);
    expect(stress.received).toBe(before.reduce((sum, { net }) => sum + net, 0));
    const principal = before.reduce((sum, row) => sum + row.principal, 0);
    expect(stress.principalLost).toBe(100_000 - principal);
    // After five instalments of 8,885 on 100,000 at 12 %, this principal is left.
    expect(stress.principalLost).toBe(59_779);
    expect(totals.principal).toBe(100_000);
  });

  test('from another instalment, or from the last if there are fewer', async () => {
    expect((await ask({ stressFrom: 1 })).stress).toEqual({
      from: 1,
      received: 0,
      principalLost: 100_000,
    });
    const { stress, rows } = await ask({ stressFrom: 40 });
    expect(stress).toMatchObject({ from: 12, principalLost: rows[11]?.principal });
    const investor = await newInvestor(server);
    const bad = { amount: 1000, rate: 12, installment: 12, stressFrom: 0 };
    expect(await server.refused(calculation, bad, investor)).toBe('INVALID_INPUT');
  });
});

describe('the history of a grade', () => {
  test('counts disbursed, late and lost loans, and nothing else', async () => {
    const investor = await newInvestor(server);
    const at = async (id: number) =>
      (await server.ok(getCase, { id: String(id) }, investor)).data.gradeHistory;
    const team = await newTeam(server);
    const loan = await signedLoan(server, EXAMPLE);
    await disburse(server, loan, team);
    const late = await signedLoan(server, EXAMPLE);
    await disburse(server, late, team);
    const rows = await server.rows<{ grade: string }>(
      `update lending.loan set grade = 'C2' where id = any ($1) returning grade`,
      [[loan.id, late.id]],
    );
    expect(rows).toHaveLength(2);
    const [first] = await schedule(server, late.id);
    await goTo(server, addDays(first!.dueOn, 40));
    const sibling = await newCase(server, { grade: 'C2' });
    const history = await at(sibling);
    expect(history).toMatchObject({
      grade: 'C2',
      loans: 2,
      settled: 0,
      lateOver30: 2,
      defaulted: 0,
      lent: 200_000,
      lost: 0,
    });
    const none = await newCase(server, { grade: 'D1' });
    expect(await at(none)).toMatchObject({ grade: 'D1', loans: 0, lateOver30: 0, lent: 0 });
  });
});

describe('documents of a case', () => {
  test('the contract as a sample and the risk sheet, without any names', async () => {
    const investor = await newInvestor(server);
    const id = String(await newCase(server));
    for (const kind of ['contract', 'risk'] as const) {
      const answer = await server.ask(caseDocument, { id, kind }, investor);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('application/pdf');
      expect(answer.body.subarray(0, 5).toString()).toBe('%PDF-');
    }
  });

  test('are refused to visitors and for what is not or no longer a case', async () => {
    const id = String(await newCase(server));
    expect((await server.ask(caseDocument, { id, kind: 'risk' })).status).toBe(401);
    const member = await newMember(server);
    expect(await server.refused(caseDocument, { id, kind: 'else' as 'risk' }, member)).toBe(
      'INVALID_INPUT',
    );
    const unknown = { id: '999999', kind: 'contract' } as const;
    expect(await server.refused(caseDocument, unknown, member)).toBe('CASE_NOT_FOUND');
    await inWork(server.services, (work) =>
      moveLoan(work, Number(id), 99, { action: 'loan.extended' }),
    );
    expect(await server.refused(caseDocument, { id, kind: 'risk' }, member)).toBe('CASE_NOT_FOUND');
  });
});
