// Property test: for random lives of loans with mandates, paid by debit and by hand, refused,
// answered late, twice and stopped, asked back and taken back by the bank, every invariant of the
// ledger and of the debits holds.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#contract/core/day.ts';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { mandates } from '#contract/mandates/calls.ts';
import { servicing } from '#contract/servicing/calls.ts';
import { payReserve } from '../../tests/actors/bookings.ts';
import {
  balanceOf,
  checkBatches,
  goTo,
  liveThrough,
  newTeam,
  pay,
  schedule,
  today,
} from '../../tests/actors/loans.ts';
import {
  answerWith,
  type DebitedLoan,
  debitedLoan,
  debitsOf,
} from '../../tests/actors/mandates.ts';
import { LIVES, SEED } from '../../tests/actors/seed.ts';
import { expectIdle } from '../../tests/idle.ts';
import { useServer } from '../../tests/server.ts';
import { brokenInvariants } from '../database/invariants.ts';
import { drain } from '../worker.ts';
import { readCollectionAnswers } from './answers.ts';

const server = useServer();
const bank = () => server.services.demonstration!.bank;

/** What happens around the bank day of an instalment. Amounts are percent of the instalment. */
type Month = {
  /** How the bank answers debits; null if it carries them out. */
  code: string | null;
  paidBefore: number;
  /** Days by which the answers come late, at times after the loan is late without them. */
  heldDays: number;
  paidAfter: number;
  isRepeated: boolean;
  act: 'none' | 'stopBefore' | 'stopAfter' | 'resume';
  /** Whether the borrower asks for prepaid money before what was paid twice is returned. */
  asksBack: boolean;
  /** What the bank takes back at the end: the debit, the last payment by hand, or nothing. */
  takenBack: 'none' | 'debit' | 'hand';
};

const month: fc.Arbitrary<Month> = fc.record({
  code: fc.constantFrom(null, null, null, '01', '11', '24'),
  paidBefore: fc.constantFrom(0, 0, 30, 100),
  heldDays: fc.constantFrom(0, 0, 2, 7),
  paidAfter: fc.constantFrom(0, 0, 40, 100, 150),
  isRepeated: fc.boolean(),
  act: fc.constantFrom('none', 'none', 'stopBefore', 'stopAfter', 'resume'),
  asksBack: fc.boolean(),
  takenBack: fc.constantFrom('none', 'none', 'debit', 'hand'),
});
const life = fc.record({
  thousands: fc.integer({ min: 20, max: 90 }),
  months: fc.array(month, { minLength: 2, maxLength: 3 }),
});

/** A life that always takes part: paid by debit and by hand, then refused and tried again. */
const quiet: Month = {
  code: null,
  paidBefore: 0,
  heldDays: 0,
  paidAfter: 0,
  isRepeated: true,
  act: 'none',
  asksBack: false,
  takenBack: 'none',
};
const paidTwiceThenRefused = {
  thousands: 50,
  months: [
    { ...quiet, heldDays: 2, paidAfter: 100 },
    { ...quiet, code: '01', takenBack: 'debit' },
  ],
};

/** Gives every answer of the bank once more. */
async function repeatAnswers() {
  const rows = await server.rows<{ name: string; file: string }>(
    `select body ->> 'name' as name, body ->> 'file' as file from sandbox.report
     where kind = 'answer' and reported_at is not null`,
  );
  const again = rows.map(({ name, file }) => ({
    reference: `again-${name}`,
    bytes: Buffer.from(file, 'base64'),
  }));
  await readCollectionAnswers({
    ...server.services,
    bank: { ...bank(), collectionAnswers: async () => again, dropAnswer: async () => {} },
  });
}

