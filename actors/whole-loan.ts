// Plays the whole life of a loan through the public API; a seed determines every random choice.
import { books } from '#contract/ledger/lists.ts';
import { type Day, daysBetween } from '#contract/core/day.ts';
import { investing } from '#contract/investing/calls.ts';
import type { Loan } from '#contract/lending/calls.ts';
import { servicing } from '#contract/servicing/calls.ts';
import { transfer } from './bank.ts';
import { Unexpected } from './client.ts';
import { type Order, assess, loanOf, placeOrder } from './loan.ts';
import type { Person } from './member.ts';
import type { Random } from './random.ts';
import {
  type Stage,
  dollars,
  listCase,
  liveOn,
  payInParts,
  signAndDisburse,
  verifiedMember,
} from './stage.ts';

const INVESTORS = 7;
const LATE_INSTALMENT = 4;
const DAYS_LATE = 20;
const PREPAY_AFTER = 6;

/** How the investors of the story act, if they do not act by hand. */
export type Programs = {
  /** Called once all investors are verified. */
  joined(investors: readonly Person[]): Promise<void>;
  order(investor: Person, caseId: string, amount: number): Promise<Order>;
  /** Called when everything is paid. */
  funded(): Promise<void>;
};

const byHand = ({ client }: Stage): Programs => ({
  joined: async () => {},
  order: (investor, caseId, amount) => placeOrder(client, investor, caseId, amount),
  funded: async () => {},
});

/** Returns random shares of the target in multiples of NT$1,000, each at least 5,000. */
function sharesOf(random: Random, target: number, count: number): number[] {
  const shares = Array.from({ length: count }, () => 5);
  for (let left = target / 1000 - 5 * count; left > 0; left -= 1) {
    const k = random.int(0, count - 1);
    if ((shares[k] as number) < 55) shares[k] = (shares[k] as number) + 1;
    else left += 1;
  }
  return shares.map((thousands) => thousands * 1000);
}

async function fund(stage: Stage, loan: Loan, investors: Person[], programs: Programs) {
  const { random, say } = stage;
  const shares = sharesOf(random, loan.amount, INVESTORS);
  const defaulter = investors[INVESTORS - 1] as Person;
  for (const [k, investor] of investors.entries()) {
    const amount = shares[k] as number;
    const order = await programs.order(investor, loan.id, amount);
    if (investor === defaulter) {
      say(`${investor.name} 保留 ${dollars(amount)}，但沒有付款`);
      continue;
    }
    const parts = random.int(1, 3);
    await payInParts(stage, investor, order, parts);
    say(`${investor.name} 出資 ${dollars(amount)}，分 ${parts} 次付清`);
  }
  await liveOn(stage, 3);
  say('付款期限已過，未付款的保留釋出');
  const rescuer = investors[0] as Person;
  const share = shares[INVESTORS - 1] as number;
  await payInParts(stage, rescuer, await programs.order(rescuer, loan.id, share), 2);
  say(`${rescuer.name} 再出資釋出的 ${dollars(share)}`);
}

async function prepay({ client, say }: Stage, borrower: Person, loan: Loan): Promise<number> {
  const amount = 30_000;
  const { token, bank } = borrower;
  const partly = { kind: 'partial', mode: 'lowerPayment', amount } as const;
  const input = { id: loan.id, ...partly };
  const { data: quote } = await client.ok(servicing.instructPrepayment, input, { token });
  await transfer(client, loan.virtualAccount, quote.total, bank);
  say(
    `部分提前清償本金 ${dollars(amount)}（利息 ${dollars(quote.interest)}、` +
      `手續費 ${dollars(quote.fee)}），之後每期 ${dollars(quote.instalmentAfter ?? 0)}`,
  );
  return quote.total;
}

/**
 * Pays twelve instalments, one of them late, and makes a prepayment between them; returns the total
 * paid.
 */
async function repay(stage: Stage, borrower: Person, start: Loan): Promise<number> {
  const { client, say } = stage;
  let today = await liveOn(stage, 0);
  let paid = 0;
  for (;;) {
    const loan = await loanOf(client, borrower, start.id);
    const due = loan.nextDue;
    if (loan.status === 90 || !due) return paid;
    const late = due.no === LATE_INSTALMENT ? DAYS_LATE : 0;
    const wait = Math.max(0, daysBetween(today as Day, due.dueOn as Day)) + late;
    if (wait > 0) today = await liveOn(stage, wait);
    const now = await loanOf(client, borrower, start.id);
    const amount = now.overdue?.amount ?? now.nextDue?.amount ?? 0;
    await transfer(client, now.virtualAccount, amount, borrower.bank);
    paid += amount;
    say(
      `${today} 第 ${due.no} 期還款 ${dollars(amount)}` +
        (now.overdue
          ? `（逾期 ${now.overdue.lateDays} 天，遲延利息 ${dollars(now.overdue.lateInterest)}、` +
            `違約金 ${dollars(now.overdue.penalty)}）`
          : ''),
    );
    if (due.no === PREPAY_AFTER) {
      today = await liveOn(stage, 13);
      paid += await prepay(stage, borrower, await loanOf(client, borrower, start.id));
    }
  }
}

