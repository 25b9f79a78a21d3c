// What the office does in a random market: decisions of every kind, collection measures, matches
// in bulk, and the sign-off of days.
import { bankingOffice } from '#contract/banking/office.ts';
import { matchesOffice, type ReceiptLotLine } from '#contract/banking/matches.ts';
import { reconciliationOffice } from '#contract/banking/reconciliation.ts';
import { collectionsOffice, measureKinds } from '#contract/servicing/collections.ts';
import { addDays, dayOf } from '#contract/core/day.ts';
import { deskOffice } from '#contract/tasks/desk.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import type { TaskKind } from '#contract/tasks/kinds.ts';
import { decisionsFor } from '#contract/tasks/words.ts';
import { answersTo } from '../../actors/operator.ts';
import { missingReasons } from '../actors/bookings.ts';
import { anyOf, call, loanRows, orderRows, type World } from './world.ts';

/**
 * Decides a task of a random kind: some tasks cannot be decided yet, and if each task had the same
 * chance, those that have piled up would be drawn more and more often and the market would stop.
 */
export async function decide(world: World): Promise<string | null> {
  const { server, random, operators } = world;
  const tasks = await server.rows<{ id: string; kind: TaskKind; maker: string | null }>(
    `select distinct on (kind) id, kind, maker_id::text as maker from tasks.task
     where status = 'open' order by kind, abs(hashtext(id::text || $1)), id`,
    [String(random.int(1, 1e9))],
  );
  const task = anyOf(random, tasks);
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
    {
      id: task.id,
      decision,
      reason: '模擬',
      ...(await answersTo(server, decider, { ...task, decision })),
      ...(await fieldsOf(world, task.kind, decision)),
    },
    decider,
  );
  return `${task.kind} ${task.id} ${decision}: ${said}`;
}

/** Returns what a decision needs besides its name: an owner, new terms, or a payer's account. */
async function fieldsOf(world: World, kind: TaskKind, decision: string) {
  const { server, random } = world;
  const today = dayOf(server.services.clock.now());
  if (decision === 'match') return matching(world);
  if (decision === 'sent') return { reference: `812-${random.int(1, 1e6)}` };
  if (decision === 'enter') {
    return { bankCode: '013', account: String(random.int(1e11, 9e11)), holder: '付款人' };
  }
  if (kind !== 'negotiation_draft' || decision !== 'propose') return {};
  const percent = () => random.pick([0, 0, 25, 50, 100]);
  return {
    annualRate: random.pick([0, 3, 6.5, 12]),
    installments: random.int(1, 24),
    graceMonths: random.pick([0, 0, 1, 6]),
    waive: { interest: percent(), lateInterest: percent(), penalty: percent() },
    firstDueOn: addDays(today, random.int(15, 120)),
  };
}

/** Returns a random order or loan with an account, to which an unmatched receipt is assigned. */
async function matching(world: World): Promise<Record<string, string>> {
  const { random } = world;
  const order = anyOf(random, await orderRows(world, 'true'));
  const loan = anyOf(random, await loanRows(world, [60, 61, 65, 90]));
  return random.int(0, 1) === 0 && loan ? { loanId: loan.id } : order ? { orderId: order.id } : {};
}

/** Takes a collection measure on a loan in arrears, whether it is allowed or not. */
export async function collect(world: World): Promise<string | null> {
  const { server, random, operators } = world;
  const row = anyOf(random, await loanRows(world, [60, 61, 65, 70, 75, 80, 95]));
  if (!row) return null;
  const kind = random.pick(measureKinds);
  const day = dayOf(server.services.clock.now());
  const amount = random.int(1, kind === 'waiver' ? 80 : 3_000);
  const asked = { id: row.id, kind, reason: '模擬', amount, day };
  const said = await call(world, collectionsOffice.proposeMeasure, asked, random.pick(operators));
  return `loan ${row.id} ${kind} ${amount}: ${said}`;
}

/** Proposes what the program proposes for all receipts in suspense at once, or for one of them. */
export async function settleReceipts(world: World): Promise<string | null> {
  const { server, random, operators } = world;
  const operator = random.pick(operators);
  const { data } = await server.ok(matchesOffice.openReceipts, {}, operator);
  const lines = data.flatMap(({ receipt, proposed, effect }): ReceiptLotLine[] => {
    if (proposed?.act === 'return') return [{ receipt, act: 'return' }];
    if (!effect) return [];
    const { number, target } = effect;
    return [{ receipt, act: 'match', number, used: target.used }];
  });
  if (lines.length === 0) return null;
  const chosen = random.int(0, 1) === 0 ? lines : [random.pick(lines)];
  const asked = { lines: chosen, reason: '模擬' };
  const said = await call(world, matchesOffice.proposeReceipts, asked, operator);
  return `${chosen.length} receipts of a lot: ${said}`;
}

/**
 * Signs a day of the last ten, as the first or the second person; most first take the differences
 * with the bank upon themselves, without which a day cannot be signed.
 */
export async function signDay(world: World): Promise<string> {
  const { server, random, operators } = world;
  const operator = random.pick(operators);
  if (random.int(1, 4) > 1) {
    const open = await server.rows<{ id: string }>(
      `select id::text from tasks.task where kind = 'bank_difference' and status = 'open'
         and assignee_id is null order by id limit 50`,
    );
    const ids = open.map(({ id }) => id);
    if (ids.length > 0) await call(world, deskOffice.claimTasks, { ids }, operator);
    // A move at the same time may end a difference before its reason is written.
    for (const missing of random.int(1, 2) === 1 ? await missingReasons(server) : []) {
      await call(world, reconciliationOffice.explainDifference, missing, operator);
    }
  }
  const day = addDays(dayOf(server.services.clock.now()), -random.int(1, 10));
  const breach = { cause: '模擬的短少', told: '信託銀行' };
  const said = await call(world, bankingOffice.signDay, { day, note: '模擬', ...breach }, operator);
  return `the day ${day} is signed: ${said}`;
}
