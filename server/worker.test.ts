// Tests that the parts of the worker's loop do not depend on each other.
import { afterAll, expect, test } from 'vitest';
import { mandates } from '#contract/mandates/calls.ts';
import { given, mandateOf, newDebtor } from '../tests/actors/mandates.ts';
import { stepUp } from '../tests/actors/people.ts';
import { useServer } from '../tests/server.ts';

const server = useServer({ worker: true });

const role = () => new URL(server.programUrl).username;
afterAll(() => server.rows(`grant select on banking.batch to ${role()}`));

test('while payments cannot be sent, mandates are registered and the bank is heard', async () => {
  await server.rows(`revoke select on banking.batch from ${role()}`);
  const member = await newDebtor(server);
  await stepUp(server, member, member.phone, 'mandate');
  await server.ok(mandates.signMandate, given, member);
  const status = async () => (await mandateOf(server, member)).mandate?.status;
  await expect.poll(status).toBe('active');
});
