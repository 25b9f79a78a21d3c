// Tests that a person is recognised across accounts: bans remain, losses bar from borrowing until
// lifted, and data is erased.
import { beforeAll, describe, expect, test } from 'vitest';
import { barsOffice } from '#contract/lending/bars.ts';
import { lending } from '#contract/lending/calls.ts';
import { applicationOf } from '../../../actors/loan.ts';
import {
  newIdNumber,
  newOperator,
  newPhone,
  newVerifiedMember,
} from '../../../tests/actors/people.ts';
import type { Person } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';
import { releasePerson } from '../../verification/front.ts';
import { privacyJobs } from '../../privacy/jobs.ts';
import { verificationJobs } from '../../verification/jobs.ts';
import { inWork } from '../../work.ts';
import { newOffice, type Office } from '../testing/cases.ts';

// Loans are moved by SQL to states that would take months of jobs, so invariants are not checked.
const server = useServer({ invariants: false });
let office: Office;
beforeAll(async () => {
  office = await newOffice(server);
});

type Known = { phone: string; idNumber: string };
const newKnown = (): Known => ({ phone: newPhone(), idNumber: newIdNumber() });
const memberOf = (known: Known) => newVerifiedMember(server, { ...known, purpose: 'borrow' });
const standing = async (who: Person) =>
  (await server.ok(lending.qualification, {}, { token: who.token })).data;
const job = (name: string) =>
  [...verificationJobs, ...privacyJobs]
    .find((one) => one.name === `verification.${name}`)!
    .run(server.services);

async function close({ id }: Person): Promise<void> {
  await inWork(server.services, (work) => releasePerson(work, id));
  await server.rows(
    `update identity.member set closed_at = now(), email = 'closed.' || id || '@closed.invalid'
     where id = $1`,
    [id],
  );
}

/** Creates an application that reached a final status today. */
async function ended(who: Person, status: number, more = ''): Promise<string> {
  const { data } = await server.ok(lending.apply, applicationOf(), { token: who.token });
  await server.rows(
    `update lending.loan set status = $2, status_at = business_now() ${more} where id = $1`,
    [data.id, status],
  );
  return data.id;
}

async function writtenOff(who: Person, status = 90): Promise<string> {
  const id = await ended(who, status, `, settle_type = 'recovered'`);
  await server.rows(
    `insert into servicing.write_off (loan_id, written_off_on, late_days, principal, interest,
       late_charges, court_costs, reason, proposed_by, approved_by)
     values ($1, current_date, 200, 80000, 0, 0, 0, '追償無著', $2, $3)`,
    [id, office.reviewer.id, office.approver.id],
  );
  return id;
}

describe('a ban survives the account', () => {
  test.each<[string, number, string]>([
    ['after a rejection', 97, ''],
    ['after a signature that never came', 98, ', sign_by = now()'],
  ])('%s', async (_what, status, more) => {
    const known = newKnown();
    const before = await memberOf(known);
    await ended(before, status, more);
    const { retryOn } = await standing(before);
    expect(retryOn).not.toBeNull();
    await close(before);
    const again = await memberOf(known);
    const reasons = ['COOLING_OFF', 'FINANCIAL_REQUIRED'];
    expect(await standing(again)).toMatchObject({ reasons, retryOn });
    const asked = server.ask(lending.apply, applicationOf(), { token: again.token });
    expect((await asked).code).toBe('NOT_QUALIFIED');
    const { data } = await server.ok(
      barsOffice.borrowerBars,
      { id: String(again.id) },
      office.reviewer,
    );
    expect(data).toMatchObject({
      reasons,
      accounts: [{ id: String(before.id), suspended: false }],
    });
    // A person who now has the phone number of a barred person is not barred.
    await server.rows('update verification.profile set phone_hash = null where member_id = $1', [
      again.id,
    ]);
    const other = await memberOf({ phone: known.phone, idNumber: newIdNumber() });
    expect((await standing(other)).reasons).not.toContain('COOLING_OFF');
  });

  test('of suspension; not for a member who had only given a phone', async () => {
    const known = newKnown();
    const whole = await memberOf(known);
    const young = await memberOf(newKnown());
    const { phone } = newKnown();
    const sealed = server.services.secrets.encrypt('verification.profile.phone', young.id, phone);
    await server.rows(
      'update verification.profile set id_number = null, phone = $2 where member_id = $1',
      [young.id, sealed],
    );
    for (const one of [whole, young]) {
      await server.rows('update identity.member set suspended_at = now() where id = $1', [one.id]);
      await close(one);
    }
    for (const back of [known, { ...newKnown(), phone }]) {
      expect((await standing(await memberOf(back))).reasons).toContain('SUSPENDED');
    }
  });

  test('if the account was closed before traces were stored', async () => {
    const known = newKnown();
    const before = await memberOf(known);
    await ended(before, 97);
    await close(before);
    await server.rows('delete from verification.trace where member_id = $1', [before.id]);
    const again = await memberOf(known);
    expect((await standing(again)).reasons).not.toContain('COOLING_OFF');
    await job('traces');
    expect((await standing(again)).reasons).toContain('COOLING_OFF');
  });
});

