// Tests the data of closed accounts: stored for five years, then erased.
import { beforeAll, describe, expect, test } from 'vitest';
import { verificationMembersOffice as office } from '#contract/verification/members.ts';
import { boldInvestor } from '../../tests/actors/market.ts';
import { newOperator, type Person } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { stepsOn } from '../../tests/actors/verifying.ts';
import { funded, newOffice } from '../lending/testing/cases.ts';
import { eraseExpired } from './erasing.ts';

// The invariants are not checked, because the test moves a loan by hand to an end far in the past.
const server = useServer({ invariants: false });
const { memberAt } = stepsOn(server);
const run = () => eraseExpired(server.services);

const closeAt = ({ id }: Person, ago: string) =>
  server.rows(
    `update identity.member set closed_at = business_now() - $2::interval,
       email = 'closed.' || id || '@closed.invalid' where id = $1`,
    [id, ago],
  );
const fileOf = async ({ id }: Person) => {
  const [row] = await server.rows<Record<string, unknown>>(
    `select p.name, p.phone, p.phone_tail, p.id_number, p.birthday,
       p.registered_address, p.id_document, p.city,
       p.erased_at, (select count(*)::int from verification.upload where member_id = $1) as uploads,
       (select string_agg(account || account_tail, '') from verification.bank_account
        where member_id = $1) as account
     from verification.profile p where p.member_id = $1`,
    [id],
  );
  return row!;
};

/**
 * Tables that still have rows of a person who was erased, and why; the README has the laws. The
 * closing itself, which this file skips, also deletes the devices.
 */
const LEFT = {
  'identity.browser': 'a period of its own, shorter than five years',
  'identity.device': 'deleted at the closing',
  'identity.session': 'a period of its own, shorter than five years',
  'investing.exposure': 'sums of money only',
  'verification.bank_account': 'emptied; payments refer to it',
  'verification.happening': 'says which rows of the audit log are about the number of the account',
  'verification.profile': 'emptied, with the instant of the erasure',
};

describe('five years after the closing', () => {
  let member: Person;
  beforeAll(async () => {
    member = await memberAt(4);
  });

  test('and not a day before, personal data are deleted, once, with a log entry', async () => {
    await run();
    expect((await fileOf(member))['erased_at']).toBeNull();
    await closeAt(member, '4 years 364 days');
    await run();
    const kept = await fileOf(member);
    expect(kept['erased_at']).toBeNull();
    expect(kept['name']).toBeTypeOf('string');
    expect(kept['uploads']).toBeGreaterThan(0);
    await closeAt(member, '5 years 2 days');
    for (const _ of [1, 2]) await run();
    const { erased_at: erased, uploads, account, ...person } = await fileOf(member);
    expect(erased).toBeInstanceOf(Date);
    expect([uploads, account]).toEqual([0, '']);
    expect(new Set(Object.values(person))).toEqual(new Set([null]));
    const trail = await server.rows(
      `select actor_type from tasks.audit where action = 'verification.erased'
       and subject_id = $1`,
      [member.id],
    );
    expect(trail).toEqual([{ actor_type: 'system' }]);
    // The office can still see that the account existed.
    const { token } = await newOperator(server, ['auditor']);
    const { data } = await server.ok(office.getMember, { id: String(member.id) }, { token });
    expect(data.file).toMatchObject({ person: null, phoneMasked: null, bank: null });
  });

  test('nothing that names or describes the person is left in any table', async () => {
    const investor = await boldInvestor(server, '00466660199');
    await server.rows(
      `insert into investing.suitability_notice (suitability_id, kind, told_at)
       select id, 'over', business_now() from investing.suitability where member_id = $1`,
      [investor.id],
    );
    await closeAt(investor, '5 years 2 days');
    await run();
    const tables = await server.rows<{ name: string }>(
      `select c.table_schema || '.' || c.table_name as name from information_schema.columns c
       join information_schema.tables t using (table_schema, table_name)
       where c.column_name = 'member_id' and t.table_type = 'BASE TABLE'
         and not exists (select from pg_inherits
           where inhrelid = (c.table_schema || '.' || c.table_name)::regclass)`,
    );
    const left: string[] = [];
    for (const { name } of tables) {
      const [quoted] = await server.rows<{ table: string }>(`select $1::regclass::text as table`, [
        name.replace(/\.(.*)$/, '."$1"'),
      ]);
      const rows = await server.rows(`select from ${quoted!.table} where member_id = $1 limit 1`, [
        investor.id,
      ]);
      if (rows.length > 0) left.push(name);
    }
    expect(left.toSorted()).toEqual(Object.keys(LEFT));
    expect(await server.rows('select from investing.suitability_notice')).toEqual([]);
  });

  test('nothing is deleted if one of the member’s loans ended later', async () => {
    const { loan } = await funded(server, await newOffice(server));
    const [row] = await server.rows<{ id: number; investor: number }>(
      `select l.member_id::int as id, (select member_id::int from investing."order"
         where loan_id = l.id limit 1) as investor from lending.loan l where l.id = $1`,
      [loan.id],
    );
    const [borrower, investor] = [row!.id, row!.investor].map((id) => ({ id }) as Person);
    for (const one of [borrower!, investor!]) await closeAt(one, '6 years');
    const erased = async () =>
      (await Promise.all([borrower!, investor!].map(fileOf))).map((file) => file['erased_at']);
    await run();
    expect(await erased()).toEqual([null, null]);
    const end = (ago: string) =>
      server.rows(
        `update lending.loan set status = 90, status_at = business_now() - $2::interval
         where id = $1`,
        [loan.id, ago],
      );
    await end('4 years');
    await run();
    expect(await erased()).toEqual([null, null]);
    await end('5 years 2 days');
    await run();
    expect(await erased()).toEqual([expect.any(Date), expect.any(Date)]);
  });
});
