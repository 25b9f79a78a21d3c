// Test that each banking call of the office refuses members and every role without permission.
import { beforeAll, expect, test } from 'vitest';
import { bankingOffice } from '#contract/banking/office.ts';
import { type Endpoint, roles } from '#contract/core/endpoint.ts';
import { refundsOffice } from '#contract/investing/refunds.ts';
import { ledgerOffice } from '#contract/ledger/calls.ts';
import { payoutsOffice } from '#contract/servicing/payouts.ts';
import { newMember, newOperator, type Person } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';

const server = useServer();
const calls: [name: string, endpoint: Endpoint][] = [
  bankingOffice,
  refundsOffice,
  payoutsOffice,
  ledgerOffice,
].flatMap((feature) => Object.entries<Endpoint>(feature));

const operators = new Map<string, Person>();
let member: Person;
beforeAll(async () => {
  for (const role of roles) operators.set(role, await newOperator(server, [role]));
  member = await newMember(server);
});

/**
 * Calls an endpoint with the path parameters it needs; permission is checked before the other
 * input.
 */
const ask = (endpoint: Endpoint, token?: string) => {
  const input = endpoint.path.includes(':day') ? { day: '2026-11-01' } : { id: '1' };
  const given = /:(day|id)/.test(endpoint.path) ? input : {};
  return server.ask(endpoint, given, token === undefined ? {} : { token });
};

test.each(calls)('%s is closed to members, visitors and other roles', async (_name, endpoint) => {
  expect((await ask(endpoint)).status).toBe(401);
  expect((await ask(endpoint, member.token)).status).toBe(401);
  for (const role of roles) {
    if (endpoint.roles?.includes(role)) continue;
    const { code } = await ask(endpoint, operators.get(role)?.token);
    expect(code, role).toBe('ROLE_REQUIRED');
  }
  expect(endpoint.roles?.includes('editor')).toBe(false);
});
