// Money that bounces in a random market: receipts of orders paid in parts that the bank takes back,
// refunds and surpluses that come back late or twice, reversals after money was refunded, answers
// to debits that are held, and reports that contradict earlier ones.
import { addDays, dayOf } from '#contract/core/day.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { reportOfBank } from '../actors/bank-reports.ts';
import { anyOf, bank, call, loanRows, orderRows, ownAccount, type World } from './world.ts';

type ReceiptRow = {
  id: string;
  seq: string;
  day: string;
  amount: number;
  account: string;
  state: string;
};

/** Receipts that meet a condition, in an order that the random number decides. */
const receiptRows = ({ server, random }: World, where: string) =>
  server.rows<ReceiptRow>(
    `select r.id, r.seq, r.bank_date::text as day, r.amount::int as amount,
       r.virtual_account as account, r.state from banking.receipt r
     where r.sign = '+' and r.virtual_account !~ '^0*$' and (${where})
     order by abs(hashtext(r.seq || $1)), r.id limit 1`,
    [String(random.int(1, 1e9))],
  );

const takeBack = (world: World, { seq, amount, account }: ReceiptRow) =>
  bank(world).transfer({ virtualAccount: account, amount, reverses: seq });

/** A member pays an order in two or three parts, at times one of them from another's account. */
export async function payInParts(world: World): Promise<string | null> {
  const { random } = world;
  const row = anyOf(random, await orderRows(world, 'stored_status in (0, 5)'));
  if (!row || row.amount - row.paid < 3) return null;
  const left = row.amount - row.paid;
  const first = random.int(1, left - 2);
  const parts = [first, random.int(1, left - first - 1)];
  if (random.int(0, 2) > 0) parts.push(left - first - parts[1]!);
  for (const amount of parts) {
    const from = random.int(1, 6) > 1 ? ownAccount(world, row.memberId) : { fromBank: '013' };
    const own = 'fromAccount' in from ? from : { ...from, fromAccount: '01300000000123' };
    await bank(world).transfer({ virtualAccount: row.account, amount, ...own });
  }
  return `order ${row.id} gets ${parts.join(' + ')} (${left} open)`;
}

/** The bank takes back one part of what was paid for an order by several receipts. */
export async function takePartBack(world: World): Promise<string | null> {
  const [row] = await receiptRows(
    world,
    `r.state = 'matched' and r.subject_type = 'order' and exists (select from banking.receipt s
       where s.subject_type = 'order' and s.subject_id = r.subject_id and s.id <> r.id
         and s.state = 'matched' and s.sign = '+')`,
  );
  if (!row) return null;
  await takeBack(world, row);
  return `receipt ${row.id} (${row.amount}), a part of an order, is taken back`;
}

/** The bank takes back a receipt whose order or loan is sending money back or has sent it. */
export async function takeRefundedBack(world: World): Promise<string | null> {
  const [row] = await receiptRows(
    world,
    `r.state in ('matched', 'returned') and (r.state = 'returned'
       or exists (select from investing.refund f
         where r.subject_type = 'order' and f.order_id = r.subject_id)
       or exists (select from servicing.payout p where r.subject_type = 'loan'
         and p.loan_id = r.subject_id and p.kind = 'surplus'))`,
  );
  if (!row) return null;
  await takeBack(world, row);
  return `receipt ${row.id} (${row.amount}, ${row.state}) is taken back after a refund`;
}

/**
 * The bank sends a refund, a surplus or a return back that it had carried out, most often one whose
 * money it has taken back itself meanwhile; the same one may come back more than once.
 */
