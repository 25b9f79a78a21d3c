// Property test: for random loans and payments the invoices less allowances are the fees booked,
// and their tax is the VAT payable.
import { invoicePeriodList } from '#contract/invoices/lists.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addMonths, day } from '#contract/core/day.ts';
import { invoices } from '#contract/invoices/calls.ts';
import { invoicesOffice } from '#contract/invoices/office.ts';
import { servicing } from '#contract/servicing/calls.ts';
import {
  disburse,
  liveThrough,
  newTeam,
  pay,
  signedLoan,
  today,
  type TestLoan,
} from '../../tests/actors/loans.ts';
import { newOperator } from '../../tests/actors/people.ts';
import { SEED } from '../../tests/actors/seed.ts';
import { useServer } from '../../tests/server.ts';
import { brokenInvariants } from '../database/invariants.ts';
import { drain } from '../worker.ts';

const server = useServer();

type Step =
  | { do: 'lend'; amounts: number[]; carrier: 'member' | 'donation' | 'company' }
  | { do: 'pay'; loan: number; amount: number }
  | { do: 'prepay'; loan: number }
  | { do: 'sendBack'; loan: number }
  | { do: 'wait'; days: number };

const which = fc.integer({ min: 0, max: 9 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('lend' as const),
    amounts: fc.array(fc.integer({ min: 10, max: 40 }), { minLength: 1, maxLength: 3 }),
    carrier: fc.constantFrom('member', 'donation', 'company'),
  }),
  fc.record({
    do: fc.constant('pay' as const),
    loan: which,
    amount: fc.integer({ min: 1_000, max: 9_000 }),
  }),
  fc.record({ do: fc.constant('prepay' as const), loan: which }),
  fc.record({ do: fc.constant('sendBack' as const), loan: which }),
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      days: fc.integer({ min: 1, max: 12 }),
    }),
  },
);

/** Letters of the tracks, one for each tax period. */
const letters = ['CA', 'CB', 'CC', 'CD', 'CE', 'CF'];
const codes = {
  member: { kind: 'member' },
  donation: { kind: 'donation', code: '919' },
  company: { kind: 'company', code: '04595257' },
} as const;

test('invoices less allowances are the fees, and their tax is the VAT payable', async () => {
  const team = await newTeam(server);
  const finance = await newOperator(server, ['finance']);
  for (let k = 0; k < letters.length; k += 1) {
    const period = addMonths(day('2026-11-01'), 2 * k);
    const track = { letters: letters[k]!, first: '00000000', last: '00000999' };
    await server.ok(invoicesOffice.addTrack, { period, ...track }, finance);
  }
  const lent: { loan: TestLoan; account: string }[] = [];
  const doStep = async (one: Step) => {
    if (one.do === 'wait') return liveThrough(server, one.days);
    if (one.do === 'lend') {
      const shares = one.amounts.map((thousands) => thousands * 1_000);
      const amount = shares.reduce((a, b) => a + b, 0);
      const loan = await signedLoan(server, { amount, rateBps: 1_200, installments: 6, shares });
      const preference = codes[one.carrier];
      for (const { token } of [loan.borrower, ...loan.investors]) {
        await server.ok(invoices.setInvoicePreference, { preference }, { token });
      }
      lent.push({ loan, account: await disburse(server, loan, team) });
      return;
    }
    const found = lent[one.loan % Math.max(1, lent.length)];
    if (!found) return;
    const { loan, account } = found;
    if (one.do === 'pay') await pay(server, account, one.amount);
    if (one.do === 'prepay') {
      const asked = { id: String(loan.id), kind: 'full' } as const;
      const quote = await server.ask(servicing.instructPrepayment, asked, loan.borrower);
      if (quote.status === 200) await pay(server, account, quote.body.data.total);
    }
    if (one.do === 'sendBack') {
      const [last] = await server.rows<{ reference: string }>(
        `select reference from banking.payment where purpose = 'disbursement' and subject_id = $1
         and status = 'confirmed' order by id desc limit 1`,
        [loan.id],
      );
      if (last) await server.services.demonstration!.bank.returnPayment(last.reference);
    }
    await drain(server.services);
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 8 }), async (steps) => {
      if (today(server) > '2027-08-01') return;
      for (const one of steps) await doStep(one);
      await liveThrough(server, 1);
      expect(await brokenInvariants(server.services.pool)).toEqual([]);
      const { data } = await server.ok(invoicePeriodList, {}, finance);
      for (const period of data) {
        const { fees, pending, shifted, other, declared, vat, unbooked, rounding } = period;
        const { personTotal, companyTotal, allowanceTotal } = period;
        expect(other).toBe(0);
        expect(personTotal + companyTotal - allowanceTotal).toBe(fees - pending + shifted);
        // Only tax that is stated by the piece is rounded, by half a dollar at most.
        expect(Math.abs(rounding)).toBeLessThanOrEqual(period.invoices + period.allowances);
        if (pending === 0 && shifted === 0) expect(declared - rounding).toBe(vat + unbooked);
      }
    }),
    { numRuns: 3, seed: SEED },
  );
}, 300_000);
