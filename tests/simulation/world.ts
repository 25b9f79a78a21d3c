// What the moves of a random market share: its people, its calls, and what they choose from.
import type { Random } from '../../actors/random.ts';
import type { Person } from '../actors/people.ts';
import type { TestServer } from '../server.ts';

/** Bank account of the members without a verified identity. */
export const OWN = { fromBank: '004', fromAccount: '00400000000099' };

export type World = {
  server: TestServer;
  random: Random;
  investors: Person[];
  /** Those of them with a verified identity. */
  identified: (Person & { account: string })[];
  operators: Person[];
  /** Column map of the statement files. */
  layout: string;
};

/** One thing that may happen: describes it, or returns null if it is not possible now. */
export type Move = (world: World) => Promise<string | null>;

export type OrderRow = {
  id: string;
  loanId: string;
  memberId: string;
  amount: number;
  paid: number;
  account: string;
};
export type LoanRow = {
  id: string;
  memberId: string;
  status: number;
  account: string | null;
  due: number;
};

export const bank = ({ server }: World) => {
  const tools = server.services.demonstration;
  if (!tools) throw new Error('the simulation needs the sandbox bank');
  return tools.bank;
};

/**
 * Makes a call that may be refused but must not fail: a status of 500 or above ends the simulation.
 */
export async function call(
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

export const orderRows = ({ server }: World, where: string) =>
  server.rows<OrderRow>(
    `select id, loan_id as "loanId", member_id as "memberId", amount::int as amount,
       paid_amount::int as paid, virtual_account as account
     from investing."order" where ${where} order by id desc limit 40`,
  );

export const loanRows = ({ server }: World, statuses: readonly number[]) =>
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

/** Statuses of a loan from its disbursement to its end, the ended ones among them. */
export const DISBURSED = [60, 61, 65, 70, 75, 80, 90, 95] as const;

/** Returns one of the rows, or undefined if there is none. */
export const anyOf = <T>(random: Random, rows: readonly T[]): T | undefined =>
  rows.length === 0 ? undefined : random.pick(rows);

/** The bank account of a member, from which they pay unless a move says otherwise. */
export function ownAccount({ identified }: World, memberId: string) {
  const member = identified.find(({ id }) => String(id) === memberId);
  return member ? { ...OWN, fromAccount: member.account } : OWN;
}

/** Returns the investor with this id, if they are one of the market's. */
export const investorWith = ({ investors }: World, id: string | undefined): Person | undefined =>
  investors.find((one) => String(one.id) === id);