export async function sendMoneyBack(world: World): Promise<string | null> {
  const { server, random } = world;
  const rows = await server.rows<{ reference: string; claimed: boolean }>(
    `select p.reference, coalesce(f.claimed or o.claimed, false) as claimed
     from banking.payment p
     left join lateral (select exists (select from banking.receipt r
         join banking.recourse c on c.receipt_id = r.id
         where r.subject_type = 'order' and r.subject_id = f.order_id) as claimed
       from investing.refund f where p.purpose = 'refund' and f.id = p.subject_id) f on true
     left join lateral (select exists (select from banking.receipt r
         join banking.recourse c on c.receipt_id = r.id
         where r.subject_type = 'loan' and r.subject_id = s.loan_id) as claimed
       from servicing.payout s
       where p.purpose = 'payout' and s.id = p.subject_id and s.kind = 'surplus') o on true
     where p.status = 'confirmed' and (p.purpose in ('refund', 'return') or o.claimed is not null)
     order by p.id desc limit 30`,
  );
  const claimed = rows.filter((row) => row.claimed);
  const row = anyOf(random, claimed.length > 0 && random.int(1, 4) > 1 ? claimed : rows);
  if (!row) return null;
  await bank(world).returnPayment(row.reference);
  return `payment ${row.reference} comes back${row.claimed ? ', whose receipt was covered' : ''}`;
}

/** A loan is overpaid in two parts, so that a surplus or prepaid money has several receipts. */
export async function overpay(world: World): Promise<string | null> {
  const { random } = world;
  const row = anyOf(random, await loanRows(world, [60, 61, 65, 90]));
  if (!row?.account) return null;
  const amounts = [row.due + random.int(1, 900), random.int(1, 900)];
  const from = ownAccount(world, row.memberId);
  for (const amount of amounts) {
    await bank(world).transfer({ virtualAccount: row.account, amount, ...from });
  }
  return `loan ${row.id} is overpaid with ${amounts.join(' + ')} (${row.due} due)`;
}

/** The bank withholds its answers to debits, or gives those that it withheld. */
export async function holdDebits(world: World): Promise<string> {
  const isHeld = world.random.int(1, 3) > 1;
  bank(world).holdAnswers(isHeld);
  return isHeld ? 'the bank holds its answers to debits' : 'the bank answers debits again';
}

/** A report that says something else about a line or a payment than an earlier one. */
export async function contradict(world: World): Promise<string | null> {
  const { server, random } = world;
  const today = dayOf(server.services.clock.now());
  const at = server.services.clock.now();
  const [line] = await receiptRows(world, `r.seq !~ '^(payment|debit)-'`);
  if (!line) return null;
  const { seq, amount, account } = line;
  const known = { bank: '812', date: line.day, seq, at, type: 'transfer', amount };
  const reversal = { ...known, date: today, seq: `again-${random.int(1, 1e9)}`, sign: '-' };
  const [payment] = await server.rows<{ reference: string; amount: number }>(
    `select reference, amount::int as amount from banking.payment
     where status in ('returned', 'confirmed') order by abs(hashtext(reference || $1)) limit 1`,
    [String(random.int(1, 1e9))],
  );
  const other = String(random.int(1e13, 9e13));
  const reports: [string, object][] = [
    ['amount', { records: [{ ...known, amount: amount + 1, sign: '+', virtualAccount: account }] }],
    ['account', { records: [{ ...known, sign: '+', virtualAccount: other }] }],
    ['own number', { records: [{ ...known, sign: '-', reverses: seq, virtualAccount: account }] }],
    ['reversed account', { records: [{ ...reversal, reverses: seq, virtualAccount: other }] }],
    [
      'reversed amount',
      { records: [{ ...reversal, reverses: seq, amount: amount + 1, virtualAccount: account }] },
    ],
    [
      'no line',
      { records: [{ ...reversal, reverses: `before-${reversal.seq}`, virtualAccount: account }] },
    ],
  ];
  if (payment) {
    const said = { reference: payment.reference, date: addDays(today, random.int(-3, 0)), at };
    reports.push(
      ['payment sent', { payments: [{ ...said, outcome: 'confirmed' }] }],
      [
        'payment of less',
        { payments: [{ ...said, outcome: 'returned', amount: payment.amount + 15 }] },
      ],
    );
  }
  const [what, body] = random.pick(reports);
  const answer = await reportOfBank(server, body);
  if (answer.status !== 200) throw new Error(`contradiction (${what}) answered ${answer.status}`);
  return `the bank contradicts itself about receipt ${line.id}: ${what}`;
}

