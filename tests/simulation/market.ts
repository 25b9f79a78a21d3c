// A random market from a seed: people, cases, unusual payments of every kind, the clock and the
// operators. Each step does one thing that could happen; the caller checks the invariants
// afterwards.
import { collectionsOffice, measureKinds } from '#contract/servicing/collections.ts';
import { dayOf } from '#contract/core/day.ts';
import { investing } from '#contract/investing/calls.ts';
import { lending } from '#contract/lending/calls.ts';
import { servicing } from '#contract/servicing/calls.ts';
import { decisionsFor } from '#contract/tasks/words.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import type { TaskKind } from '#contract/tasks/kinds.ts';
import { moveLoan } from '../../server/lending/actions.ts';
import { drain, runDay, runDays } from '../../server/worker.ts';
import { inWork } from '../../server/work.ts';
import { type Random, randomOf } from '../../actors/random.ts';
import { newCase, newInvestors } from '../actors/market.ts';
import { type Person, newOperator } from '../actors/people.ts';
import type { TestServer } from '../server.ts';
import {
  bank,
  book,
  chargeOrCredit,
  OWN,
  payNobody,
  repeatOrReverse,
  returnPayment,
  type World,
} from './bank.ts';

/**
 * Jobs that take most of a night and change no money; most nights run without them, because the
 * caller checks the invariants itself.
 */
const PROOFS: ReadonlySet<string> = new Set([
  'reconcile',
  'proveAudit',
  'proofs.stampCheckpoint',
  'raiseAlarms',
  'retention',
  'retention.months',
]);
/** One night out of so many runs with them. */
const NIGHTS_A_PROOF = 8;

/** An account that the sandbox bank treats as closed: payments to it are returned. */
const CLOSED = '00400000000000';

type OrderRow = {
  id: string;
  loanId: string;
  memberId: string;
  amount: number;
  paid: number;
  account: string;
};
type LoanRow = {
  id: string;
  memberId: string;
  status: number;
  account: string | null;
  due: number;
};

export type Market = { step(): Promise<string>; seed: number };

/** Returns a market with its people; `step` does one random thing and describes it. */
export async function openMarket(server: TestServer, seed: number): Promise<Market> {
  const random = randomOf(seed);
  const investors = await newInvestors(server, 24);
  const operators = [
    await newOperator(server, ['reviewer', 'approver', 'finance']),
    await newOperator(server, ['reviewer', 'approver', 'finance']),
  ];
  await server.rows(`update verification.bank_account set account = $1 where member_id = $2`, [
    server.services.secrets.encrypt('verification.bank_account.account', investors[0]!.id, CLOSED),
    investors[0]?.id,
  ]);
  const world = { server, random, investors, operators, seqs: [] as string[] };
  const moves: [number, (world: World) => Promise<string | null>][] = [
    [6, listCase],
    [22, order],
    [24, payOrder],
    [3, repeatOrReverse],
    [2, payNobody],
    [2, returnPayment],
    [2, chargeOrCredit],
    [4, book],
    [3, cancelOrder],
    [1, cancelLoan],
    [5, sign],
    [14, decide],
    [12, repay],
    [2, prepay],
    [3, collect],
    [6, passDays],
  ];
  const weight = moves.reduce((sum, [share]) => sum + share, 0);
  return {
    seed,
    async step() {
      // Tries random actions until one is possible; moving the clock forward always is.
      for (;;) {
        let at = random.int(1, weight);
        const [, move] = moves.find(([share]) => (at -= share) <= 0) ?? [0, passDays];
        const said = await move(world);
        if (said === null) continue;
        await drain(server.services);
        return said;
      }
    },
  };
}

/**
 * Makes a call that may be refused but must not fail: a status of 500 or above ends the simulation.
 */
async function call(
  { server }: World,
  endpoint: Parameters<TestServer['ask']>[0],
  input: unknown,
  who: Person,
): Promise<string> {
  const { status, code, body } = await server.ask(endpoint, input, { token: who.token });
  if (status >= 500) {
    throw new Error(`${endpoint.path} answered ${status}: ${JSON.stringify(body).slice(0, 300)}`);
  }
  return code ?? 'ok';
}

const orderRows = ({ server }: World, where: string) =>
  server.rows<OrderRow>(
    `select id, loan_id as "loanId", member_id as "memberId", amount::int as amount,
       paid_amount::int as paid, virtual_account as account
     from investing."order" where ${where} order by id desc limit 40`,
  );

const loanRows = ({ server }: World, statuses: readonly number[]) =>
  server.rows<LoanRow>(
    `select l.id, l.member_id as "memberId", l.status, v.account,
       coalesce((select i.principal - i.principal_paid + i.interest - i.interest_paid
         from servicing.instalment i
         where i.loan_id = l.id and i.current and i.paid_on is null
         order by i.no limit 1), 0)::int as due
     from lending.loan l
     left join banking.virtual_account v on v.subject_type = 'loan' and v.subject_id = l.id
     where l.status = any ($1) order by l.id`,
    [statuses],
  );

