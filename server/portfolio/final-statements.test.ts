// Tests of provisional and final documents: what is not signed says 暫定, what was signed is numbered
// at its first download and never changes, and a closed year keeps what members were told.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { reconciliationOffice } from '#contract/banking/reconciliation.ts';
import { yearsOffice } from '#contract/banking/years.ts';
import { day, type Day } from '#contract/core/day.ts';
import { investingStatements } from '#contract/investing/statements.ts';
import { type Desk, newDesk, signThrough } from '../../tests/actors/bookings.ts';
import {
  disburse,
  EXAMPLE,
  goTo,
  pay,
  signedLoan,
  type TestLoan,
  yearEnding,
} from '../../tests/actors/loans.ts';
import type { Person } from '../../tests/actors/people.ts';
import { auditOf } from '../../tests/readers.ts';
import { useServer } from '../../tests/server.ts';
import { readInvariants } from '../database/invariants.ts';
import { trusted } from '../database/sql.ts';
import { drain, runDay } from '../worker.ts';

const server = useServer();
const { statement, interestReport } = investingStatements;
const { reopenDay, decideReopening } = reconciliationOffice;
/** The year whose end the stories are about. */
let year: number;
let december: { month: string };
let whole: { year: string };
let desk: Desk;
let loan: TestLoan;
/** Accounts of three loans of the same investors, each with an instalment due on 30 December. */
let accounts: string[];
let investor: Person;

async function csvOf(call: typeof statement | typeof interestReport, input: object, by: Person) {
  const answer = await server.ask(call, { ...input, format: 'csv' } as never, by);
  expect(answer.status).toBe(200);
  return answer.body.toString();
}
const numberIn = (text: string) => /編號 ([MY]\d+-\d{6})/.exec(text)?.[1];
const interestIn = (text: string) => Number(/(?:本期)?利息,(\d+)/.exec(text)?.[1]);

async function pdfOf(call: typeof statement, input: object, by: Person) {
  const { body } = await server.ask(call, input as never, by);
  return execFileSync('pdftotext', ['-layout', '-', '-'], { input: body }).toString();
}

const storedOf = async (kind: string) =>
  (await server.rows(`select from investing.statement where kind = $1`, [kind])).length;

/** The bank reports today what the borrower paid on a day. */
async function report(which: number, on: Day) {
  await pay(server, accounts[which]!, 8_885, { on });
  await drain(server.services);
  await runDay(server.services);
}

beforeAll(async () => {
  desk = await newDesk(server);
  year = yearEnding(server);
  december = { month: `${year}-12` };
  whole = { year: String(year) };
  await goTo(server, day(`${year}-11-30`));
  loan = await signedLoan(server);
  investor = loan.investors[0]!;
  const { investors } = loan;
  const others = [
    await signedLoan(server, EXAMPLE, { investors }),
    await signedLoan(server, EXAMPLE, { investors }),
  ];
  accounts = [];
  for (const one of [loan, ...others]) accounts.push(await disburse(server, one, desk));
  await goTo(server, day(`${year}-12-31`));
  await server.advance(1, { bankIsLate: true });
  await report(0, day(`${year}-12-31`));
  await server.closeDays();
  await runDay(server.services);
});

describe('while a day of the period is not signed', () => {
  test('the document is provisional, as file and on paper, and nothing is stored', async () => {
    for (const text of [
      await csvOf(statement, december, investor),
      await csvOf(interestReport, whole, investor),
      await pdfOf(statement, december, investor),
    ]) {
      expect(text.replace(/\s/g, '')).toContain('（暫定）');
      expect(numberIn(text)).toBeUndefined();
    }
    await signThrough(server, desk, day(`${year}-12-30`));
    expect(await csvOf(statement, december, investor)).toContain('（暫定）');
    expect(await csvOf(statement, { month: `${year}-11` }, investor)).not.toContain('暫定');
    expect(await storedOf('year')).toBe(0);
  });
});

