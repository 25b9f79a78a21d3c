// The large house of the benchmarks, made small: the laws hold of what its seeding makes.
import { expect, test } from 'vitest';
import { loanStatuses } from '#contract/loan-status.ts';
import { day } from '#contract/day.ts';
import { seedHouse } from '../bench/scale/seed.ts';
import { brokenInvariants } from '../server/invariants.ts';
import { proveChain } from '../server/tasks/audit.ts';
import { useServer } from './server.ts';

const server = useServer();
const size = { members: 1_000, loans: 400, orders: 8_000 };
const today = day('2026-11-20');

test('the large house keeps its laws, has every status, and a whole chain', async () => {
  const { pool, secrets } = server.services;
  await seedHouse(pool, secrets, size, {
    at: new Date('2026-11-20T04:00:00Z'),
    today,
    say: () => {},
  });
  expect(await brokenInvariants(pool)).toEqual([]);
  const [counts] = await server.rows<Record<string, number>>(
    `select (select count(*)::int from identity.member) as members,
       (select count(*)::int from lending.loan) as loans,
       (select count(*)::int from investing."order") as orders`,
  );
  expect(counts).toEqual(size);
  const found = await server.rows<{ status: number }>(
    'select distinct status from lending.loan order by 1',
  );
  expect(found.map(({ status }) => status)).toEqual(loanStatuses.filter((status) => status > 0));
  const proof = await proveChain(server.services);
  expect(proof.broken).toBeNull();
  expect(proof.rows).toBeGreaterThan(size.members + size.orders);
});
