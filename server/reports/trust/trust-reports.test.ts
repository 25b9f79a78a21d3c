// Tests of the monthly trust report: bank, books and differences, two signatures, and the proof
// with which each member finds their own money in the total.
import { beforeAll, describe, expect, test } from 'vitest';
import { reconciliationOffice } from '#contract/banking/reconciliation.ts';
import { day } from '#contract/core/day.ts';
import { trustReports } from '#contract/reports/trust/calls.ts';
import { trustReportsOffice } from '#contract/reports/trust/office.ts';
import { isProven } from '#contract/reports/trust/proof.ts';
import { type Desk, newDesk, signThrough, strayReceipt } from '../../../tests/actors/bookings.ts';
import { disburse, EXAMPLE, signedLoan, type TestLoan } from '../../../tests/actors/loans.ts';
import { newMember, newOperator, newPicture } from '../../../tests/actors/people.ts';
import { repeatThrice } from '../../../tests/actors/repeats.ts';
import { useServer } from '../../../tests/server.ts';
import { sha256 } from './trust-tree.ts';

const server = useServer({ startsOn: '2026-11-23' });
const office = trustReportsOffice;
const month = '2026-11';
let desk: Desk;
/** A loan that is not disbursed, so that its investors' money lies in the trust account. */
let loan: TestLoan;

const read = async () => (await server.ok(office.getTrustReport, { month }, desk.auditor)).data;
const refusal = (by = desk.maker) => server.refused(office.signTrustReport, { month }, by);
const sign = async (by = desk.maker) =>
  (await server.ok(office.signTrustReport, { month }, by)).data.stage;

async function letter(amount: number, by = desk.maker) {
  const files = [await newPicture('file')];
  return server.ask(office.addBankLetter, { month, amount: String(amount) }, {
    token: by.token,
    files,
  } as never);
}

beforeAll(async () => {
  desk = await newDesk(server);
  loan = await signedLoan(server, EXAMPLE);
  await disburse(server, await signedLoan(server, EXAMPLE), desk);
  await strayReceipt(server, 300_000);
});

describe('before the month is closed', () => {
  test('it can neither be signed nor get a letter', async () => {
    expect(await read()).toMatchObject({ block: 'TRUST_MONTH_OPEN', state: 'open', root: null });
    expect(await refusal()).toBe('TRUST_MONTH_OPEN');
    expect((await letter(1)).body).toMatchObject({ code: 'TRUST_MONTH_OPEN' });
    const months = await server.ok(office.listTrustReports, {}, desk.auditor);
    expect(months.data).toEqual([]);
  });
});

