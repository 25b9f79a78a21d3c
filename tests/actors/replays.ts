// Repeats commands of every kind with one idempotency key: copies at once and later, with another
// input, by another person. Each copy must have the answer of the first, and the same one effect.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { investing } from '#contract/investing/calls.ts';
import { servicing } from '#contract/servicing/calls.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { requestOf } from '../../actors/client.ts';
import { placeOrder } from '../../actors/loan.ts';
import type { Random } from '../../actors/random.ts';
import type { Reply, Transport } from '../../actors/transport.ts';
import type { TestServer } from '../server.ts';
import { lentLoan, newTeam } from './loans.ts';
import { newCase, newInvestors } from './market.ts';
import { fromElsewhere, newOperator } from './people.ts';

const COPIES_MAX = 20;
const RETRY_MS = 50;
/** A process that was killed serves again long before a request is given up. */
const TRIES_MAX = 1_200;
/** Operations in one case, and instructions for one loan. */
const A_CASE = 200;
const SUITABLE = [5, 5, 5, 5, 5, 5];

const kinds = ['order', 'cancel', 'answers', 'prepayment', 'match'] as const;
type Kind = (typeof kinds)[number];

export type Operation = {
  kind: Kind;
  endpoint: Endpoint;
  input: object;
  /** A valid input that differs. */
  other: object;
  token: string;
  /** Session of another person who sends the same key. */
  stranger: string;
  /** Id by which `effects` counts. */
  subject: string;
};
/** An operation that was carried out, with its first answer. */
export type Carried = Operation & { key: string; first: Reply };

/** For each kind a statement that counts the effects by subject. */
const effects: Record<Kind, string> = {
  order: `select member_id::text as subject, count(*)::int as times from investing."order"
    group by 1`,
  cancel: `select subject_id::text as subject, count(*)::int as times from tasks.audit
    where action = 'order.cancelled' group by 1`,
  answers: `select member_id::text as subject, count(*)::int as times from investing.suitability
    group by 1`,
  prepayment: `select loan_id::text as subject, count(*)::int as times from servicing.prepayment
    group by 1`,
  match: `select subject_id::text as subject, count(*)::int as times from tasks.task
    where kind = 'match_check' group by 1`,
};

const another = (id: string | number) => String(Number(id) + 1);

/** Orders, and orders that are placed here and then cancelled. */
async function newOrders(server: TestServer, kind: 'order' | 'cancel', count: number) {
  const [owners, strangers] = [
    await newInvestors(server, count),
    await newInvestors(server, count),
  ];
  const made: Operation[] = [];
  let loanId = 0;
  for (const [at, { id, token }] of owners.entries()) {
    if (at % A_CASE === 0) loanId = await newCase(server, { amount: 1_000_000 });
    const stranger = strangers[at]!.token;
    if (kind === 'order') {
      const input = { id: String(loanId), invest_amount: 1_000, payment_mode: 1 };
      const other = { ...input, invest_amount: 2_000 };
      const who = { token, stranger, subject: String(id) };
      made.push({ kind, endpoint: investing.quickApply, input, other, ...who });
    } else {
      const order = await placeOrder(server, { token }, String(loanId), 1_000);
      const [input, other] = [{ id: order.id }, { id: another(order.id) }];
      const who = { token, stranger, subject: order.id };
      made.push({ kind, endpoint: investing.cancelOrder, input, other, ...who });
    }
  }
  return made;
}

async function newAnswers(server: TestServer, count: number): Promise<Operation[]> {
  const owners = await newInvestors(server, count, { profile: null });
  const strangers = await newInvestors(server, count, { profile: null });
  const { version } = (await server.ok(investing.suitability, {}, owners[0])).data;
  return owners.map(({ id, token }, at) => ({
    kind: 'answers',
    endpoint: investing.answerSuitability,
    input: { version, answers: SUITABLE },
    other: { version, answers: SUITABLE.with(0, 1) },
    token,
    stranger: strangers[at]!.token,
    subject: String(id),
  }));
}

async function newPrepayments(server: TestServer, count: number): Promise<Operation[]> {
  const team = await newTeam(server);
  const made: Operation[] = [];
  const [stranger] = await newInvestors(server, 1);
  for (let left = count; left > 0; left -= A_CASE) {
    const { loan } = await lentLoan(server, team);
    const subject = String(loan.id);
    const one = { id: subject, kind: 'partial', mode: 'lowerPayment' };
    for (let n = 0; n < Math.min(left, A_CASE); n += 1) {
      const amount = 10_000 + (n % 50) * 1_000;
      made.push({
        kind: 'prepayment',
        endpoint: servicing.instructPrepayment,
        input: { ...one, amount },
        other: { ...one, amount: amount + 500 },
        token: loan.borrower.token,
        stranger: stranger!.token,
        subject,
      });
    }
  }
  return made;
}