/** The bank reports a reversal, and only then the receipt of an order that it takes back. */
export async function reverseFirst(world: World): Promise<string | null> {
  const { server, random } = world;
  const row = anyOf(random, await orderRows(world, 'true'));
  if (!row) return null;
  const seq = `late-${random.int(1, 1e9)}`;
  const amount = random.int(1, row.amount);
  const given = { virtualAccount: row.account, amount };
  const at = server.services.clock.now();
  await bank(world).transfer({ ...given, reverses: seq, at });
  await bank(world).transfer({ ...given, seq, at, ...ownAccount(world, row.memberId) });
  return `a receipt of ${amount} of order ${row.id} is taken back before it arrives`;
}

/** Two operators end a claim on a payer, as paid or as lost; its money may come back later. */
export async function endClaim(world: World): Promise<string | null> {
  const { server, operators, random } = world;
  const [task] = await server.rows<{ id: string; subject: string; maker: string | null }>(
    `select id::text, subject_id::text as subject, maker_id::text as maker from tasks.task
     where status = 'open' and kind = 'recourse' order by abs(hashtext(id::text || $1)) limit 1`,
    [String(random.int(1, 1e9))],
  );
  if (!task) return null;
  const maker = operators.find(({ id }) => String(id) === task.maker) ?? operators[0]!;
  const checker = operators.find(({ id }) => id !== maker.id)!;
  const said: string[] = [];
  if (task.maker === null) {
    const decision = random.int(1, 3) > 1 ? 'dismiss' : 'recovered';
    const asked = { id: task.id, decision, reason: '模擬' };
    said.push(`${decision} ${await call(world, tasksOffice.decideTask, asked, maker)}`);
  }
  const [check] = await server.rows<{ id: string }>(
    `select id::text from tasks.task where status = 'open' and kind = 'recourse'
       and subject_id = $1 and maker_id is not null`,
    [task.subject],
  );
  const asked = { id: check?.id ?? '0', decision: 'approve', reason: '模擬' };
  said.push(`approve ${await call(world, tasksOffice.decideTask, asked, checker)}`);
  return `the claim of receipt ${task.subject} ends: ${said.join(', ')}`;
}

/** Tasks in the order in which they are decided, so that the money leaves. */
const SENDING = [
  ['attention', 'returned_account'],
  ['returned_account'],
  ['refund_release', 'payout_release'],
  ['payment_check'],
];

/** What a person decides about such a task; the account is tried again by two of them. */
const decisionOn = (kind: string, maker: string | null) =>
  ({
    attention: 'done',
    payment_check: 'approve',
    returned_account: maker === null ? 'again' : 'approve',
  })[kind] ?? 'release';

/**
 * Two operators send out what waits: refunds, payouts and surpluses. Tasks about accounts to which
 * nothing could be sent are closed first, because they keep the money back.
 */
export async function sendOut(world: World): Promise<string | null> {
  const { server, operators } = world;
  const said: string[] = [];
  for (const kinds of SENDING) {
    const tasks = await server.rows<{ id: string; kind: string; maker: string | null }>(
      `select id::text, kind, maker_id::text as maker from tasks.task
       where status = 'open' and kind = any ($1)
         and (kind <> 'attention' or subject_type in ('refund', 'payout'))
       order by id limit 8`,
      [kinds],
    );
    for (const { id, kind, maker } of tasks) {
      const decider = operators.find((one) => String(one.id) !== maker)!;
      const decision = decisionOn(kind, maker);
      const asked = { id, decision, reason: '模擬' };
      said.push(`${kind} ${id}: ${await call(world, tasksOffice.decideTask, asked, decider)}`);
    }
  }
  return said.length === 0 ? null : `money is sent out: ${said.join(', ')}`;
}
