// Actions of the bank in a random market: repeating, reversing and returning payments, lines of its
// own, and what finance books about them.
import { bookingsOffice, type ProposableKind } from '#contract/banking/bookings.ts';
import { dayOf } from '#contract/core/day.ts';
import { payReserve, type Proposal } from '../actors/bookings.ts';
import { bank, OWN, type World } from './world.ts';

/** Simulates that the bank reports a receipt a second time, or reverses one. */
export async function repeatOrReverse(world: World): Promise<string | null> {
  const { server, random } = world;
  const [row] = await server.rows<{ seq: string; amount: number; account: string; at: Date }>(
    `select seq, amount::int as amount, virtual_account as account, at from banking.receipt
     where sign = '+' and virtual_account <> '' order by abs(hashtext(seq || $1)) limit 1`,
    [String(random.int(1, 1e9))],
  );
  if (!row) return null;
  const again = { virtualAccount: row.account, amount: row.amount };
  if (random.int(0, 1) === 0) {
    await bank(world).transfer({ ...again, seq: row.seq, at: row.at });
    return `receipt ${row.seq} is reported again`;
  }
  await bank(world).transfer({ ...again, reverses: row.seq });
  return `receipt ${row.seq} is taken back`;
}

export async function payNobody(world: World): Promise<string> {
  const { random } = world;
  await bank(world).transfer({
    virtualAccount: String(random.int(1e13, 9e13)),
    amount: random.int(1, 9000),
    ...random.pick([OWN, {}]),
  });
  return 'somebody pays to an account of nobody';
}

/**
 * Simulates that the bank returns a payment that it had confirmed: a payout, a refund, or a whole
 * disbursement. Disbursements come back less often, because otherwise hardly any loan would live.
 */
export async function returnPayment(world: World): Promise<string | null> {
  const { server, random } = world;
  const [row] = await server.rows<{ reference: string }>(
    `select reference from banking.payment
     where status = 'confirmed' and (purpose <> 'disbursement' or $2)
     order by abs(hashtext(reference || $1)) limit 1`,
    [String(random.int(1, 1e9)), random.int(1, 4) === 1],
  );
  if (!row) return null;
  await bank(world).returnPayment(row.reference);
  return `payment ${row.reference} is returned`;
}

/** The bank charges the trust account or credits interest; the next statement has the line. */
export async function chargeOrCredit(world: World): Promise<string> {
  const amount = world.random.pick([-30, -15, 7, 99]);
  await bank(world).ownLine(amount);
  return `the bank books ${amount} by itself`;
}

/** The company pays what lacks in the trust account, without which nobody is paid any more. */
export async function makeGood({ server }: World): Promise<string | null> {
  const [row] = await server.rows<{ amount: number }>(
    'select amount::int from ledger.shortfall where ended_at is null',
  );
  if (!row) return null;
  await payReserve(server, row.amount + 20_000);
  return `the company makes good ${row.amount}`;
}

/** What finance may propose, from a difference, a receipt, or nothing; most of it fits. */
async function proposal({ server, random }: World): Promise<Proposal | null> {
  const reason = '模擬';
  const day = dayOf(server.services.clock.now());
  const amount = random.int(1, 3_000);
  const entries = [
    { account: 'operating_expense' as const, amount },
    { account: 'platform_bank' as const, amount: -amount },
  ];
  const [line] = await server.rows<{ id: string; amount: number }>(
    `select id::text, amount::int as amount from banking.difference
     where ended_at is null and kind = 'unbooked' order by id desc limit 1`,
  );
  const [receipt] = await server.rows<{ id: string }>(
    `select id::text from banking.receipt where state = 'suspense' order by id desc limit 1`,
  );
  switch (random.int(0, 4)) {
    case 0:
      return { kind: 'fee_sweep', amount, reason };
    case 1:
      return { kind: 'vat_paid', day, amount: random.int(1, 100), reason };
    case 2:
      return { kind: 'manual', day, entries, reason };
    case 3: {
      const kinds: ProposableKind[] = ['company_paid_in', 'bank_interest'];
      return receipt ? { kind: random.pick(kinds), receipt: receipt.id, reason } : null;
    }
    default: {
      const kind = line && line.amount < 0 ? 'bank_charge' : 'bank_interest';
      return line ? { kind, difference: line.id, reason } : null;
    }
  }
}

/** Proposes a booking, or the reversal of one; a random operator decides it later. */
export async function book(world: World): Promise<string | null> {
  const { server, random, operators } = world;
  const { token } = random.pick(operators);
  if (random.int(1, 4) === 1) {
    const [row] = await server.rows<{ id: string }>(
      `select id::text from banking.booking where state = 'booked' order by id desc limit 1`,
    );
    if (!row) return null;
    const input = { id: row.id, reason: '模擬' };
    const { status, code } = await server.ask(bookingsOffice.reverseBooking, input, { token });
    if (status >= 500) throw new Error(`reversing a booking answered ${status}`);
    return `booking ${row.id} is to be reversed: ${code ?? 'ok'}`;
  }
  const input = await proposal(world);
  if (!input) return null;
  const { status, code } = await server.ask(bookingsOffice.proposeBooking, input, { token });
  if (status >= 500) throw new Error(`${input.kind} answered ${status}`);
  return `${input.kind} is proposed: ${code ?? 'ok'}`;
}
