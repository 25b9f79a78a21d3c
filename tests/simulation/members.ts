// What investors and borrowers do in a random market: orders, payments, repayments, prepayments.
import { investing } from '#contract/investing/calls.ts';
import { lending } from '#contract/lending/calls.ts';
import { servicing } from '#contract/servicing/calls.ts';
import { moveLoan } from '../../server/lending/front.ts';
import { inWork } from '../../server/work.ts';
import {
  anyOf,
  bank,
  call,
  DISBURSED,
  investorWith,
  loanRows,
  orderRows,
  ownAccount,
  type World,
} from './world.ts';

export async function order(world: World): Promise<string | null> {
  const { random, investors } = world;
  // Occasionally somebody tries to fund a case that is no longer open.
  const statuses = random.int(1, 30) > 1 ? [40] : [50, 60, 99];
  const loan = anyOf(random, await loanRows(world, statuses));
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
export async function payOrder(world: World): Promise<string | null> {
  const { server, random } = world;
  const open = random.int(1, 10) > 2;
  const rows = await orderRows(world, open ? 'stored_status in (0, 5)' : 'true');
  const row = anyOf(random, rows);
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
  const own = ownAccount(world, row.memberId);
  const from = random.pick([
    own,
    own,
    own,
    {},
    { fromBank: '013', fromAccount: String(random.int(1e11, 9e11)) },
  ]);
  const { matched } = await bank(world).transfer({
    virtualAccount: row.account,
    amount,
    at,
    ...from,
  });
  return `order ${row.id} gets ${amount} (${left} open): ${matched ? 'matched' : 'suspense'}`;
}

export async function cancelOrder(world: World): Promise<string | null> {
  const { random } = world;
  const row = anyOf(random, await orderRows(world, 'true'));
  const owner = investorWith(world, row?.memberId);
  if (!row || !owner) return null;
  const said = await call(world, investing.cancelOrder, { id: row.id }, owner);
  return `order ${row.id} is cancelled: ${said}`;
}

export async function cancelLoan(world: World): Promise<string | null> {
  const { random } = world;
  if (random.int(1, 4) > 1) return null;
  const row = anyOf(random, await loanRows(world, [40, 50, 55, 60]));
  const owner = investorWith(world, row?.memberId);
  if (!row || !owner) return null;
  const said = await call(world, lending.cancelLoan, { id: row.id }, owner);
  return `loan ${row.id} is withdrawn: ${said}`;
}

/**
 * Signing is tested elsewhere; here the loan's status is simply set to the status after signing.
 */
export async function sign(world: World): Promise<string | null> {
  const row = anyOf(world.random, await loanRows(world, [50]));
  if (!row) return null;
  await inWork(world.server.services, (work) =>
    moveLoan(work, Number(row.id), 55, {
      action: 'loan.signed',
      set: { signedAt: work.now },
    }),
  );
  return `loan ${row.id} is signed`;
}

/** Pays the amount due, a part, one dollar, one dollar too little, too much, or twice. */
export async function repay(world: World): Promise<string | null> {
  const { random } = world;
  const row = anyOf(random, await loanRows(world, DISBURSED));
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
  const from = ownAccount(world, row.memberId);
  await bank(world).transfer({ virtualAccount: row.account, amount, ...from });
  return `loan ${row.id} gets ${amount} (${row.due} due)`;
}

export async function prepay(world: World): Promise<string | null> {
  const { server, random } = world;
  const row = anyOf(random, await loanRows(world, [60, 61, 65]));
  const owner = investorWith(world, row?.memberId);
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
  const from = ownAccount(world, row.memberId);
  await bank(world).transfer({ virtualAccount: row.account, amount: total, ...from });
  return `loan ${row.id} prepays ${total} (${input.kind})`;
}
