// Property test: for random lives of loans with mandates, paid by debit and by hand, refused,
// answered late, twice and stopped, every invariant of the ledger and of the debits holds.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#contract/core/day.ts';
import { mandates } from '#contract/mandates/calls.ts';
import {
  balanceOf,
  checkBatches,
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
import { SEED } from '../../tests/actors/seed.ts';
import { useServer } from '../../tests/server.ts';
import { brokenInvariants } from '../database/invariants.ts';
import { drain } from '../worker.ts';
import { readCollectionAnswers } from './actions.ts';

const server = useServer();
const bank = () => server.services.demonstration!.bank;

type Step =
  | { do: 'lend'; thousands: number }
  | { do: 'pay'; loan: number; share: number }
  | { do: 'answer'; code: string | null }
  | { do: 'hold'; isHeld: boolean }
  | { do: 'repeat' }
  | { do: 'stop' | 'resume'; loan: number }
  | { do: 'untilDebit'; loan: number; before: number }
  | { do: 'wait'; days: number };

const which = fc.integer({ min: 0, max: 9 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('lend' as const), thousands: fc.integer({ min: 20, max: 90 }) }),
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      loan: which,
      // Percent of the instalment.
      share: fc.constantFrom(30, 100, 100, 150),
    }),
  },
  fc.record({
    do: fc.constant('answer' as const),
    code: fc.constantFrom(null, null, '01', '11', '24'),
  }),
  fc.record({ do: fc.constant('hold' as const), isHeld: fc.boolean() }),
  fc.record({ do: fc.constant('repeat' as const) }),
  fc.record({ do: fc.constantFrom('stop' as const, 'resume' as const), loan: which }),
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('untilDebit' as const),
      loan: which,
      before: fc.integer({ min: 0, max: 1 }),
    }),
  },
  fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 5 }) }),
);

/** Gives every answer of the bank once more. */
async function repeatAnswers() {
  const rows = await server.rows<{ name: string; file: string }>(
    `select body ->> 'name' as name, body ->> 'file' as file from sandbox.report
     where kind = 'answer' and reported_at is not null`,
  );
  const again = rows.map(({ name, file }) => ({
    ...{ reference: `again-${name}`, bytes: Buffer.from(file, 'base64') },
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
      expect(receipt).toEqual({ amount, state: 'matched' });
    }
    expect(await balanceOf(server, 'borrower_prepaid', { loan: loan.id })).toBeGreaterThanOrEqual(
      0,
    );
  }
}

test('debits and transfers in any order keep every law', { timeout: 300_000 }, async () => {
  const team = await newTeam(server);
  const lent: DebitedLoan[] = [];
  const nextOf = async (loan: DebitedLoan) =>
    (await schedule(server, loan.id)).find(({ paidOn }) => paidOn === null);
  const doStep = async (one: Step) => {
    if (one.do === 'wait') return liveThrough(server, one.days);
    if (one.do === 'answer') return answerWith(server, 'P01', one.code);
    if (one.do === 'hold') {
      bank().holdAnswers(one.isHeld);
      return drain(server.services);
    }
    if (one.do === 'repeat') return repeatAnswers();
    if (one.do === 'lend') {
      if (lent.length >= 4) return;
      const amount = one.thousands * 1_000;
      bank().holdAnswers(false);
      const terms = { amount, rateBps: 1_200, installments: 6, shares: [amount] };
      lent.push(await debitedLoan(server, team, terms));
      return;
    }
    const loan = lent[one.loan % Math.max(1, lent.length)];
    const next = loan && (await nextOf(loan));
    if (!loan || !next) return;
    if (one.do === 'pay') {
      const amount = Math.ceil(((next.principal + next.interest) * one.share) / 100);
      await pay(server, loan.account, amount);
    } else if (one.do === 'untilDebit') {
      const until = addDays(next.payableUntil, -one.before);
      while (today(server) < until) await liveThrough(server, 1);
    } else {
      const call = one.do === 'stop' ? mandates.stopMandate : mandates.resumeMandate;
      await server.ask(call, {}, loan.borrower);
    }
    await drain(server.services);
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 10 }), async (steps) => {
      if (today(server) > '2027-10-01') return;
      if (lent.length === 0) await doStep({ do: 'lend', thousands: 60 });
      for (const one of steps) await doStep(one);
      bank().holdAnswers(false);
      await drain(server.services);
      await liveThrough(server, 1);
      await checkBatches(server, team.checker);
      await expectSound(lent);
    }),
    { numRuns: 4, seed: SEED },
  );
  const [seen] = await server.rows<{ paid: number; refused: number }>(
    `select count(*) filter (where status = 'paid')::integer as paid,
       count(*) filter (where status = 'refused')::integer as refused from mandates.debit`,
  );
  expect(Math.min(seen!.paid, seen!.refused), 'lives without debits prove nothing').toBeGreaterThan(
    0,
  );
});
