// Fills an empty database with a large data set: members, loans in every status with their
// schedules, orders with their postings, tasks, messages and a hash-chained audit log. Every
// statement writes a whole set of rows, so that this takes only minutes. The same sizes and day
// always give the same data, and the invariants of db/invariants.sql hold for it.
import { readFileSync } from 'node:fs';
import type { PoolClient } from 'pg';
import { type Day, addDays, addMonths, day, onOrAfterBusinessDay } from '#contract/core/day.ts';
import type { Application } from '#contract/lending/loan-application.ts';
import { money } from '#contract/core/money.ts';
import { instalmentsOf } from '#contract/law/schedule.ts';
import { transferLeaf } from '../../server/chains/chain.ts';
import type { Secrets } from '../../server/adapters/secrets.ts';
import { type Pool, db } from '../../server/database/db.ts';
import { calendarOf } from '../../server/lending/front.ts';
import { type Ask, insertPeople } from './people.ts';

/**
 * Size of the data set. Half of the members borrow one loan each; the other half place the orders.
 */
export type Size = { members: number; loans: number; orders: number };

const HISTORY_DAYS = 440;
const UNITS = [5_000, 10_000, 15_000];
const RATES = [500, 600, 700, 800, 900, 1_000, 1_150, 1_300];
const PERIODS = [6, 12, 18, 24, 30, 36];

/** The application that each borrower is assumed to have submitted. */
const application: Application = {
  plan: 'engineer',
  amount: money(200_000),
  installment: 24,
  purpose: 1,
  job: {
    occupation: 301,
    company: '測試科技',
    title: '工程師',
    since: '2019-03',
    monthlyIncome: money(65_000),
  },
  household: { maritalStatus: 1, dependents: 0, education: 4, housing: 1 },
  finance: {
    cardBanks: ['004'],
    cardBalance: money(10_000),
    otherLoans: [],
    monthlyExpense: money(20_000),
    lateIn12Months: false,
  },
  contact: { name: '王大明', relationship: 1, phone: '0912345678' },
};
const bands = {
  ageBand: '30–39 歲',
  tenureBand: '5 年以上',
  incomeBand: '5–7 萬元',
  city: '臺北市',
  debtRatioBand: '30% 以下',
  lateIn12Months: false,
};

/**
 * Calculates the schedules for each average amount that an order lends in a case, each rate and
 * each number of periods.
 */
async function layTerms(ask: Ask, perCase: number): Promise<void> {
  const rows = UNITS.flatMap((unit) =>
    RATES.flatMap((rate) =>
      PERIODS.flatMap((periods) =>
        instalmentsOf({
          principal: unit * perCase,
          rateAnnualBps: rate,
          periods,
          method: 'level',
          dayCount: 'MONTHLY_12',
          dueRule: 'ANNIVERSARY',
          startsOn: day('2026-01-01'),
        }).map(({ no, principal, interest }) => [unit, rate, periods, no, principal, interest]),
      ),
    ),
  );
  await ask(
    `create temp table term (unit bigint, rate_bps integer, installments integer, no integer,
       principal bigint, interest bigint)`,
  );
  await ask(
    `insert into term select * from unnest($1::bigint[], $2::integer[], $3::integer[],
       $4::integer[], $5::bigint[], $6::bigint[])`,
    [0, 1, 2, 3, 4, 5].map((c) => rows.map((row) => row[c])),
  );
}

/** Calculates when each instalment falls due, for each day on which a loan may have begun. */
async function layDueDays(ask: Ask, client: PoolClient, today: Day): Promise<void> {
  const calendar = await calendarOf(db(client));
  const rows = Array.from({ length: HISTORY_DAYS }, (_, k) => addDays(today, -k)).flatMap((start) =>
    Array.from({ length: Math.max(...PERIODS) }, (_, k) => {
      const dueOn = addMonths(start, k + 1);
      return [start, k + 1, dueOn, onOrAfterBusinessDay(dueOn, calendar)];
    }),
  );
  await ask('create temp table due (start date, no integer, due_on date, payable_until date)');
  await ask(
    'insert into due select * from unnest($1::date[], $2::integer[], $3::date[], $4::date[])',
    [0, 1, 2, 3].map((c) => rows.map((row) => row[c])),
  );
}

