// Actions of the bank in a random market: repeating, reversing and returning payments.
import type { Random } from '../../actors/random.ts';
import type { Person } from '../actors/people.ts';
import type { TestServer } from '../server.ts';

export const OWN = { fromBank: '004', fromAccount: '00400000000099' };

export type World = {
  server: TestServer;
  random: Random;
  investors: Person[];
  operators: Person[];
  seqs: string[];
};

export const bank = ({ server }: World) => {
  const tools = server.services.demonstration;
  if (!tools) throw new Error('the simulation needs the sandbox bank');
  return tools.bank;
};

/** Simulates that the bank reports a receipt a second time, or reverses one. */
export async function repeatOrReverse(world: World): Promise<string | null> {
  const { server, random } = world;
  const [row] = await server.rows<{ seq: string; amount: number; account: string; at: Date }>(
    `select seq, amount::int as amount, virtual_account as account, at from banking.receipt
     where sign = '+' order by abs(hashtext(seq || $1)) limit 1`,
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
 * disbursement.
 */
export async function returnPayment(world: World): Promise<string | null> {
  const { server, random } = world;
  const [row] = await server.rows<{ reference: string }>(
    `select reference from banking.payment where status = 'confirmed'
     order by abs(hashtext(reference || $1)) limit 1`,
    [String(random.int(1, 1e9))],
  );
  if (!row) return null;
  await bank(world).returnPayment(row.reference);
  return `payment ${row.reference} is returned`;
}