async function listCase(world: World): Promise<string | null> {
  const { server, random, investors } = world;
  if ((await loanRows(world, [40])).length >= 2) return null;
  const free = [];
  for (const investor of investors) {
    const [row] = await server.rows(
      `select from lending.loan where member_id = $1 and status not in (90, 95, 96, 97, 98, 99)`,
      [investor.id],
    );
    if (!row) free.push(investor);
  }
  if (free.length === 0) return null;
  const amount = random.int(3, 8) * 10_000;
  const id = await newCase(server, {
    amount,
    borrowerId: random.pick(free).id,
    rateBps: random.int(500, 1500),
    installments: random.pick([6, 12, 24]),
  });
  return `case ${id} of ${amount} is listed`;
}

async function order(world: World): Promise<string | null> {
  const { random, investors } = world;
  // Occasionally somebody tries to fund a case that is no longer open.
  const statuses = random.int(1, 30) > 1 ? [40] : [50, 60, 99];
  const [loan] = shuffled(random, await loanRows(world, statuses));
  if (!loan) return null;
  const odd = random.int(1, 12) === 1;
  const amount = odd
    ? random.pick([0, -1000, 999, 1500.5, 1e9])
    : Math.min(random.int(5, 40) * 1000, await leftIn(world, loan.id));
  const said = await call(
    world,
    investing.quickApply,
    { id: loan.id, invest_amount: amount, payment_mode: random.pick([1, 1, 1, 1, 2, 2, 2, 3]) },
    random.pick(investors),
  );
  return `an order of ${amount} in ${loan.id}: ${said}`;
}

/**
 * Returns how much a case still needs. Investors check this before ordering, because otherwise no
 * case would ever be fully funded.
 */
async function leftIn({ server, random }: World, loanId: string): Promise<number> {
  const [row] = await server.rows<{ left: number }>(
    `select (target - reserved - paid)::int as left from investing.funding where loan_id = $1`,
    [loanId],
  );
  // In some cases the investor ignores the remaining amount and requests more than the case needs.
  return row && row.left > 0 && random.int(1, 4) > 1 ? row.left : 40_000;
}

/**
 * Pays an order exactly, in part, in excess or with one dollar, now or with an earlier time stamp,
 * and occasionally from a stranger's account.
 */
async function payOrder(world: World): Promise<string | null> {
  const { server, random } = world;
  const open = random.int(1, 10) > 2;
  const rows = await orderRows(world, open ? 'stored_status in (0, 5)' : 'true');
  const [row] = shuffled(random, rows);
  if (!row) return null;
  const left = Math.max(1, row.amount - row.paid);
  const amount = random.pick([
    left,
    left,
    left,
    random.int(1, left),
    left + random.int(1, 5000),
    1,
  ]);
  const minutes = random.pick([0, 0, 0, 45, 60 * 24]);
  const at = new Date(server.services.clock.now().getTime() - minutes * 60_000);
  const from = random.pick([
    OWN,
    OWN,
    OWN,
    {},
    { fromBank: '013', fromAccount: String(random.int(1e11, 9e11)) },
  ]);
  const { seq, matched } = await bank(world).transfer({
    virtualAccount: row.account,
    amount,
    at,
    ...from,
  });
  world.seqs.push(seq);
  return `order ${row.id} gets ${amount} (${left} open): ${matched ? 'matched' : 'suspense'}`;
}

async function cancelOrder(world: World): Promise<string | null> {
  const { random, investors } = world;
  const [row] = shuffled(random, await orderRows(world, 'true'));
  const owner = investors.find(({ id }) => String(id) === row?.memberId);
  if (!row || !owner) return null;
  const said = await call(world, investing.cancelOrder, { id: row.id }, owner);
  return `order ${row.id} is cancelled: ${said}`;
}

async function cancelLoan(world: World): Promise<string | null> {
  const { random, investors } = world;
  if (random.int(1, 4) > 1) return null;
  const [row] = shuffled(random, await loanRows(world, [40, 50, 55, 60]));
  const owner = investors.find(({ id }) => String(id) === row?.memberId);
  if (!row || !owner) return null;
  const said = await call(world, lending.cancelLoan, { id: row.id }, owner);
  return `loan ${row.id} is withdrawn: ${said}`;
}

/**
 * Signing is tested elsewhere; here the loan's status is simply set to the status after signing.
 */
async function sign(world: World): Promise<string | null> {
  const [row] = shuffled(world.random, await loanRows(world, [50]));
  if (!row) return null;
  await inWork(world.server.services, (work) =>
    moveLoan(work, Number(row.id), 55, {
      action: 'loan.signed',
      set: { signedAt: work.now },
    }),
  );
  return `loan ${row.id} is signed`;
}

/**
 * Decides a task of a random kind: some tasks cannot be decided yet, and if each task had the same
 * chance, those that have piled up would be drawn more and more often and the market would stop.
 */
