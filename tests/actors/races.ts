// Races for money: each makes several people, the bank and two processes want the same money at
// once, and returns what must not have happened.
import { randomUUID } from 'node:crypto';
import { type BankRecord, banking } from '#contract/banking/calls.ts';
import { dayOf } from '#contract/core/day.ts';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { money } from '#contract/core/money.ts';
import { investing } from '#contract/investing/calls.ts';
import { riskProfiles } from '#contract/options.ts';
import { servicing } from '#contract/servicing/calls.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import type { Client } from '../../actors/client.ts';
import { placeOrder } from '../../actors/loan.ts';
import type { Random } from '../../actors/random.ts';
import type { Services } from '../../server/services.ts';
import { signCallback } from '../../server/adapters/bank/bank.ts';
import { drain } from '../../server/worker.ts';
import type { TestServer } from '../server.ts';
import { type Lent, lentLoan, signedLoan, type Team } from './loans.ts';
import { newCase, newInvestor, newInvestors } from './market.ts';
import type { Person } from './people.ts';

/** What a race needs; requests go to either of two processes on one database. */
export type Field = {
  server: TestServer;
  random: Random;
  clients: readonly Client[];
  processes: readonly Services[];
  team: Team;
  operators: readonly Person[];
  failures: string[];
  requests: number;
};
type Answered = { status: number; code: string | null; body: unknown };