describe('a closed month', () => {
  let bank: number;
  beforeAll(async () => {
    await server.advance(10);
    await signThrough(server, desk, day('2026-11-30'));
  });

  test('shows whose money it is, and where bank and books differ', async () => {
    const { figures, block } = await read();
    expect(block).toBe('TRUST_LETTER_MISSING');
    const amounts = Object.fromEntries(figures.parts.map(({ kind, amount }) => [kind, amount]));
    expect(amounts).toEqual({ order_funds: 100_000, platform_due: 4_015, suspense: 300_000 });
    expect(figures).toMatchObject({
      bank: null,
      unexplained: null,
      books: 404_015,
      opening: 0,
      members: loan.investors.length,
      membersAmount: 100_000,
    });
    const moved = figures.moves.reduce((sum, { received, paid }) => sum + received - paid, 0);
    expect(moved).toBe(figures.books - figures.opening);
    // The orders of this test were paid in the books only, not at the bank.
    const differences = figures.differences.reduce((sum, { amount }) => sum + amount, 0);
    expect(figures.differences.every(({ taskId }) => taskId !== null)).toBe(true);
    const { getDay } = reconciliationOffice;
    const closing = await server.ok(getDay, { day: day('2026-11-30') }, desk.auditor);
    bank = closing.data.closing!;
    expect(figures.books + differences).toBe(bank);
  });

  test('needs a letter, whose amount the books and the named differences explain', async () => {
    expect(await refusal()).toBe('TRUST_LETTER_MISSING');
    expect((await letter(bank + 1)).status).toBe(200);
    expect(await read()).toMatchObject({ block: 'TRUST_UNEXPLAINED' });
    expect(await refusal()).toBe('TRUST_UNEXPLAINED');
    const none = server.refused(office.addBankLetter, { month, amount: '5' } as never, desk.maker);
    expect(await none).toBe('FILES_MISSING');
    const input = { month, amount: String(bank) };
    await repeatThrice(server, office.addBankLetter, input, desk.maker, { files: ['file'] });
    const { letters, block, figures } = await read();
    expect(letters.map(({ amount }) => amount)).toEqual([bank, bank + 1]);
    expect(block).toBeNull();
    expect(figures).toMatchObject({ bank, unexplained: 0, letterId: letters[0]!.id });
    const opened = await server.ask(office.bankLetter, { id: letters[0]!.id }, desk.auditor);
    expect(opened.status).toBe(200);
    const unknown = server.refused(office.bankLetter, { id: '999' }, desk.auditor);
    expect(await unknown).toBe('TRUST_LETTER_MISSING');
  });

  test('is signed by finance first and then by another person', async () => {
    const approver = await newOperator(server, ['approver']);
    expect(await refusal(approver)).toBe('ROLE_REQUIRED');
    const pdf = server.refused(office.trustReportPdf, { month }, desk.auditor);
    expect(await pdf, 'nobody has signed').toBe('TRUST_REPORT_NOT_FOUND');
    await repeatThrice(server, office.signTrustReport, { month }, desk.maker);
    expect(await read()).toMatchObject({ state: 'first', signedBy: expect.any(String) });
    const [investor] = loan.investors;
    const early = await server.ok(trustReports.myTrustReports, {}, investor!);
    expect(early.data, 'one signature publishes nothing').toEqual([]);
    expect(await refusal()).toBe('MAKER_IS_CHECKER');
    expect(await sign(approver)).toBe('second');
    expect(await refusal(approver)).toBe('TRUST_SIGNED');
    expect(await read()).toMatchObject({ state: 'signed', block: 'TRUST_SIGNED' });
    const { data } = await server.ok(office.listTrustReports, {}, desk.auditor);
    expect(data).toMatchObject([{ month, state: 'signed', bank, membersAmount: 100_000 }]);
  });

  test('each member finds their money in the total, and only their own', async () => {
    const { myTrustReports, myTrustProof } = trustReports;
    let total = 0;
    for (const investor of loan.investors) {
      const [own] = (await server.ok(myTrustReports, {}, investor)).data;
      const { root, line } = (await server.ok(myTrustProof, { month }, investor)).data;
      expect(line).toMatchObject({ memberId: String(investor.id), amount: own!.own });
      expect(root.sum).toBe(own!.membersAmount);
      const hash = (text: string) => Promise.resolve(sha256(text));
      const { path, ...leaf } = line!;
      expect(await isProven(leaf, path, root, hash)).toBe(true);
      total += own!.own;
    }
    expect(total).toBe(100_000);
    const stranger = await newMember(server);
    expect((await server.ok(myTrustReports, {}, stranger)).data).toMatchObject([{ own: 0 }]);
    const nothing = await server.ok(myTrustProof, { month }, stranger);
    expect(nothing.data).toMatchObject({ line: null, root: { sum: 100_000 } });
    const other = { month: '2026-10' };
    expect(await server.refused(myTrustProof, other, stranger)).toBe('TRUST_REPORT_NOT_FOUND');
    const file = server.refused(trustReports.trustReportFile, other, stranger);
    expect(await file).toBe('TRUST_REPORT_NOT_FOUND');
  });

  test('the PDF is the same for a member and the office', async () => {
    const own = await server.ask(trustReports.trustReportFile, { month }, loan.investors[0]!);
    const theirs = await server.ask(office.trustReportPdf, { month }, desk.auditor);
    expect([own.status, theirs.status]).toEqual([200, 200]);
    expect(Buffer.compare(own.body as never, theirs.body as never)).toBe(0);
    expect(
      Buffer.from(own.body as never)
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });

  test('a new letter makes it changed, and two new signatures replace it', async () => {
    expect((await letter(bank)).status).toBe(200);
    expect(await read()).toMatchObject({ state: 'changed', block: null });
    const { myTrustReports } = trustReports;
    const before = (await server.ok(myTrustReports, {}, loan.investors[0]!)).data;
    expect(before, 'the signed one stays published').toHaveLength(1);
    expect(await sign()).toBe('first');
    // The figures change again before the second person signs.
    expect((await letter(bank)).status).toBe(200);
    expect(await sign(), 'a first signature again').toBe('first');
    expect(await sign(desk.checker)).toBe('second');
    expect(await read()).toMatchObject({ state: 'signed' });
    const after = (await server.ok(myTrustReports, {}, loan.investors[0]!)).data;
    expect(after).toHaveLength(1);
    expect(after[0]!.signedAt).not.toBe(undefined);
    const kept = await server.rows('select id from reports.trust_report where ended_at is null');
    expect(kept).toHaveLength(1);
  });
});

test('only finance and approvers sign, and only finance files letters', async () => {
  const reviewer = await newOperator(server, ['reviewer']);
  const { listTrustReports, getTrustReport, bankLetter, trustReportPdf } = office;
  const codes = [
    server.refused(listTrustReports, {}, reviewer),
    server.refused(getTrustReport, { month }, reviewer),
    server.refused(bankLetter, { id: '1' }, reviewer),
    server.refused(trustReportPdf, { month }, reviewer),
    refusal(desk.auditor),
    server.refused(office.addBankLetter, { month, amount: '5' } as never, desk.auditor),
  ];
  for (const code of await Promise.all(codes)) expect(code).toBe('ROLE_REQUIRED');
  const anonymous = await server.ask(trustReports.myTrustReports, {}, {});
  expect(anonymous.status).toBe(401);
});