async function decide(world: World): Promise<string | null> {
  const { server, random, operators } = world;
  const tasks = await server.rows<{ id: string; kind: TaskKind; maker: string | null }>(
    `select distinct on (kind) id, kind, maker_id::text as maker from tasks.task
     where status = 'open' order by kind, abs(hashtext(id::text || $1)), id`,
    [String(random.int(1, 1e9))],
  );
  const [task] = shuffled(random, tasks);
  if (!task) return null;
  // Mostly makes the decision with which the process continues, but makes the other decisions often
  // enough to test them.
  const decisions = decisionsFor(task).map(([name]) => name);
  const decision = random.int(1, 5) > 1 ? (decisions[0] ?? '') : random.pick(decisions);
  // Occasionally the maker tries to check what is their own.
  const others = operators.filter(({ id }) => String(id) !== task.maker);
  const decider = random.pick(random.int(1, 8) > 1 ? others : operators);
  const said = await call(
    world,
    tasksOffice.decideTask,
    { id: task.id, decision, reason: '模擬', ...(await matching(world, decision)) },
    decider,
  );
  return `${task.kind} ${task.id} ${decision}: ${said}`;
}

/** Returns a random order or loan with an account, to which an unmatched receipt is assigned. */
async function matching(world: World, decision: string): Promise<Record<string, string>> {
  if (decision !== 'match') return {};
  const { random } = world;
  const [order] = shuffled(random, await orderRows(world, 'true'));
  const [loan] = shuffled(random, await loanRows(world, [60, 61, 65, 90]));
  return random.int(0, 1) === 0 && loan ? { loanId: loan.id } : order ? { orderId: order.id } : {};
}

/** Pays the amount due, a part, one dollar, one dollar too little, too much, or twice. */
async function repay(world: World): Promise<string | null> {
  const { random } = world;
  const [row] = shuffled(random, await loanRows(world, [60, 61, 65, 70, 75, 80, 90, 95]));
  if (!row?.account) return null;
  const due = Math.max(1, row.due);
  const amount = random.pick([
    due,
    due,
    due,
    due - 1 || 1,
    random.int(1, due),
    due * 2,
    due + 77,
    1,
  ]);
  const { seq } = await bank(world).transfer({ virtualAccount: row.account, amount, ...OWN });
  world.seqs.push(seq);
  return `loan ${row.id} gets ${amount} (${row.due} due)`;
}

async function prepay(world: World): Promise<string | null> {
  const { server, random, investors } = world;
  const [row] = shuffled(random, await loanRows(world, [60, 61, 65]));
  const owner = investors.find(({ id }) => String(id) === row?.memberId);
  if (!row?.account || !owner) return null;
  const input =
    random.int(0, 2) === 0
      ? { id: row.id, kind: 'full' as const }
      : {
          id: row.id,
          kind: 'partial' as const,
          mode: random.pick(['shortenTerm', 'lowerPayment'] as const),
          amount: random.int(8, 30) * 1000,
        };
  const { status, code, body } = await server.ask(servicing.instructPrepayment, input, {
    token: owner.token,
  });
  if (status >= 500) throw new Error(`prepayment answered ${status}: ${JSON.stringify(body)}`);
  if (status !== 200) return `loan ${row.id} may not prepay: ${code}`;
  const { total } = body.data;
  if (total <= 0 || random.int(1, 5) === 1) return `loan ${row.id} asks to prepay and does not`;
  await bank(world).transfer({ virtualAccount: row.account, amount: total, ...OWN });
  return `loan ${row.id} prepays ${total} (${input.kind})`;
}

/** Takes a collection measure on a loan in arrears, whether it is allowed or not. */
async function collect(world: World): Promise<string | null> {
  const { server, random, operators } = world;
  const [row] = shuffled(random, await loanRows(world, [60, 61, 65, 70, 75, 80, 95]));
  if (!row) return null;
  const kind = random.pick(measureKinds);
  const day = dayOf(server.services.clock.now());
  const amount = random.int(1, kind === 'waiver' ? 80 : 3_000);
  const asked = { id: row.id, kind, reason: '模擬', amount, day };
  const said = await call(world, collectionsOffice.proposeMeasure, asked, random.pick(operators));
  return `loan ${row.id} ${kind} ${amount}: ${said}`;
}

async function passDays(world: World): Promise<string> {
  const { server, random } = world;
  // While cases are open, time moves in small steps, because otherwise none would ever be fully
  // funded.
  const open = (await loanRows(world, [40, 50, 55])).length > 0;
  const days = open ? random.pick([1, 1, 1, 2]) : random.pick([2, 8, 15, 31]);
  for (let day = 0; day < days; day += 1) {
    await server.advance(1);
    await (random.int(1, NIGHTS_A_PROOF) === 1
      ? runDay(server.services)
      : runDays(server.services, PROOFS));
    await drain(server.services);
  }
  return `${days} days pass`;
}

function shuffled<T>(random: Random, rows: readonly T[]): T[] {
  return rows.length === 0 ? [] : [random.pick(rows)];
}
