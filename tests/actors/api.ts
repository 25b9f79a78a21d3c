// Members who let programs call in their name, for tests.
import { identityApi } from '#contract/identity/api-access.ts';
import { identityPartnersOffice } from '#contract/identity/partners.ts';
import { type Scope, scopes } from '#contract/identity/scopes.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { tokenHash } from '../../server/identity/tokens.ts';
import type { TestServer } from '../server.ts';
import { fromElsewhere, type Person } from './people.ts';

/** Steps a session up without a message, whatever factors the member has. */
export async function stepUpAtOnce(server: TestServer, { token }: Pick<Person, 'token'>) {
  await server.rows(
    `update identity.session set step_up_at = $2, step_up_reference = 'TEST' where token_hash = $1`,
    [tokenHash(token), server.services.clock.realNow()],
  );
}

export type Wanted = { scopes?: readonly Scope[]; dailyCap?: number; days?: 30 | 90 | 365 };

/** Creates a token as the page does; one that places orders may order NT$100,000 a day. */
export async function createApiToken(server: TestServer, member: Person, wanted: Wanted = {}) {
  const { scopes: of = ['cases:read'], days = 30 } = wanted;
  const cap = of.includes('orders:place') ? { dailyCap: wanted.dailyCap ?? 100_000 } : {};
  await stepUpAtOnce(server, member);
  const input = { name: '測試權杖', scopes: [...of], days, ...cap };
  const who = { token: member.token, headers: fromElsewhere() };
  return (await server.ok(identityApi.createApiToken, input, who)).data;
}

/** Registers an application of a partner as two administrators do. */
export async function newPartner(
  server: TestServer,
  [maker, checker]: readonly [Person, Person],
  { redirectUris, name = '測試夥伴' }: { redirectUris: string[]; name?: string },
) {
  const input = { name, redirectUris, scopes: [...scopes] };
  const { data } = await server.ok(identityPartnersOffice.proposePartner, input, maker);
  const id = data.taskId ?? '';
  await server.ok(tasksOffice.decideTask, { id, decision: 'approve' }, checker);
  return data;
}
