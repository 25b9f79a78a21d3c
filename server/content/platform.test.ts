// Tests the platform's figures against the ledger: first without data, then after loans were
// repaid.
import { expect, test } from 'vitest';
import { content } from '#contract/content/calls.ts';
import { goTo, lentLoan, newTeam, pay, schedule } from '../../tests/actors/loans.ts';
import { useServer } from '../../tests/server.ts';
import { addDays } from '#contract/core/day.ts';
import { drain } from '../worker.ts';

const server = useServer();
const figures = async () => {
  const { data } = await server.ok(content.platformFigures, {});
  return Object.fromEntries(data.figures.map(({ key, value }) => [key, value]));
};

/** For each figure that is a share, of how many loans it is one. */
const bases = async () => {
  const { data } = await server.ok(content.platformFigures, {});
  return data.figures.flatMap(({ basis }) => basis?.replaceAll('\u00a0', ' ') ?? []);
};

test('add up outstanding principal, returns, late loans and recoveries', async () => {
  expect(await figures()).toEqual({});
  const team = await newTeam(server);
  const { loan, account } = await lentLoan(server, team);
  expect(await figures()).toEqual({ outstandingPrincipal: 100_000, overdueShare: 0 });
  expect(await bases()).toEqual(['在貸 1 件中 0 件']);

  const [first, second] = await schedule(server, loan.id);
  await goTo(server, first!.dueOn);
  await pay(server, account, first!.principal + first!.interest);
  await drain(server.services);
  const paid = await figures();
  expect(paid['outstandingPrincipal']).toBe(100_000 - first!.principal);
  // The expected return is 12 % less the fee of a tenth of the interest, compounded over the year.
  expect(paid['realisedReturn']).toBeGreaterThan(10.5);
  expect(paid['realisedReturn']).toBeLessThan(12);
  expect(paid['recoveryShare']).toBeUndefined();

  await goTo(server, addDays(second!.payableUntil, 31));
  const late = await figures();
  expect(late['overdueShare']).toBe(100);
  expect(late['recoveryShare']).toBe(0);
  expect(await bases()).toEqual(['在貸 1 件中 1 件', '違約 1 件中 0 件已有收回']);

  await pay(server, account, 20_000);
  await drain(server.services);
  const recovered = await figures();
  expect(recovered['recoveryShare']).toBeGreaterThan(0);
  expect(recovered['recoveryShare']).toBeLessThan(100);
  // The payment covers what is overdue.
  expect(await bases()).toEqual(['在貸 1 件中 0 件', '違約 1 件中 1 件已有收回']);
});