/** Asks one of the processes; only a server that is busy may answer with 500 or above. */
async function ask(field: Field, endpoint: Endpoint, input: object, token: string) {
  field.requests += 1;
  const answer: Answered = await field.random.pick(field.clients).ask(endpoint, input, { token });
  if (answer.status >= 500 && answer.status !== 503) {
    field.failures.push(`${endpoint.path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }
  return answer;
}

/** A line of the trust account that the bank reports as often as wanted. */
function lineOf({ server }: Field, account: string, amount: number, more: object = {}): BankRecord {
  const at = server.services.clock.now();
  return {
    bank: '812',
    date: dayOf(at),
    seq: randomUUID().slice(0, 30),
    at,
    type: 'atm_cash',
    amount: money(amount),
    sign: '+',
    virtualAccount: account,
    ...more,
  };
}

async function report(field: Field, record: BankRecord) {
  field.requests += 1;
  const { config, clock } = field.server.services;
  const body = { records: [record] };
  const headers = signCallback(JSON.stringify(body), config.bank.webhookSecret, clock.realNow());
  const answer = await field.random
    .pick(field.clients)
    .ask(banking.bankCallback, body, { headers, key: null });
  if (answer.status !== 200 && answer.status !== 503) {
    field.failures.push(`the bank got ${answer.status}: ${JSON.stringify(answer.body)}`);
  }
}

const times = <T>(count: number, one: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => one(at));
const isDone = ({ status }: Answered) => status === 200;
const apply = (loanId: number, amount: number) => ({
  id: String(loanId),
  invest_amount: amount,
  payment_mode: 1,
});

function shuffle<T>({ random }: Field, list: readonly T[]): T[] {
  const places = new Map(list.map((one) => [one, random.next()]));
  return list.toSorted((a, b) => places.get(a)! - places.get(b)!);
}

/** Starts all in random order and waits for all. */
const together = async (field: Field, acts: readonly (() => Promise<unknown>)[]): Promise<void> =>
  void (await Promise.all(shuffle(field, acts).map((act) => act())));

/** Many investors want the rest of one case. */
async function placesOfCase(field: Field, ways: number): Promise<string[]> {
  const target = 20_000;
  const loanId = await newCase(field.server, { amount: target });
  const investors = await newInvestors(field.server, ways);
  let given = 0;
  const order = (one: Person) => async () => {
    const amount = field.random.int(1, 12) * 1_000;
    if (isDone(await ask(field, investing.quickApply, apply(loanId, amount), one.token))) {
      given += amount;
    }
  };
  await together(field, investors.map(order));
  return given > target ? [`a case of ${target} was given ${given}`] : [];
}

/** One investor orders in many cases, and several times in each. */
async function limitOfInvestor(field: Field, ways: number): Promise<string[]> {
  const { perCaseMax, totalMax } = riskProfiles.find(({ id }) => id === 1)!;
  const investor = await newInvestor(field.server, { profile: 1 });
  const cases: number[] = [];
  const count = Math.ceil(totalMax / perCaseMax) + 2;
  while (cases.length < count) cases.push(await newCase(field.server, { amount: 10_000_000 }));
  const given = new Map<number, number>();
  const order = (loanId: number) => async () => {
    const answer = await ask(
      field,
      investing.quickApply,
      apply(loanId, perCaseMax),
      investor.token,
    );
    if (isDone(answer)) given.set(loanId, (given.get(loanId) ?? 0) + perCaseMax);
  };
  await together(
    field,
    times(ways, () => order(field.random.pick(cases))),
  );
  const total = [...given.values()].reduce((sum, one) => sum + one, 0);
  const failures = total > totalMax ? [`a limit of ${totalMax} let ${total} through`] : [];
  for (const one of given.values()) {
    if (one > perCaseMax) failures.push(`${one} in one case with a limit of ${perCaseMax}`);
  }
  return failures;
}

/** An order is cancelled and paid, while others want its place in the full case. */
async function cancelAndFund(field: Field, ways: number): Promise<string[]> {
  const amount = 10_000;
  const loanId = await newCase(field.server, { amount });
  const [owner, ...others] = await newInvestors(field.server, ways + 1);
  const order = await placeOrder(field.server, owner!, String(loanId), amount);
  const line = lineOf(field, order.virtualAccount!.account, amount);
  let [cancelled, given] = [0, 0];
  const cancel = async () => {
    if (isDone(await ask(field, investing.cancelOrder, { id: order.id }, owner!.token))) {
      cancelled += 1;
    }
  };
  const take = (one: Person) => async () => {
    if (isDone(await ask(field, investing.quickApply, apply(loanId, amount), one.token))) {
      given += 1;
    }
  };
  await together(field, [
    ...times(3, () => cancel),
    ...times(2, () => () => report(field, line)),
    ...others.map(take),
  ]);
  const failures: string[] = [];
  if (cancelled > 1) failures.push(`an order was cancelled ${cancelled} times`);
  if (given > cancelled) failures.push(`${given} got a place that was left ${cancelled} times`);
  return failures;
}

/** A receipt is reported many times, and taken back many times. */
async function receiptAndReversal(field: Field, ways: number): Promise<string[]> {
  const investor = await newInvestor(field.server);
  const loanId = await newCase(field.server);
  const order = await placeOrder(field.server, investor, String(loanId), 3_000);
  const { account } = order.virtualAccount!;
  const line = lineOf(field, account, field.random.pick([3_000, 5_000, 500]));
  const back = { ...line, seq: randomUUID().slice(0, 30), sign: '-', reverses: line.seq } as const;
  if (field.random.int(0, 1) === 0) await report(field, line);
  await together(
    field,
    times(ways, (at) => () => report(field, at % 2 === 0 ? line : back)),
  );
  const [row] = await field.server.rows<{ receipts: number; reversals: number }>(
    `select count(*) filter (where kind = 'receipt')::int as receipts,
       count(*) filter (where kind = 'reversal')::int as reversals
     from ledger.transfer where id in (select 'receipt:' || id from banking.receipt where seq = $1)
       or id in (select 'reversal:' || id from banking.receipt where seq = $2)`,
    [line.seq, back.seq],
  );
  const isOnce = row?.receipts === 1 && row.reversals <= 1;
  return isOnce ? [] : [`one receipt was booked ${row?.receipts}×, taken back ${row?.reversals}×`];
}

const openTasks = ({ server }: Field, kind: string) =>
  server.rows<{ id: string }>(`select id from tasks.task where kind = $1 and status = 'open'`, [
    kind,
  ]);

/** Several operators decide the open tasks of a kind at once; returns how often they succeeded. */
async function decideAtOnce(field: Field, kind: string, decision: string, ways: number) {
  let done = 0;
  const tasks = await openTasks(field, kind);
  const decide = (id: string) => async () => {
    const { token } = field.random.pick(field.operators);
    if (isDone(await ask(field, tasksOffice.decideTask, { id, decision, reason: '測試' }, token)))
      done += 1;
  };
  await together(
    field,
    tasks.flatMap(({ id }) => times(ways, () => decide(id))),
  );
  return { tasks: tasks.length, done };
}

/** Both processes send what is due, at once. */
const sendAtOnce = ({ processes }: Field) =>
  Promise.all([...processes, ...processes].map((one) => drain(one)));

/** A refund is released by many, checked by many, sent by both, and its receipt taken back. */
async function refundTwice(field: Field, ways: number): Promise<string[]> {
  const investor = await newInvestor(field.server);
  const loanId = await newCase(field.server);
  const order = await placeOrder(field.server, investor, String(loanId), 1_000);
  const line = lineOf(field, order.virtualAccount!.account, 5_000);
  await report(field, line);
  const back = { ...line, seq: randomUUID().slice(0, 30), sign: '-', reverses: line.seq } as const;
  const stage = field.random.int(0, 5);
  const reverse = (at: number) => (stage === at ? report(field, back) : null);
  const failures: string[] = [];
  const few = Math.min(ways, 8);
  for (const [at, kind, decision] of [
    [0, 'refund_release', 'release'],
    [1, 'payment_check', 'approve'],
  ] as const) {
    const [{ tasks, done }] = await Promise.all([
      decideAtOnce(field, kind, decision, few),
      reverse(at),
    ]);
    if (done > tasks) failures.push(`${tasks} × ${kind} was decided ${done} times`);
  }
  await Promise.all([sendAtOnce(field), reverse(2)]);
  await sendAtOnce(field);
  const paid = await field.server.rows<{ reference: string }>(
    `select p.reference from banking.payment p join investing.refund r on r.id = p.subject_id
     where p.purpose = 'refund' and r.order_id = $1 and p.status = 'confirmed'`,
    [order.id],
  );
  if (paid.length > 1) failures.push(`order ${order.id} was refunded ${paid.length} times`);
  return failures;
}

/** A disbursement is released by many, checked by many and sent by both. */
async function disburseTwice(field: Field, ways: number): Promise<string[]> {
  const loan = await signedLoan(field.server);
  const few = Math.min(ways, 8);
  await decideAtOnce(field, 'disbursement_release', 'release', few);
  await decideAtOnce(field, 'disbursement_check', 'approve', few);
  await sendAtOnce(field);
  const paid = await field.server.rows(
    `select from banking.payment where purpose = 'disbursement' and subject_id = $1
       and status = 'confirmed'`,
    [loan.id],
  );
  return paid.length <= 1 ? [] : [`loan ${loan.id} was disbursed ${paid.length} times`];
}

/** Finance assigns a payment to two orders and returns it, all at once. */
async function matchTwice(field: Field, ways: number): Promise<string[]> {
  const loanId = await newCase(field.server);
  const orders: string[] = [];
  for (const one of await newInvestors(field.server, 2)) {
    orders.push((await placeOrder(field.server, one, String(loanId), 2_000)).id);
  }
  await report(field, lineOf(field, String(field.random.int(1e13, 9e13)), 2_000));
  const [task] = (await openTasks(field, 'unmatched_payment')).slice(-1);
  const failures: string[] = [];
  let proposed = 0;
  await together(
    field,
    times(Math.min(ways, 12), (at) => async () => {
      const input = { id: task!.id, decision: 'match', orderId: orders[at % 2] };
      const { token } = field.random.pick(field.operators);
      if (isDone(await ask(field, tasksOffice.decideTask, input, token))) proposed += 1;
    }),
  );
  if (proposed !== 1) failures.push(`one payment was assigned ${proposed} times`);
  const { tasks, done } = await decideAtOnce(field, 'match_check', 'approve', 4);
  if (done > tasks) failures.push(`${tasks} assignments were approved ${done} times`);
  return failures;
}

const LOANS_EACH = 20;
const loans = new WeakMap<Field, { lent: Lent; used: number }>();

/** Returns a disbursed loan, a new one after some races. */
async function lentBy(field: Field): Promise<Lent> {
  const known = loans.get(field);
  if (known && (known.used += 1) < LOANS_EACH) return known.lent;
  const lent = await lentLoan(field.server, field.team);
  loans.set(field, { lent, used: 0 });
  return lent;
}

/** Money for a loan arrives in parts, while the borrower asks it back and instructs prepayments. */
async function repayAndReturn(field: Field, ways: number): Promise<string[]> {
  const { loan, account } = await lentBy(field);
  const id = String(loan.id);
  const { token } = loan.borrower;
  const lines = times(Math.ceil(ways / 4), () => lineOf(field, account, field.random.int(1, 900)));
  const received = lines.reduce((sum, { amount }) => sum + amount, 0);
  const held = async () => {
    const [row] = await field.server.rows<{ held: number }>(
      `select coalesce(sum(balance), 0)::int as held from ledger.balance
       where kind = 'borrower_prepaid' and loan_id = $1`,
      [loan.id],
    );
    return row?.held ?? 0;
  };
  const before = await held();
  let returned = 0;
  const giveBack = async () => {
    const answer = await ask(field, servicing.returnPrepaid, { id }, token);
    if (isDone(answer)) returned += (answer.body as { data: { amount: number } }).data.amount;
  };
  const prepay = { id, kind: 'partial', mode: 'lowerPayment', amount: 10_000 };
  await together(field, [
    ...lines.flatMap((line) => times(2, () => () => report(field, line))),
    ...times(Math.ceil(ways / 4), () => giveBack),
    ...times(
      Math.ceil(ways / 8),
      () => () => ask(field, servicing.instructPrepayment, prepay, token),
    ),
  ]);
  const most = before + received;
  return returned > most ? [`${returned} was given back of ${most}`] : [];
}

type Race = (field: Field, ways: number) => Promise<string[]>;
/** The races with their shares. */
export const races: [string, number, Race][] = [
  ['places of a case', 5, placesOfCase],
  ['limit of an investor', 3, limitOfInvestor],
  ['cancel and fund', 5, cancelAndFund],
  ['receipt and reversal', 4, receiptAndReversal],
  ['refund twice', 3, refundTwice],
  ['assign twice', 2, matchTwice],
  ['repay and return', 4, repayAndReturn],
  ['disburse twice', 1, disburseTwice],
];
