// Members who let programs call in their name, for tests.
import { createHash, randomBytes } from 'node:crypto';
import { identityApi } from '#contract/identity/api-access.ts';
import { identityOauth } from '#contract/identity/oauth.ts';
import { identityPartnersOffice } from '#contract/identity/partners.ts';
import { type Scope, scopes } from '#contract/identity/scopes.ts';
import type { StepUpAct } from '#contract/identity/step-up.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { tokenHash } from '../../server/identity/tokens.ts';
import type { TestServer } from '../server.ts';
import { fromElsewhere, newOperator, type Person } from './people.ts';

/** Steps a session up without a message, whatever factors the member has. */
export async function stepUpAtOnce(
  server: TestServer,
  { token }: Pick<Person, 'token'>,
  act: StepUpAct,
) {
  await server.rows(
    `update identity.session set step_up_at = $2, step_up_reference = 'TEST', step_up_act = $3
     where token_hash = $1`,
    [tokenHash(token), server.services.clock.realNow(), act],
  );
}

export type ApiTokenWish = { scopes?: readonly Scope[]; dailyCap?: number; days?: 30 | 90 | 365 };

/** Creates a token as the page does; one that places orders may order NT$100,000 a day. */
export async function createApiToken(
  server: TestServer,
  member: Person,
  wanted: ApiTokenWish = {},
) {
  const { scopes: of = ['cases:read'], days = 30 } = wanted;
  const cap = of.includes('orders:place') ? { dailyCap: wanted.dailyCap ?? 100_000 } : {};
  await stepUpAtOnce(server, member, 'token');
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

/** Connects an application that asks for all scopes, as its browser and its server do. */
export async function connectedTokens(server: TestServer, member: Person) {
  const admins = [
    await newOperator(server, ['admin']),
    await newOperator(server, ['admin']),
  ] as const;
  const uri = 'https://partner.example/back';
  const { clientId } = await newPartner(server, admins, { redirectUris: [uri] });
  const verifier = randomBytes(32).toString('base64url');
  await stepUpAtOnce(server, member, 'application');
  const asked = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: uri,
    scope: scopes.join(' '),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    dailyCap: 100_000,
    days: 30 as const,
  };
  const who = { token: member.token, headers: fromElsewhere() };
  const { data } = await server.ok(identityOauth.giveConsent, asked as never, who);
  const code = new URL(data.redirectTo).searchParams.get('code') ?? '';
  const response = await fetch(`${server.siteUrl}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...fromElsewhere() },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      code,
      code_verifier: verifier,
    }).toString(),
  });
  const { access_token: access = '', refresh_token: refresh = '' } =
    (await response.json()) as Record<string, string>;
  return { access, refresh };
}
