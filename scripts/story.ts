// Plays the whole life of a loan on a running demonstration, over public HTTP; a seed determines
// every random choice.
import { readOptions } from './options.ts';
import { type Client, Unexpected, createClient } from './story/client.ts';
import {
  type Loan,
  type Stage,
  assess,
  dollars,
  listCase,
  loanOf,
  payOrder,
  reserve,
  sharesOf,
  signAndDisburse,
  verifiedMember,
} from './story/funding.ts';
import type { Person } from './story/member.ts';
import { type OperatorAccount, decideAll, signIn } from './story/office.ts';
import { randomOf } from './story/people.ts';

const INVESTORS = 7;
const LATE_INSTALMENT = 4;
const DAYS_LATE = 20;
const PREPAY_AFTER = 6;

const { values } = readOptions({
  command: 'npm run story --',
  purpose: 'Plays the main job against a running demonstration, through public HTTP only.',
  options: {
    site: {
      type: 'string',
      default: 'http://localhost:3000',
      value: 'URL',
      about: 'the member site',
    },
    office: {
      type: 'string',
      default: 'http://localhost:3001',
      value: 'URL',
      about: 'the back office',
    },
    seed: {
      type: 'string',
      value: 'N',
      about: 'plays the same people again; by chance without it',
    },
  },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
const say = (line: string) => process.stdout.write(`${line}\n`);

async function operators(site: Client): Promise<Record<string, OperatorAccount>> {
  const { data } = await site.get<{ data: { operators: OperatorAccount[] } }>('/dev/accounts');
  const by = (role: string) => {
    const found = data.operators.find(({ roles }) => roles.includes(role));
    if (!found) throw new Unexpected(`no operator is a ${role}`);
    return found;
  };
  return { reviewer: by('reviewer'), approver: by('approver'), finance: by('finance') };
}

async function setStage(): Promise<Stage> {
  const site = createClient(values.site);
  const office = createClient(values.office);
  const who = await operators(site);
  const [reviewer, approver, finance] = await Promise.all(
    ['reviewer', 'approver', 'finance'].map((role) => signIn(office, who[role] as OperatorAccount)),
  );
  return {
    site,
    reviewer: reviewer as Client,
    approver: approver as Client,
    finance: finance as Client,
    random: randomOf(seed),
    say,
  };
}

/** Advances the business date and lets finance release the payments that became due. */
async function advance(stage: Stage, advanceDays: number): Promise<string> {
  const { data } = await stage.site.post<{ data: { today: string } }>('/dev/clock', {
    advanceDays,
  });
  const paidOut = await decideAll(stage.finance, 'payout_release', { decision: 'release' });
  const refunds = await decideAll(stage.finance, 'refund_release', { decision: 'release' });
  await decideAll(stage.approver, 'payment_check', { decision: 'approve' });
  if (paidOut + refunds > 0) await stage.site.post('/dev/clock', { advanceDays: 0 });
  return data.today;
}

const daysFrom = (from: string, to: string) =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000;

async function fund(stage: Stage, loan: Loan, investors: Person[]) {
  const { random } = stage;
  const shares = sharesOf(random, loan.amount, INVESTORS);
  const defaulter = investors[INVESTORS - 1] as Person;
  for (const [k, investor] of investors.entries()) {
    const amount = shares[k] as number;
    const order = await reserve(investor, loan.id, amount);
    if (investor === defaulter) {
      say(`${investor.name} 保留 ${dollars(amount)}，但沒有付款`);
      continue;
    }
    const parts = random.int(1, 3);
    await payOrder(stage, investor, order, parts);
    say(`${investor.name} 出資 ${dollars(amount)}，分 ${parts} 次付清`);
  }
  await advance(stage, 3);
  say('付款期限已過，未付款的保留釋出');
  const rescuer = investors[0] as Person;
  const share = shares[INVESTORS - 1] as number;
  await payOrder(stage, rescuer, await reserve(rescuer, loan.id, share), 2);
  say(`${rescuer.name} 再出資釋出的 ${dollars(share)}`);
}

/** Pays what is due on the loan; returns the NT$ that reached the loan's virtual account. */
async function pay(stage: Stage, borrower: Person, loan: Loan, amount: number): Promise<number> {
  const answer = await stage.site.post<{ data: { matched: boolean } }>('/dev/bank/transfer', {
    virtualAccount: loan.virtualAccount?.account,
    amount,
    fromBank: borrower.bank.bankCode,
    fromAccount: borrower.bank.account,
  });
  if (!answer.data.matched) throw new Unexpected(`a repayment of ${amount} found no loan`);
  return amount;
}

async function prepay(stage: Stage, borrower: Person, loan: Loan): Promise<number> {
  const amount = 30_000;
  const { data: quote } = await borrower.client.post<{
    data: { total: number; interest: number; fee: number; instalmentAfter: number };
  }>('/v1/me/loan/prepayment', { id: loan.id, kind: 'partial', mode: 'lowerPayment', amount });
  await pay(stage, borrower, loan, quote.total);
  say(
    `部分提前清償本金 ${dollars(amount)}（利息 ${dollars(quote.interest)}、` +
      `手續費 ${dollars(quote.fee)}），之後每期 ${dollars(quote.instalmentAfter)}`,
  );
  return quote.total;
}

/**
 * Pays twelve instalments, one of them late, and makes a prepayment between them; returns the total
 * paid.
 */
async function repay(stage: Stage, borrower: Person, start: Loan): Promise<number> {
  let today = await advance(stage, 0);
  let paid = 0;
  for (;;) {
    const loan = await loanOf(borrower, start.id);
    const due = loan.nextDue;
    if (loan.status === 90 || !due) return paid;
    const late = due.no === LATE_INSTALMENT ? DAYS_LATE : 0;
    const wait = Math.max(0, daysFrom(today, due.dueOn)) + late;
    if (wait > 0) today = await advance(stage, wait);
    const now = await loanOf(borrower, start.id);
    const amount = now.overdue?.amount ?? now.nextDue?.amount ?? 0;
    paid += await pay(stage, borrower, now, amount);
    say(
      `${today} 第 ${due.no} 期還款 ${dollars(amount)}` +
        (now.overdue
          ? `（逾期 ${now.overdue.lateDays} 天，遲延利息 ${dollars(now.overdue.lateInterest)}、` +
            `違約金 ${dollars(now.overdue.penalty)}）`
          : ''),
    );
    if (due.no === PREPAY_AFTER) {
      today = await advance(stage, 13);
      paid += await prepay(stage, borrower, await loanOf(borrower, start.id));
    }
  }
}

type Detail = {
  data: {
    holding: {
      amount: number;
      receivedPrincipal: number;
      receivedInterest: number;
      receivedLate: number;
      fee: number;
      outstandingPrincipal: number;
    };
    xirr: number | null;
  };
};
type Holdings = { data: { id: string; caseId: string }[] };

/** Prints each investor's result; returns the sums over all of them. */
async function results(loanId: string, investors: Person[]) {
  const sum = { principal: 0, interest: 0, late: 0, fee: 0 };
  say('\n出資人　　　　本金　　　利息　　罰息　　服務費　　　XIRR');
  for (const { client, name } of investors) {
    const { data: holdings } = await client.post<Holdings>('/v1/me/invest-search', {});
    for (const { id } of holdings.filter(({ caseId }) => caseId === loanId)) {
      const { data } = await client.post<Detail>('/v1/me/invest-detail', { invest_id: id });
      const { holding, xirr } = data;
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

type Books = {
  data: {
    balances: { kind: string; balance: number }[];
    invariants: { name: string; broken: number }[];
  };
};

async function proveBooks(stage: Stage) {
  const { data } = await stage.finance.get<Books>('/ops/v1/books');
  say('\n總帳餘額');
  for (const { kind, balance } of data.balances) say(`  ${kind.padEnd(24)} ${dollars(balance)}`);
  const broken = data.invariants.filter((invariant) => invariant.broken > 0);
  if (broken.length > 0) throw new Unexpected(`broken: ${JSON.stringify(broken)}`);
  say(`\n${data.invariants.length} 條不變式全部成立`);
}

async function main() {
  say(`百溪的一筆借貸，種子 ${seed}（--seed ${seed} 可重演）\n`);
  const stage = await setStage();
  const borrower = await verifiedMember(stage, 'borrow');
  const investors: Person[] = [];
  for (let k = 0; k < INVESTORS; k += 1) {
    const investor = await verifiedMember(stage, 'invest');
    await assess(investor);
    investors.push(investor);
  }
  const target = stage.random.int(12, 28) * 10_000;
  const listed = await listCase(stage, borrower, {
    amount: target,
    installment: 12,
    annualRate: 12,
    purpose: 3,
    note: '老屋浴室漏水，整修防水與管線',
  });
  await fund(stage, listed, investors);
  const full = await loanOf(borrower, listed.id);
  if (full.status !== 50) throw new Unexpected(`the loan is ${full.status}, not full`);
  say('募集完成，待對保簽約');
  const running = await signAndDisburse(stage, borrower, listed.id);
  const paid = await repay(stage, borrower, running);
  const end = await loanOf(borrower, listed.id);
  if (end.status !== 90) throw new Unexpected(`the loan is ${end.status}, not settled`);
  say(`已結清，借款人共還款 ${dollars(paid)}`);
  await advance(stage, 3);
  const sum = await results(listed.id, investors);
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
  say('\n整個故事走完，分文不差。');
}

main().catch((error: unknown) => {
  process.stderr.write(`\n故事中斷：${error instanceof Error ? error.message : String(error)}\n`);
  if (!(error instanceof Unexpected)) console.error(error);
  process.exitCode = 1;
});