describe('once two persons have signed the period', () => {
  let first: string;

  test('the first download is numbered, and all later ones are the same', async () => {
    await signThrough(server, desk, day(`${year}-12-31`));
    const before = await storedOf('month');
    const all = await Promise.all(
      Array.from({ length: 4 }, () => csvOf(statement, december, investor)),
    );
    expect(new Set(all).size, 'four at once').toBe(1);
    expect(await storedOf('month')).toBe(before + 1);
    first = all[0]!;
    expect(first).not.toContain('暫定');
    expect(numberIn(first)).toMatch(new RegExp(`^M${year}12-\\d{6}$`));
    expect(numberIn(await pdfOf(statement, december, investor))).toBe(numberIn(first));
    const other = await csvOf(statement, december, loan.investors[1]!);
    expect(numberIn(other)).not.toBe(numberIn(first));
    const audited = await auditOf(server, {
      id: investor.id,
      action: 'member.statement_numbered',
    });
    const ofDecember = audited.filter(({ snapshot }) => snapshot['from'] === `${year}-12-01`);
    expect(ofDecember).toMatchObject([{ snapshot: { kind: 'month' } }]);
  });

  test('without its audit row there is no number', async () => {
    const third = loan.investors[2]!;
    const before = await storedOf('month');
    await server.rows(
      `create function refuse_numbering() returns trigger language plpgsql as $$
       begin raise exception 'the audit log is full'; end $$;
       create trigger refuse_numbering before insert on tasks.audit for each row
       when (new.action = 'member.statement_numbered') execute function refuse_numbering()`,
    );
    const ask = { ...december, format: 'csv' } as never;
    expect((await server.ask(statement, ask, third)).status).toBe(500);
    await server.rows('drop trigger refuse_numbering on tasks.audit');
    await server.rows('drop function refuse_numbering');
    expect(await storedOf('month')).toBe(before);
    expect(numberIn(await csvOf(statement, december, third))).toBeDefined();
  });

  test('it stays the same although the figures in the tables change', async () => {
    await goTo(server, day(`${year + 1}-01-30`));
    await report(0, day(`${year + 1}-01-30`));
    expect(await csvOf(statement, december, investor)).toBe(first);
    await expect(server.rows(`update investing.statement set made_at = now()`)).rejects.toThrow();
  });

  test('a reopened period is provisional; changed figures get a new number', async () => {
    const reopened = { day: day(`${year}-12-31`), reason: '銀行補報' };
    await server.ok(reopenDay, reopened, desk.maker);
    await server.ok(decideReopening, { day: reopened.day, agree: true }, desk.checker);
    expect(await csvOf(statement, december, investor)).toContain('（暫定）');
    await signThrough(server, desk, day(`${year}-12-31`));
    expect(await csvOf(statement, december, investor)).toBe(first);

    await server.ok(reopenDay, reopened, desk.maker);
    await server.ok(decideReopening, { day: reopened.day, agree: true }, desk.checker);
    await report(1, day(`${year}-12-31`));
    await signThrough(server, desk, day(`${year}-12-31`));
    const second = await csvOf(statement, december, investor);
    expect(numberIn(second)).not.toBe(numberIn(first));
    expect(second).toContain('取代先前編號之文件');
    expect(await csvOf(statement, december, investor)).toBe(second);
  });
});

describe('a closed year', () => {
  test('keeps the income of its report; what comes later belongs to the next year', async () => {
    const before = await csvOf(interestReport, whole, investor);
    expect(numberIn(before)).toMatch(new RegExp(`^Y${year}-\\d{6}$`));
    const { data } = await server.ok(yearsOffice.proposeYearClose, whole, desk.maker);
    expect(await desk.check(data.id)).toBeNull();
    const next = () => csvOf(interestReport, { year: String(year + 1) }, investor);
    const received = interestIn(await next());
    await report(2, day(`${year}-12-31`));
    expect(await csvOf(interestReport, whole, investor)).toBe(before);
    expect(await next()).toContain('（暫定）');
    expect(interestIn(await next())).toBe(received + 500);
  });
});

describe('the upgrade of old rows', () => {
  const file = new URL('../../db/upgrades/0.7.0/1-investors.sql', import.meta.url);
  const updates = readFileSync(file, 'utf8').match(/^with closed as[\s\S]*?;$/gm) ?? [];
  const law = readInvariants().filter(({ name }) => /^a (distribution|share) counts/.test(name));
  /** The rows as they were before: shown on the day of processing, lent on the bank's day. */
  const old = [
    'update servicing.distribution set distributed_on = recorded_on',
    `update servicing.share s set lent_on = l.disbursed_on - 1 from lending.loan l
     where l.id = s.loan_id`,
  ];
  const days = () =>
    trusted(
      `select distributed_on::text as "on", accounting_day::text as apart, recorded_on::text as seen
       from servicing.distribution where recorded_on = '${year + 1}-01-01' limit 1`,
    );

  async function migrated(before: string[]) {
    let row: unknown;
    const broken: string[] = [];
    await server.undone(async (tx) => {
      for (const statement of [...before, ...old]) await tx.planned(trusted(statement));
      for (const statement of updates) await tx.planned(trusted(statement));
      [row] = await tx.planned(days());
      for (const { name, sql } of law) {
        if ((await tx.planned(trusted(sql))).length > 0) broken.push(name);
      }
    });
    expect(broken).toEqual([]);
    return row;
  }

  test('gives them the day of their transfer, in a closed year only as a note', async () => {
    expect([updates.length, law.length]).toEqual([2, 2]);
    expect(await migrated([]), 'the year was closed by the test above').toEqual({
      on: `${year + 1}-01-01`,
      apart: `${year}-12-31`,
      seen: `${year + 1}-01-01`,
    });
    const reopened = [
      'alter table ledger.transfer disable trigger user',
      `update ledger.transfer set kind = 'manual' where kind = 'year_closed'`,
    ];
    expect(await migrated(reopened)).toEqual({
      on: `${year}-12-31`,
      apart: null,
      seen: `${year + 1}-01-01`,
    });
  });

  test('names the other day on the documents of both periods', async () => {
    await server.rows(
      `update servicing.distribution set accounting_day = distributed_on,
         distributed_on = '${year + 1}-01-01' where recorded_on = '${year + 1}-01-01'`,
    );
    try {
      const paper = await server.ask(interestReport, { year: String(year + 1) } as never, investor);
      const words = execFileSync('pdftotext', ['-layout', '-', '-'], { input: paper.body });
      expect(words.toString().replace(/\s/g, '')).toContain(`信託帳簿的入帳日為${year}/12/31`);
    } finally {
      await server.rows(
        `update servicing.distribution set distributed_on = accounting_day, accounting_day = null
         where accounting_day is not null`,
      );
    }
  });
});
