// Tests closing an account while its owner acts in another window at the same moment.
import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { identityAccount } from '#contract/identity/account.ts';
import { investing } from '#contract/investing/calls.ts';
import { lending } from '#contract/lending/calls.ts';
import { applicationOf } from '../../actors/loan.ts';
import { balanceOf, pay } from '../../tests/actors/loans.ts';
import { newCase, newInvestors } from '../../tests/actors/market.ts';
import { newVerifiedMember, type Person } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { brokenInvariants } from '../database/invariants.ts';

const server = useServer();
/** Use `ROUNDS=200` to repeat the attack that this test protects against. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 16);

let loanId: number;
beforeAll(async () => {
  loanId = await newCase(server, { amount: 500_000 });
});

/** Creates borrowers with approved verification. */
async function newBorrowers(howMany: number): Promise<Person[]> {
  const people: Person[] = [];
  while (people.length < howMany) people.push(await newVerifiedMember(server));
  return people;
}

/** Gives these members a fresh step-up confirmation. */
async function ready(members: Person[]): Promise<Person[]> {
  await server.rows(
    `update identity.session set step_up_at = now(), step_up_reference = 'TEST',
       step_up_act = 'closing'
     where member_id = any ($1)`,
    [members.map(({ id }) => id)],
  );
  return members;
}

type Act = (member: Person) => Promise<{ status: number; body: unknown }>;
const close = ({ email, token }: Person) =>
  server.ask(identityAccount.closeAccount, { email }, { token });
const order = ({ token }: Person) =>
  server.ask(
    investing.quickApply,
    { id: String(loanId), invest_amount: 1_000, payment_mode: 1 },
    { token },
  );
const apply: Act = ({ token }) => server.ask(lending.apply, applicationOf(), { token });

describe.each<[string, Act, (howMany: number) => Promise<Person[]>]>([
  ['an order', order, (howMany) => newInvestors(server, howMany)],
  ['an application', apply, newBorrowers],
])('closing while %s is sent', (_name, act, newMembers) => {
  test('one of the two wins, and nothing of a closed account stays active', async () => {
    const members = await ready(await newMembers(ROUNDS));
    const wins = { closed: 0, done: 0 };
    for (const [round, member] of members.entries()) {
      // Alternates whether the closing or the other call starts first, or starts both at once.
      const [early, late] = [
        [0, 60],
        [0, 0],
        [5, 0],
        [60, 0],
      ][round % 4]!;
      const closes = setTimeout(early).then(() => close(member));
      const acts = setTimeout(late).then(() => act(member));
      const closing = await closes;
      const { status, body } = await acts;
      const closed = closing.status === 200;
      expect([200, 409], JSON.stringify(closing.body)).toContain(closing.status);
      // If the account was closed first, the other call must fail; otherwise it must succeed.
      expect(status === 200, JSON.stringify(body)).toBe(!closed);
      wins[closed ? 'closed' : 'done'] += 1;
    }
    expect(Math.min(wins.closed, wins.done), 'either came first at times').toBeGreaterThan(0);
    expect(await brokenInvariants(server.services.pool)).toEqual([]);
  });
});

test('two windows that close at the same time close once', async () => {
  for (const member of await ready(await newInvestors(server, ROUNDS / 2))) {
    const statuses = (await Promise.all([close(member), close(member)])).map(
      ({ status }) => status,
    );
    expect(statuses.toSorted()).toEqual([200, 401]);
  }
});

test('money paid into a closed account waits for a person', async () => {
  const [member] = (await ready(await newInvestors(server, 1))) as [Person];
  const { body } = await order(member);
  const id = body.data.id;
  await server.ok(investing.cancelOrder, { id }, { token: member.token });
  expect((await close(member)).status).toBe(200);
  await pay(server, body.data.virtualAccount!.account, 1_000);
  expect(await balanceOf(server, 'suspense')).toBe(1_000);
  const [task] = await server.rows<{ detail: unknown }>(
    `select detail::text from tasks.task where kind = 'unmatched_payment' order by id desc limit 1`,
  );
  expect(task?.detail).toContain('會員已關閉帳戶');
  expect(
    await server.rows('select 1 from investing.refund where member_id = $1', [member.id]),
  ).toEqual([]);
});
