// Tests the certificate of settlement: it is sealed once, always has the same bytes, and only its
// borrower can read it.
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { money, sum } from '#contract/core/money.ts';
import { lendingSettlement } from '#contract/lending/settlement.ts';
import { servicing } from '#contract/servicing/calls.ts';
import {
  disburse,
  newTeam,
  pay,
  schedule,
  signedLoan,
  type TestLoan,
} from '../../tests/actors/loans.ts';
import { messagesTo, type Person } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { lendingJobs } from './jobs.ts';

const server = useServer();
const call = lendingSettlement.settlementCertificate;
const cost = lendingSettlement.settlement;
const as = (person: Person) => ({ token: person.token });
const seal = () =>
  lendingJobs.find(({ name }) => name === 'lending.certificates')!.run(server.services);

let loan: TestLoan;
let account: string;
const refused = (who: Person, id = String(loan.id)) => server.refused(call, { id }, as(who));

beforeAll(async () => {
  const terms = { amount: 30_000, rateBps: 1_200, installments: 1, shares: [30_000] };
  loan = await signedLoan(server, terms);
  account = await disburse(server, loan, await newTeam(server));
});

describe('a certificate of settlement', () => {
  test('is refused before the end, and to everybody else', async () => {
    expect(await refused(loan.borrower)).toBe('LOAN_STATUS');
    expect(await refused(loan.investors[0]!)).toBe('LOAN_NOT_FOUND');
    expect(await refused(loan.borrower, '999999')).toBe('LOAN_NOT_FOUND');
    expect((await server.ask(call, { id: String(loan.id) }, {})).status).toBe(401);
  });

  test('is sealed after the last dollar is paid, and the same each time', async () => {
    const [only] = await schedule(server, loan.id);
    await server.advance(25);
    await pay(server, account, only!.principal + only!.interest);
    expect(await refused(loan.borrower)).toBe('CERTIFICATE_PENDING');
    await seal();
    await seal();
    const read = async () =>
      Buffer.from(await server.ok(call, { id: String(loan.id) }, as(loan.borrower)));
    const pdf = await read();
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.includes('/ByteRange')).toBe(true);
    expect((await read()).equals(pdf)).toBe(true);
    const sha256 = createHash('sha256').update(pdf).digest('hex');
    const rows = await server.rows<{ snapshot: { sha256: string } }>(
      `select snapshot from tasks.audit
       where subject_type = 'loan' and subject_id = $1 and action = 'loan.certificate_sealed'`,
      [loan.id],
    );
    expect(rows).toEqual([{ snapshot: { sha256 } }]);
    const mails = await messagesTo(server, loan.borrower.email);
    expect(mails.filter(({ subject }) => subject?.includes('清償證明'))).toHaveLength(1);
    expect(await refused(loan.investors[0]!)).toBe('LOAN_NOT_FOUND');
  });
});

describe('the cost of a settled loan', () => {
  const refusedCost = (who: Person, id: string) => server.refused(cost, { id }, as(who));
  const costOf = async (of: TestLoan) =>
    (await server.ok(cost, { id: String(of.id) }, as(of.borrower))).data;

  test('is the interest that was paid, and nothing was saved at the planned end', async () => {
    expect(await costOf(loan)).toEqual({ interestPaid: 300, saved: 0 });
    expect(await refusedCost(loan.investors[0]!, String(loan.id))).toBe('LOAN_NOT_FOUND');
    expect(await refusedCost(loan.borrower, '999999')).toBe('LOAN_NOT_FOUND');
  });

  test('an early end saved the rest of the interest that the contract states', async () => {
    const early = await signedLoan(server);
    const into = await disburse(server, early, await newTeam(server));
    expect(await refusedCost(early.borrower, String(early.id))).toBe('LOAN_STATUS');
    const rows = await schedule(server, early.id);
    const planned = sum(rows.map(({ interest }) => money(interest)));
    await server.advance(10);
    const ask = { id: String(early.id), kind: 'full' as const };
    const { data } = await server.ok(servicing.instructPrepayment, ask, as(early.borrower));
    await pay(server, into, data.total);
    const { interestPaid, saved } = await costOf(early);
    expect(interestPaid).toBe(data.interest);
    // The fee of the early repayment is no saving.
    expect(data.fee).toBeGreaterThan(0);
    expect(interestPaid + data.fee + saved).toBe(planned);
    expect(saved).toBeGreaterThan(0);
  });
});
