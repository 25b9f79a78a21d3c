// Tests what a case shows besides its terms: the stress test and documents.
import { describe, expect, test } from 'vitest';
import { investing } from '#contract/investing/calls.ts';
import { investingCase } from '#contract/investing/case.ts';
import { newCase, newInvestor } from '../../../tests/actors/market.ts';
import { newMember } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { moveLoan } from '../../lending/front.ts';
import { inWork } from '../../work.ts';

const server = useServer();
const { calculation } = investing;
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
