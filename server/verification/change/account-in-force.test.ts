// Tests which bank account of a member the database calls the one in force, and that all who pay or
// debit read it by the same function.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newVerifiedMember } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';

const server = useServer();

/** Last digits of the account in force at an instant; null if there is none. */
async function inForceAt(member: number, at: string): Promise<string | null> {
  const [row] = await server.rows<{ tail: string }>(
    'select account_tail as tail from verification.account_in_force($1, $2)',
    [member, at],
  );
  return row?.tail ?? null;
}

const add = (member: number, tail: string, status: string, from: string | null = null) =>
  server.rows(
    `insert into verification.bank_account (member_id, bank_code, account, account_hash,
       account_tail, status, in_force_from, created_at)
     values ($1, '812', '', 'hash', $2, $3, $4, now())`,
    [member, tail, status, from],
  );

test('an approved account counts from its instant on, and others never', async () => {
  const { id } = await newVerifiedMember(server, { account: '004087654321' });
  const member = Number(id);
  const from = '2027-01-05T02:00:00Z';
  const before = '2027-01-05T01:59:59Z';
  for (const status of ['pending', 'proposed', 'refused', 'replaced']) {
    await add(member, '9999', status, '2026-01-01T00:00:00Z');
  }
  expect(await inForceAt(member, from)).toBe('4321');
  await add(member, '8888', 'coming', from);
  expect(await inForceAt(member, before)).toBe('4321');
  expect(await inForceAt(member, from)).toBe('8888');
  await server.rows(
    `update verification.bank_account set status = 'replaced'
     where member_id = $1 and status = 'in_force'`,
    [member],
  );
  expect(await inForceAt(member, before)).toBeNull();
  expect(await inForceAt(member, from)).toBe('8888');
});

test('the function is planned as part of the statement that calls it', async () => {
  const lines = await server.rows<{ 'QUERY PLAN': string }>(
    `explain select m.id, (select id from verification.account_in_force(m.id, now()))
     from identity.member m`,
  );
  const plan = lines.map((line) => line['QUERY PLAN']).join('\n');
  expect(plan).not.toContain('Function Scan');
  expect(plan).toContain('on bank_account');
});

test('mandates, batches and payments ask this function', () => {
  const readers = {
    'server/verification/change/account-queries.ts': 1,
    'server/mandates/queries.ts': 2,
    'server/verification/payee/payee-queries.ts': 1,
  };
  for (const [file, calls] of Object.entries(readers)) {
    const text = readFileSync(file, 'utf8');
    expect(text.split('verification.account_in_force(').length - 1, file).toBe(calls);
    expect(text, file).not.toMatch(/order by \w*\.?status = 'coming' desc/);
  }
});