/** Payments to no account, which finance assigns to an order. */
async function newMatches(server: TestServer, count: number): Promise<Operation[]> {
  const [one, other] = [
    await newOperator(server, ['finance']),
    await newOperator(server, ['finance']),
  ];
  const [investor] = await newInvestors(server, 1);
  const loanId = String(await newCase(server));
  const order = await placeOrder(server, investor!, loanId, 1_000);
  const { bank } = server.services.demonstration!;
  for (let n = 0; n < count; n += 1) {
    await bank.transfer({ virtualAccount: String(10 ** 13 + n), amount: 1_000 });
  }
  const tasks = await server.rows<{ id: string; subject: string }>(
    `select id::text, subject_id::text as subject from tasks.task
     where kind = 'unmatched_payment' and status = 'open' order by id limit $1`,
    [count],
  );
  return tasks.map(({ id, subject }) => ({
    kind: 'match',
    endpoint: tasksOffice.decideTask,
    input: { id, decision: 'match', orderId: order.id },
    other: { id, decision: 'match', orderId: another(order.id) },
    token: one.token,
    stranger: other.token,
    subject,
  }));
}

/** Prepares `count` operations of all kinds, none of which was carried out, in random order. */
export async function newOperations(
  server: TestServer,
  count: number,
  random: Random,
): Promise<Operation[]> {
  const of = (share: number) => Math.max(1, Math.round(count * share));
  const made = [
    ...(await newOrders(server, 'order', of(0.5))),
    ...(await newOrders(server, 'cancel', of(0.2))),
    ...(await newAnswers(server, of(0.1))),
    ...(await newPrepayments(server, of(0.1))),
    ...(await newMatches(server, of(0.1))),
  ];
  const places = new Map(made.map((one) => [one, random.next()]));
  return made.toSorted((a, b) => places.get(a)! - places.get(b)!);
}

const textOf = ({ status, bytes }: Reply) => `${status} ${bytes.toString().slice(0, 200)}`;
const isSame = (a: Reply, b: Reply) => a.status === b.status && a.bytes.equals(b.bytes);

/**
 * Returns functions that carry out operations with their copies and compare the answers. Requests
 * go to any of the transports; one without an answer is sent again with its key.
 */
export function newReplays(transports: readonly Transport[], random: Random) {
  const figures = { operations: 0, requests: 0, unanswered: 0, failures: [] as string[] };
  const carried: Carried[] = [];

  async function send({ endpoint }: Operation, input: object, token: string, key: string) {
    for (let tries = 1; ; tries += 1) {
      figures.requests += 1;
      const request = requestOf(endpoint, input, { token, key, headers: fromElsewhere() });
      const answer = await random
        .pick(transports)(request)
        .catch(() => null);
      if (answer && answer.status !== 503 && answer.status !== 429) return answer;
      if (tries === TRIES_MAX) throw new Error(`${endpoint.path} gets no answer`);
      figures.unanswered += 1;
      await sleep(RETRY_MS);
    }
  }

  function compare({ kind, key, first }: Carried, copy: Reply) {
    if (isSame(first, copy)) return;
    figures.failures.push(`${kind} ${key}: ${textOf(first)}, and a copy: ${textOf(copy)}`);
  }

  /** Carries out one operation with 2 to 20 copies, the other input, and the other person. */
  async function replay(operation: Operation): Promise<void> {
    const { kind, input, other, token, stranger } = operation;
    const key = randomUUID();
    figures.operations += 1;
    const copies = random.int(2, COPIES_MAX);
    const own = () => send(operation, input, token, key);
    const atOnce = random.int(1, copies);
    const [first, ...early] = await Promise.all(Array.from({ length: atOnce }, own));
    const done = { ...operation, key, first: first! };
    carried.push(done);
    if (first!.status !== 200) {
      figures.failures.push(`${kind} ${key} was refused: ${textOf(first!)}`);
      return;
    }
    const [mismatch, foreign, ...late] = await Promise.all([
      send(operation, other, token, key),
      send(operation, input, stranger, key),
      ...Array.from({ length: copies - atOnce }, own),
    ]);
    for (const copy of [...early, ...late]) compare(done, copy);
    if (mismatch.status !== 422 || !mismatch.bytes.includes('IDEMPOTENCY_MISMATCH')) {
      figures.failures.push(`${kind} ${key}, another input: ${textOf(mismatch)}`);
    }
    // Equal answers to the questionnaire make equal profiles, whoever gives them.
    if (kind !== 'answers' && isSame(foreign, first!)) {
      figures.failures.push(`${kind} ${key}, another person: ${textOf(foreign)}`);
    }
  }

  return {
    figures,
    /** Carries out operations until none is left, `clients` at a time. */
    async run(operations: readonly Operation[], clients: number) {
      const left = [...operations];
      const client = async () => {
        for (let one = left.pop(); one; one = left.pop()) await replay(one);
      };
      await Promise.all(Array.from({ length: clients }, client));
    },
    /** Sends every operation once more, then counts the effects of each. */
    async prove(rows: TestServer['rows']) {
      for (const one of carried) compare(one, await send(one, one.input, one.token, one.key));
      for (const kind of kinds) {
        const found = await rows<{ subject: string; times: number }>(effects[kind]);
        const times = new Map(found.map((row) => [row.subject, row.times]));
        const expected = Map.groupBy(
          carried.filter((one) => one.kind === kind && one.first.status === 200),
          ({ subject }) => subject,
        );
        for (const [subject, { length }] of expected) {
          if (times.get(subject) === length) continue;
          const done = times.get(subject) ?? 0;
          figures.failures.push(`${kind} of ${subject}: ${length} answered, ${done} done`);
        }
      }
      return figures;
    },
  };
}