/** Money of debits and transfers is where the books say: nothing is lost, nothing kept twice. */
async function expectSound(lent: readonly DebitedLoan[]) {
  expect(await brokenInvariants(server.services.pool)).toEqual([]);
  for (const loan of lent) {
    const debits = await debitsOf(server, loan.borrower);
    for (const { status, amount, receiptId } of debits) {
      if (status !== 'paid') continue;
      const [receipt] = await server.rows<{ amount: number; state: string }>(
        'select amount::integer, state from banking.receipt where id = $1',
        [receiptId],
      );
      expect(receipt).toEqual({ amount, state: expect.stringMatching(/^(matched|reversed)$/) });
    }
    expect(await balanceOf(server, 'borrower_prepaid', { loan: loan.id })).toBeGreaterThanOrEqual(
      0,
    );
  }
}

/** Days after a bank day in which second attempts and returns of double payments happen. */
const AFTERWARDS = 6;

async function liveMonth(loan: DebitedLoan, one: Month) {
  const next = (await schedule(server, loan.id)).find(({ paidOn }) => paidOn === null);
  if (!next || next.payableUntil <= addDays(today(server), 1)) return;
  const payPercent = async (percent: number) => {
    if (percent === 0) return;
    await pay(server, loan.account, Math.ceil(((next.principal + next.interest) * percent) / 100));
  };
  const act = (call: Endpoint) => server.ask(call, {}, loan.borrower);
  if (one.act === 'resume') await act(mandates.resumeMandate);
  await goTo(server, addDays(next.payableUntil, -1));
  await expectIdle(server);
  await payPercent(one.paidBefore);
  if (one.act === 'stopBefore') await act(mandates.stopMandate);
  await answerWith(server, 'P01', one.code);
  bank().holdAnswers(one.heldDays > 0);
  await liveThrough(server, 1);
  if (one.act === 'stopAfter') await act(mandates.stopMandate);
  await payPercent(one.paidAfter);
  if (one.asksBack)
    await server.ask(servicing.returnPrepaid, { id: String(loan.id) }, loan.borrower);
  await liveThrough(server, Math.max(2, one.heldDays));
  bank().holdAnswers(false);
  await drain(server.services);
  if (one.isRepeated) await repeatAnswers();
  await liveThrough(server, AFTERWARDS);
  await takeBack(loan, one.takenBack);
  await answerWith(server, 'P01', null);
}

/** The bank takes the newest receipt of a debit or of a payment by hand back. */
async function takeBack({ id, account }: DebitedLoan, what: Month['takenBack']) {
  if (what === 'none') return;
  const [row] = await server.rows<{ seq: string; amount: number }>(
    `select seq, amount::integer from banking.receipt
     where subject_type = 'loan' and subject_id = $1 and state = 'matched'
       and (seq like 'debit-%') = $2 order by id desc limit 1`,
    [id, what === 'debit'],
  );
  if (row) await pay(server, account, row.amount, { reverses: row.seq });
}

test('debits and transfers in any order keep every law', { timeout: 300_000 }, async () => {
  await payReserve(server);
  const team = await newTeam(server);
  const lent: DebitedLoan[] = [];
  await fc.assert(
    fc.asyncProperty(life, async ({ thousands, months }) => {
      const amount = thousands * 1_000;
      const terms = { amount, rateBps: 1_200, installments: 6, shares: [amount] };
      const loan = await debitedLoan(server, team, terms);
      lent.push(loan);
      for (const one of months) await liveMonth(loan, one);
      await checkBatches(server, team.checker);
      await expectSound(lent);
    }),
    { numRuns: Math.max(2, LIVES - 2), seed: SEED, examples: [[paidTwiceThenRefused]] },
  );
  type Seen = 'paid' | 'refused' | 'again' | 'doubles' | 'reversed';
  const [seen] = await server.rows<Record<Seen, number>>(
    `select count(*) filter (where status = 'paid')::integer as paid,
       count(*) filter (where status = 'refused')::integer as refused,
       count(*) filter (where attempt = 2)::integer as again,
       (select count(*)::integer from mandates.double) as doubles,
       (select count(*)::integer from banking.receipt where state = 'reversed') as reversed
     from mandates.debit`,
  );
  // Lives in which one of these never happens prove nothing about it.
  expect(Object.entries(seen!).filter(([, count]) => count === 0)).toEqual([]);
});
