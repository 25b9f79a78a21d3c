// Tests that the platform's figures are those of the loan book and not of this moment; what they
// are then is in `server/reports/book/book.test.ts`.
import { expect, test } from 'vitest';
import { content } from '#contract/content/calls.ts';
import { planInfo } from '#contract/lending/plan-info.ts';
import { lentLoan, newTeam } from '../../tests/actors/loans.ts';
import { useServer } from '../../tests/server.ts';

const server = useServer();

test('a loan shows in no figure before the end of its month', async () => {
  const before = (await server.ok(planInfo.investorPagePlanInfo, {})).data.figures;
  await lentLoan(server, await newTeam(server));
  expect((await server.ok(content.platformFigures, {})).data.figures).toEqual([]);
  const after = (await server.ok(planInfo.investorPagePlanInfo, {})).data.figures;
  expect({ ...after, asOf: null }).toEqual({ ...before, asOf: null });
});
