// What members do when a loan is late, and with mandates, in a random market: votes, answers to a
// negotiation, debits that the bank refuses, and prepaid money that goes back.
import type { StepUpAct } from '#contract/identity/step-up.ts';
import { money } from '#contract/core/money.ts';
import { mandates } from '#contract/mandates/calls.ts';
import { servicing } from '#contract/servicing/calls.ts';
import { given } from '../actors/mandates.ts';
import type { Person } from '../actors/people.ts';
import { anyOf, bank, call, DISBURSED, investorWith, loanRows, type World } from './world.ts';

/** Steps the sessions of a member up, as a code by SMS would. */
const stepUp = ({ server }: World, memberId: number, act: StepUpAct) =>
  server.rows(
    `update identity.session set step_up_at = $2, step_up_reference = 'simulated',
       step_up_act = $3
     where member_id = $1`,
    [memberId, server.services.clock.realNow(), act],
  );

type HeldOrder = { id: string; loanId: string; memberId: string };

/** The orders whose owners share the loans of a status. */
const ordersIn = ({ server }: World, status: number) =>
  server.rows<HeldOrder>(
    `select o.id, o.loan_id as "loanId", o.member_id as "memberId"
     from investing."order" o join lending.loan l on l.id = o.loan_id
     join servicing.share s on s.order_id = o.id
     where l.status = $1 order by o.id`,
    [status],
  );

/** An investor votes on a loan in violation; votes may change until the poll closes. */
export async function vote(world: World): Promise<string | null> {
  const { random } = world;
  const row = anyOf(random, await ordersIn(world, 70));
  const owner = investorWith(world, row?.memberId);
  if (!row || !owner) return null;
  const answer = random.pick([1, 1, 1, 2, 3] as const);
  const said = await call(world, servicing.violationPoll, { loan_id: row.loanId, answer }, owner);
  return `order ${row.id} votes ${answer} on loan ${row.loanId}: ${said}`;
}

/** The borrower or an investor of a loan in negotiation agrees to what is offered, if anything. */
export async function agree(world: World): Promise<string | null> {
  const { random } = world;
  const row = anyOf(random, await ordersIn(world, 75));
  if (!row) return null;
  if (random.int(0, 2) > 0) {
    const owner = investorWith(world, row.memberId);
    if (!owner) return null;
    const said = await call(world, servicing.agreeAsInvestor, { invest_id: row.id }, owner);
    return `order ${row.id} agrees: ${said}`;
  }
  const loan = (await loanRows(world, [75])).find(({ id }) => id === row.loanId);
  // A contract names its borrower, so one without an identity cannot agree.
  const borrower = world.identified.find((one) => String(one.id) === loan?.memberId);
  if (!loan || !borrower) return null;
  await stepUp(world, borrower.id, 'negotiation-agree');
  const said = await call(world, servicing.agreeToNegotiation, { id: loan.id }, borrower);
  return `the borrower of loan ${loan.id} agrees: ${said}`;
}

/** A member gives a mandate for loans, and at times for orders; returns what the server said. */
export async function giveMandate(world: World, member: Person): Promise<string> {
  const { random } = world;
  const coversOrders = random.int(0, 1) === 0;
  const ceiling = money(random.pick([5_000, 50_000]));
  await stepUp(world, member.id, 'mandate');
  return call(world, mandates.signMandate, { ...given, coversOrders, ceiling }, member);
}

/** A member signs a mandate, stops it, or resumes it. */
export async function mandate(world: World): Promise<string> {
  const { random, identified } = world;
  const member = random.pick(identified);
  const act = random.pick(['sign', 'sign', 'stop', 'resume'] as const);
  const said =
    act === 'sign'
      ? await giveMandate(world, member)
      : await call(
          world,
          act === 'stop' ? mandates.stopMandate : mandates.resumeMandate,
          {},
          member,
        );
  return `member ${member.id} wants to ${act} a mandate: ${said}`;
}

/** How the bank answers debits from now on: it mostly pays them. */
export async function changeDebits(world: World): Promise<string> {
  const code = world.random.pick([null, null, null, '01', '02', '22']);
  bank(world).refuse({ type: 'P01', code, account: '' });
  return code === null ? 'the bank pays debits' : `the bank refuses debits with ${code}`;
}

/** A borrower asks prepaid money back. */
export async function askBack(world: World): Promise<string | null> {
  const row = anyOf(world.random, await loanRows(world, DISBURSED));
  const borrower = investorWith(world, row?.memberId);
  if (!row || !borrower) return null;
  const said = await call(world, servicing.returnPrepaid, { id: row.id }, borrower);
  return `loan ${row.id} asks prepaid money back: ${said}`;
}