/** Prints each investor's result, and returns the sums over all investors. */
async function results({ client, say }: Stage, loanId: string, investors: Person[]) {
  const sum = { principal: 0, interest: 0, late: 0, fee: 0 };
  say('\n出資人　　　　本金　　　利息　　罰息　　服務費　　　XIRR');
  for (const { token, name } of investors) {
    const { data: holdings } = await client.ok(investing.holdings, {}, { token });
    for (const { id } of holdings.filter(({ caseId }) => caseId === loanId)) {
      const { data } = await client.ok(investing.holding, { invest_id: id }, { token });
      const { holding, xirr } = data;
      if (!holding) throw new Unexpected(`${name} has no part in the loan`);
      if (holding.receivedPrincipal !== holding.amount) {
        throw new Unexpected(`${name} got ${holding.receivedPrincipal} of ${holding.amount} back`);
      }
      sum.principal += holding.receivedPrincipal;
      sum.interest += holding.receivedInterest;
      sum.late += holding.receivedLate;
      sum.fee += holding.fee;
      const columns = [
        dollars(holding.receivedPrincipal),
        dollars(holding.receivedInterest),
        dollars(holding.receivedLate),
        dollars(holding.fee),
        xirr === null ? '—' : `${xirr.toFixed(2)}%`,
      ];
      say(`${name}　${columns.map((column) => column.padStart(10)).join('')}`);
    }
  }
  return sum;
}

async function proveBooks({ client, finance, say }: Stage) {
  const { data } = await client.ok(books, {}, finance);
  say('\n總帳餘額');
  for (const { kind, balance } of data.balances) say(`  ${kind.padEnd(24)} ${dollars(balance)}`);
  const broken = data.invariants.filter((invariant) => invariant.broken > 0);
  if (broken.length > 0) throw new Unexpected(`broken: ${JSON.stringify(broken)}`);
  say(`\n${data.invariants.length} 條不變式全部成立`);
}

/**
 * A borrower and seven investors join; the loan is funded, signed, paid out, and repaid in twelve
 * instalments, one of them late, with a prepayment between them. Throws `Unexpected` unless every
 * dollar is accounted for in the end.
 */
export async function playWholeLoan(stage: Stage, programs = byHand(stage)): Promise<void> {
  const { client, say } = stage;
  const borrower = await verifiedMember(stage, 'borrow');
  const investors: Person[] = [];
  for (let k = 0; k < INVESTORS; k += 1) {
    const investor = await verifiedMember(stage, 'invest');
    await assess(client, investor);
    investors.push(investor);
  }
  await programs.joined(investors);
  const target = stage.random.int(12, 28) * 10_000;
  const listed = await listCase(stage, borrower, {
    amount: target,
    installment: 12,
    annualRate: 12,
    purpose: 3,
    note: '老屋浴室漏水，整修防水與管線',
  });
  await fund(stage, listed, investors, programs);
  await programs.funded();
  const full = await loanOf(client, borrower, listed.id);
  if (full.status !== 50) throw new Unexpected(`the loan is ${full.status}, not full`);
  say('募集完成，待對保簽約');
  const running = await signAndDisburse(stage, borrower, listed.id);
  const paid = await repay(stage, borrower, running);
  const end = await loanOf(client, borrower, listed.id);
  if (end.status !== 90) throw new Unexpected(`the loan is ${end.status}, not settled`);
  say(`已結清，借款人共還款 ${dollars(paid)}`);
  await liveOn(stage, 3);
  const sum = await results(stage, listed.id, investors);
  if (sum.principal !== target) throw new Unexpected(`principal ${sum.principal} of ${target}`);
  say(
    `\n借款人付 ${dollars(paid)} ＝ 本金 ${dollars(sum.principal)} ＋ 利息 ${dollars(sum.interest)}` +
      ` ＋ 遲延利息與違約金 ${dollars(sum.late)}`,
  );
  // The prepayment came after the sixth instalment, when the platform no longer earns a fee on
  // prepayments.
  const astray = paid - sum.principal - sum.interest - sum.late;
  if (astray !== 0) throw new Unexpected(`${astray} dollars are unaccounted for`);
  await proveBooks(stage);
}
