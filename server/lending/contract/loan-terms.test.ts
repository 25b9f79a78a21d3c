// Test that a loan keeps its offer's terms, and that changed settings only affect later offers.
import { beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '#contract/core/day.ts';
import { lending } from '#contract/lending/calls.ts';
import { initialNumbers, type NumberName } from '#contract/settings/values.ts';
import { servicingTermsOf } from '#contract/servicing/terms.ts';
import { loanOf } from '../../../actors/loan.ts';
import { goTo, lentLoan, newTeam, statusOf } from '../../../tests/actors/loans.ts';
import type { Person } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { funded, newOffice, offered, type Office } from '../testing/cases.ts';

const server = useServer();
let office: Office;
beforeAll(async () => {
  office = await newOffice(server);
});

/** Puts numeric settings into force immediately, as if two persons had approved them. */
async function setNow(numbers: Partial<Record<NumberName, number>>): Promise<void> {
  for (const [name, value] of Object.entries(numbers)) {
    await server.rows(
      `insert into settings.version (name, number, value, reason, made_by, made_at, state,
         effective_at, decided_by)
       select $1, count(*) + 1, to_jsonb($2::int), '測試', $3, business_now() - interval '1 hour',
         'approved', business_now() - interval '1 minute', $4
       from settings.version where name = $1`,
      [name, value, office.reviewer.id, office.approver.id],
    );
  }
}

const changed = {
  graceDays: 3,
  violationFromDay: 21,
  penaltyEarlyTenths: 0,
  penaltyEarlyThroughDay: 90,
  penaltyLateThroughDay: 200,
  prepaymentFeePercent: 1,
  prepaymentFeeInstalments: 3,
  prepaymentCreditorsPercent: 1,
  investorFeePercent: 8,
} as const;

/** Returns the clauses of a loan's contract without white space. */
async function contractOf(who: Person): Promise<string> {
  const { data } = await server.ok(lending.contractDetails, {}, { token: who.token });
  return JSON.stringify(data.clauses).replaceAll(/\s/g, '');
}
const investorFee = async (id: string) =>
  (
    await server.rows<{ fee: number }>(
      'select investor_fee_bps as fee from lending.loan where id = $1',
      [id],
    )
  )[0]?.fee;

describe('an offer', () => {
  test('copies the current terms into its contract, and older loans keep theirs', async () => {
    const before = await funded(server, office);
    expect(before.loan.servicingTerms).toEqual(servicingTermsOf(initialNumbers));
    await setNow(changed);
    const after = await funded(server, office);
    const own = servicingTermsOf({ ...initialNumbers, ...changed });
    expect(after.loan.servicingTerms).toEqual(own);
    expect((await loanOf(server, before.borrower)).servicingTerms).toEqual(
      servicingTermsOf(initialNumbers),
    );
    expect([await investorFee(before.loan.id), await investorFee(after.loan.id)]).toEqual([
      1_000, 800,
    ]);
    const old = await contractOf(before.borrower);
    const next = await contractOf(after.borrower);
    for (const [was, is] of [
      ['起七日內補足者', '起三日內補足者'],
      ['逾期超過三十日', '逾期超過二十日'],
      ['一百八十日以內部分，按本契約利率百分之十', '九十日以內部分，不計違約金'],
      ['最長合計二百七十日', '最長合計二百日'],
      ['2.00%之手續費，全數由平台收取', '1.00%之手續費，其百分之一歸出資人'],
      ['第7期起免收', '第4期起免收'],
    ] as const) {
      expect(old).toContain(was);
      expect(old).not.toContain(is);
      expect(next).toContain(is);
      expect(next).not.toContain(was);
    }
    const { data: plan } = await server.ok(lending.planDetail, { id: 'engineer' });
    expect(plan).toMatchObject({ servicingTerms: own, investorFeePercent: 8 });
    await setNow(
      Object.fromEntries(
        Object.keys(changed).map((name) => [name, initialNumbers[name as NumberName]]),
      ),
    );
  });

  test('is not changed after it was made, whoever asks the database', async () => {
    const { loan } = await offered(server, office);
    for (const change of [
      `servicing_terms = jsonb_set(servicing_terms, '{graceDays}', '0')`,
      'investor_fee_bps = 0',
    ]) {
      await expect(
        server.rows(`update lending.loan set ${change} where id = $1`, [loan.id]),
      ).rejects.toThrow('keeps the terms');
    }
  });
});

test('the jobs use each loan’s own grace and day of violation', async () => {
  const team = await newTeam(server);
  const usual = await lentLoan(server, team);
  const strict = await lentLoan(server, team);
  // Gives the loan the terms that an offer made under other settings would have had.
  await server.rows('alter table lending.loan disable trigger keep_loan_terms');
  await server.rows(
    `update lending.loan set servicing_terms = servicing_terms
       || '{"graceDays": 3, "violationFromDay": 21}' where id = $1`,
    [strict.loan.id],
  );
  await server.rows('alter table lending.loan enable trigger keep_loan_terms');
  const { until } = usual;
  const statuses = async (lateDay: number) => {
    await goTo(server, addDays(until, lateDay));
    const of = async ({ loan }: typeof usual) => (await statusOf(server, loan.id)).status;
    return [await of(usual), await of(strict)];
  };
  expect(await statuses(3)).toEqual([61, 61]);
  expect(await statuses(4)).toEqual([61, 65]);
  const overdue = async ({ loan }: typeof usual) =>
    (await loanOf(server, loan.borrower)).overdue!.lateInterest;
  expect(await overdue(usual)).toBe(0);
  expect(await overdue(strict)).toBeGreaterThan(0);
  expect(await statuses(21)).toEqual([65, 70]);
  expect(await statuses(31)).toEqual([70, 70]);
});