/** Stores each borrower's application, encrypted for them. */
async function layApplications(ask: Ask, secrets: Secrets, loans: number): Promise<void> {
  await ask('create temp table application (member_id bigint primary key, sealed text)');
  const text = JSON.stringify(application);
  for (let first = 1; first <= loans; first += 10_000) {
    const ids = Array.from({ length: Math.min(10_000, loans + 1 - first) }, (_, i) => first + i);
    await ask('insert into application select * from unnest($1::bigint[], $2::text[])', [
      ids,
      ids.map((id) => secrets.encrypt('lending.loan.application', id, text)),
    ]);
  }
}

/**
 * Splits a file into statements. Each is sent on its own, because a transaction that takes minutes
 * would stop the hash-chain sealers of all other databases of the cluster. An indented line belongs
 * to the statement before it.
 */
const statementsIn = (part: string) =>
  readFileSync(new URL(`./${part}.sql`, import.meta.url), 'utf8').split(
    /;\n+(?=(?!begin\b|end\b)\S)/,
  );

/**
 * Builds the ledger's hash chain as the ledger's sealing job does; the session already has the time
 * format that the job uses.
 */
const ledgerSeals = `insert into ledger.seal (position, transfer_id, hash)
  select row_number() over place, t.id, app.chained(${transferLeaf.text}, null) over place
  from ledger.transfer t window place as (order by t.recorded_at, t.id)`;

/**
 * Fills an empty database in which only the plans exist. `at` is the app's current instant, and
 * `today` the day of that instant.
 */
export async function seedDatabase(
  pool: Pool,
  secrets: Secrets,
  size: Size,
  { at, today, say }: { at: Date; today: Day; say: (line: string) => void },
): Promise<void> {
  const client = await pool.connect();
  const ask: Ask = (text, values = []) => client.query(text, values);
  let failure: Error | undefined;
  try {
    await ask('set statement_timeout = 0');
    await ask("set work_mem = '256MB'");
    // At least two cases exist in each status even at the smallest size, because fewer orders would
    // leave statuses empty.
    const loans = Math.ceil(size.loans / 200) * 200;
    const perCase = Math.floor(size.orders / ((loans * 174) / 200) / 2) * 2;
    if (perCase < 12 || size.members <= loans) throw new RangeError('too few orders or members');
    await ask(
      `create temp table given as select $1::bigint as members, $2::bigint as loans,
         $3::bigint as orders, $4::timestamptz as at, $5::date as today, $6::bigint as per_case,
         $2::bigint * 174 / 200 as cases, $7::jsonb as bands,
         $8::text as recipient, $9::text as letter`,
      [
        size.members,
        loans,
        size.orders,
        at,
        today,
        perCase,
        JSON.stringify(bands),
        secrets.encrypt('notices.outbox.recipient', 'scale', 'somebody@scale.example'),
        secrets.encrypt('notices.outbox.letter', 'scale', '{}'),
      ],
    );
    await layApplications(ask, secrets, loans);
    await layTerms(ask, perCase);
    await layDueDays(ask, client, today);
    say('members');
    await insertPeople(ask, secrets, size.members);
    for (const part of ['cases', 'books', 'repayments', 'trail']) {
      say(part);
      for (const statement of statementsIn(part)) await ask(statement);
    }
    await ask(ledgerSeals);
    // The data has no leaves of the proof log, so the log begins after it, as after an
    // upgrade; otherwise a trigger forbids this change.
    await ask('set session_replication_role = replica');
    await ask('update proofs.beginning set at = clock_timestamp()');
    await ask('set session_replication_role = origin');
    await ask('update ledger.sealing set below = (select max(recorded_at) from ledger.transfer)');
    await ask('vacuum analyze');
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // Closing the connection also drops its temporary tables and settings.
    client.release(failure ?? true);
  }
}