describe('a loss', () => {
  const lift = (member: Person, loanId: string, who: Person) =>
    server.ask(
      barsOffice.liftPastLoss,
      { id: String(member.id), loanId, reason: '已與本人和解並補足' },
      who,
    );

  test('bans until an operator lifts it with a reason, under any account', async () => {
    const known = newKnown();
    const before = await memberOf(known);
    const loan = await writtenOff(before);
    expect((await standing(before)).reasons).toEqual(expect.arrayContaining(['PAST_LOSS']));
    await close(before);
    const again = await memberOf(known);
    expect((await standing(again)).qualified).toBe(false);
    const auditor = await newOperator(server, ['auditor']);
    expect((await lift(again, loan, auditor)).code).toBe('ROLE_REQUIRED');
    expect((await lift(again, '999999', office.approver)).code).toBe('NOT_FOUND');
    const { body } = await lift(again, loan, office.approver);
    expect(body.data).toMatchObject({
      losses: [{ loanId: loan, principal: 80_000, lifted: { reason: '已與本人和解並補足' } }],
    });
    expect((await lift(again, loan, office.approver)).status).toBe(200);
    expect((await standing(again)).reasons).not.toContain('PAST_LOSS');
    const trail = await server.rows(
      `select actor_id::int as by, reason from tasks.audit
       where action = 'loan.loss_lifted' and subject_type = 'loan' and subject_id = $1`,
      [loan],
    );
    expect(trail).toEqual([{ by: office.approver.id, reason: '已與本人和解並補足' }]);
  });

  test('that is still pursued is not lifted, nor that of another person', async () => {
    const member = await memberOf(newKnown());
    const loan = await writtenOff(member, 95);
    expect((await standing(member)).reasons).toEqual(
      expect.arrayContaining(['OVERDUE', 'PAST_LOSS']),
    );
    expect((await lift(member, loan, office.approver)).code).toBe('LOAN_STATUS');
    const stranger = await memberOf(newKnown());
    expect((await lift(stranger, loan, office.approver)).code).toBe('NOT_FOUND');
    const nobody = { id: '999999' };
    const refused = server.refused(barsOffice.borrowerBars, nobody, office.approver);
    expect(await refused).toBe('NOT_FOUND');
  });
});

test('a trace is deleted with the file, but not during a loss or a suspension', async () => {
  const made = await Promise.all([1, 2, 3].map(() => memberOf(newKnown())));
  const members = made.toSorted((a, b) => a.id - b.id);
  const [free, lost, suspended] = members.map(({ id }) => id);
  const loan = await writtenOff(members[1]!);
  await server.rows('update identity.member set suspended_at = now() where id = $1', [suspended]);
  for (const one of members) await close(one);
  const kept = async () => {
    await job('erase');
    await job('forget');
    const rows = await server.rows<{ id: number }>(
      `select member_id::int as id from verification.trace where member_id = any ($1)
       order by member_id`,
      [members.map(({ id }) => id)],
    );
    return rows.map(({ id }) => id);
  };
  expect(await kept()).toEqual([free, lost, suspended]);
  await server.rows(
    `update identity.member set closed_at = business_now() - interval '5 years 2 days'
     where id = any ($1)`,
    [members.map(({ id }) => id)],
  );
  await server.rows(
    `update lending.loan set status_at = business_now() - interval '5 years 2 days' where id = $1`,
    [loan],
  );
  expect(await kept()).toEqual([lost, suspended]);
  await server.rows(
    `insert into lending.lifted_loss (loan_id, reason, lifted_by, lifted_at)
     values ($1, '和解', $2, now())`,
    [loan, office.approver.id],
  );
  expect(await kept()).toEqual([suspended]);
});
