// Tests the expected value of outstanding principal by state, with rates approved by two persons.
import { beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '#contract/core/day.ts';
import { investing } from '#contract/investing/calls.ts';
import { investingOverview } from '#contract/investing/overview.ts';
import { ratesSettings } from '#contract/settings/rates.ts';
import { settingsOffice } from '#contract/settings/calls.ts';
import { valuationStateOf } from '#contract/law/valuation.ts';
import { goToCourt, writeOff } from '../../tests/actors/losses.ts';
import {
  goTo,
  type Lent,
  lentLoan,
  newTeam,
  pay,
  schedule,
  type Team,
  today,
} from '../../tests/actors/loans.ts';
import { newOperator, type Person } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { setting } from '../../tests/actors/settings.ts';

const server = useServer();
let team: Team;
const always = { start_at: '2020-01-01', end_at: '2090-12-31' };

beforeAll(async () => {
  team = await newTeam(server);
});

const detailOf = async ({ loan }: Lent) =>
  (await server.ok(investing.holding, { invest_id: loan.orderIds[0]! }, loan.investors[0])).data;
const summaryOf = async (one: Person) =>
  (await server.ok(investingOverview.ongoingSummary, always, one)).data;

describe('a holding is valued', () => {
  test('at its principal while nothing is late, and lower from the first late day on', async () => {
    const lent = await lentLoan(server, team);
    const { until } = lent;
    const [one] = lent.loan.investors;
    expect((await detailOf(lent)).holding?.valuation).toEqual({
      state: 'current',
      lossRate: 0,
      value: 50_000,
    });
    for (const [late, state, lossRate, value] of [
      [0, 'current', 0, 50_000],
      [1, 'late7', 2, 49_000],
      [8, 'late30', 15, 42_500],
      [31, 'late180', 45, 27_500],
    ] as const) {
      await goTo(server, addDays(until, late));
      const { holding, xirr, xirrExpected } = await detailOf(lent);
      expect(holding?.valuation).toEqual({ state, lossRate, value });
      // The member has received nothing yet, so there is no return on cash flows to show, but an
      // expected loss gives an expected return.
      expect(xirr).toBeNull();
      if (late === 0) expect(xirrExpected).toBeNull();
      else expect(xirrExpected).toBeLessThan(0);
      expect(await summaryOf(one!)).toMatchObject({
        outstandingPrincipal: 50_000,
        expectedValue: value,
        xirrExpected,
        valuation: [{ state, holdings: 1, principal: 50_000, lossRate, value }],
      });
    }
  });

  test('below par at 179 late days: the expected return is far below the paid one', async () => {
    const lent = await lentLoan(server, team);
    await goTo(server, lent.until);
    await pay(server, lent.account, 8_885);
    const [, second] = await schedule(server, lent.loan.id);
    await goToCourt(server, { ...lent, until: second!.payableUntil }, 179);
    const { holding, xirr, xirrExpected } = await detailOf(lent);
    expect(holding?.valuation).toMatchObject({ state: 'legal', lossRate: 65 });
    expect(xirr).toBeGreaterThan(0);
    expect(xirrExpected).toBeLessThan(-50);
    await goTo(server, addDays(lent.until, 230));
    await writeOff(server, team, lent.loan);
    expect((await detailOf(lent)).holding?.valuation).toMatchObject({
      state: 'writtenOff',
      lossRate: 90,
    });
    const summary = await summaryOf(lent.loan.investors[0]!);
    expect(summary.expectedValue).toBe((await detailOf(lent)).holding?.valuation?.value);
    expect(summary.xirr).toBeLessThan(0);
  });
});

test('over 180 late days like a loan in court', () => {
  const payableUntil = addDays(today(server), -181);
  const state = (days: number) =>
    valuationStateOf({ status: 75, payableUntil: addDays(today(server), -days) }, today(server));
  expect(valuationStateOf({ status: 70, payableUntil }, today(server))).toBe('legal');
  expect([7, 8, 30, 31, 180].map(state)).toEqual([
    'late7',
    'late30',
    'late30',
    'late180',
    'late180',
  ]);
});

describe('the valuation rates', () => {
  const name = 'lossRates';
  const { initial } = ratesSettings.lossRates;
  const proposed = async (value: Record<string, number>) => {
    const who = await newOperator(server, ['finance']);
    const { version } = (await server.ok(settingsOffice.getSetting, { name }, who)).data;
    const effectiveOn = addDays(today(server), 1);
    const input = { name, value, effectiveOn, reason: '測試', version } as const;
    return server.ask(settingsOffice.changeSetting, input, who);
  };

  test('are within bounds, complete, and never below that of a lesser delay', async () => {
    for (const value of [
      { ...initial, late7: 10_001 },
      { ...initial, late30: 100 },
      { ...initial, other: 1 },
      { current: 0 },
    ]) {
      expect((await proposed(value)).code).toBe('SETTING_VALUE');
    }
    expect((await proposed({ ...initial })).code).toBe('SETTING_SAME');
  });

  test('are changed by two persons, from their day on', async () => {
    const lent = await lentLoan(server, team);
    await goTo(server, addDays(lent.until, 3));
    expect((await detailOf(lent)).holding?.valuation?.value).toBe(49_000);
    await setting(server, name, { ...initial, late7: 1_000 }, addDays(today(server), 1));
    expect((await detailOf(lent)).holding?.valuation?.value).toBe(49_000);
    await goTo(server, addDays(today(server), 1));
    expect((await detailOf(lent)).holding?.valuation).toMatchObject({
      lossRate: 10,
      value: 45_000,
    });
  });
});
