// Matrix over the whole contract: each call with each kind of credential is allowed, or refused
// with exactly one code. A new call takes its place in it by what it declares.
import { beforeAll, expect, test } from 'vitest';
import type { Endpoint, Scope } from '#contract/core/endpoint.ts';
import { scopes } from '#contract/identity/scopes.ts';
import { investing } from '#contract/investing/calls.ts';
import { office, site } from '#contract/index.ts';
import { type ApiTokenWish, connectedTokens, createApiToken } from '../../tests/actors/api.ts';
import { newCase, newInvestor } from '../../tests/actors/market.ts';
import {
  fromElsewhere,
  newMember,
  newOperator,
  newVerifiedMember,
  type Person,
} from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';

const server = useServer();
type Call = readonly [name: string, endpoint: Endpoint];
const callsOf = (contract: Record<string, Record<string, Endpoint>>): Call[] =>
  Object.entries(contract).flatMap(([feature, calls]) =>
    Object.entries(calls).map(([name, endpoint]): Call => [`${feature}.${name}`, endpoint]),
  );

/** Refusals of a caller; any other answer means that the credential may make the call. */
const ofCaller = new Set([
  'HTTP_401',
  'UNAUTHORIZED',
  'EMAIL_NOT_VERIFIED',
  'NOT_VERIFIED',
  'SUSPENDED',
  'VIEW_ONLY',
  'ROLE_REQUIRED',
  'API_TOKEN_INVALID',
  'API_TOKEN_EXPIRED',
  'API_TOKEN_REVOKED',
  'API_TOKEN_SCOPE',
  'API_TOKEN_CALL',
]);
const ALLOWED = 'allowed';

/** A token for the next call; each makes few calls, so that the rate limit is never reached. */
type Credential = () => Promise<string | undefined>;
const CALLS_A_TOKEN = 100;

function renewed(make: () => Promise<string>): Credential {
  let [calls, token] = [0, ''];
  return async () => {
    if (calls % CALLS_A_TOKEN === 0) token = await make();
    calls += 1;
    return token;
  };
}

/** Makes each call with an input that none accepts, because the caller is checked before it. */
async function outcomes(calls: readonly Call[], credential: Credential) {
  const found: Record<string, string> = {};
  for (const [name, endpoint] of calls) {
    const ids = Object.fromEntries(
      [...endpoint.path.matchAll(/:(\w+)/g)].map(([, param = '']) => [param, '999999999']),
    );
    const token = await credential();
    const how = { headers: fromElsewhere(), ...(token !== undefined && { token }) };
    const { code } = await server.ask(endpoint, { ...ids, nonsense: '1' }, how);
    found[name] = code !== null && ofCaller.has(code) ? code : ALLOWED;
  }
  return found;
}

type Expected = (endpoint: Endpoint) => string;
const expectedOf = (calls: readonly Call[], expected: Expected) =>
  Object.fromEntries(
    calls.map(([name, endpoint]) => [
      name,
      endpoint.access === 'public' ? ALLOWED : expected(endpoint),
    ]),
  );

const isReading = ({ kind }: Endpoint) => ['read', 'document', 'stream', 'export'].includes(kind);
const always = (code: string) => () => code;
const bearing =
  (granted: readonly Scope[]): Expected =>
  ({ scope }) => {
    if (!scope) return 'API_TOKEN_CALL';
    return granted.includes(scope) ? ALLOWED : 'API_TOKEN_SCOPE';
  };

let verified: Person;
let auditor: Person;
beforeAll(async () => {
  verified = await newVerifiedMember(server);
  auditor = await newOperator(server, ['auditor']);
});

const apiToken = (of: () => Person, wish: ApiTokenWish, then?: string) =>
  renewed(async () => {
    // The permissions of earlier tests would reach the limit of a member.
    await server.rows('update identity.api_access set revoked_at = now() where member_id = $1', [
      of().id,
    ]);
    const { token, id } = await createApiToken(server, of(), wish);
    if (then) await server.rows(`update identity.api_access set ${then} where id = $1`, [id]);
    return token;
  });
const theVerified = () => verified;
const all: ApiTokenWish = { scopes };

type Row = [name: string, credential: () => Promise<Credential>, expected: Expected];
const kinds: Row[] = [
  ['nothing', async () => async () => undefined, always('HTTP_401')],
  [
    'a session with an unconfirmed e-mail',
    async () => {
      const { id, token } = await newMember(server);
      await server.rows('update identity.member set email_verified_at = null where id = $1', [id]);
      return async () => token;
    },
    ({ access }) => (access === 'signedIn' ? ALLOWED : 'EMAIL_NOT_VERIFIED'),
  ],
  [
    'a session of a new member',
    async () => {
      const { token } = await newMember(server);
      return async () => token;
    },
    ({ access }) => (access === 'verified' ? 'NOT_VERIFIED' : ALLOWED),
  ],
  ['a session of a verified member', async () => async () => verified.token, always(ALLOWED)],
  [
    'a session of a suspended member',
    async () => {
      const { id, token } = await newVerifiedMember(server);
      await server.rows('update identity.member set suspended_at = now() where id = $1', [id]);
      return async () => token;
    },
    (call) => (isReading(call) || call.path === '/v1/users/logout' ? ALLOWED : 'SUSPENDED'),
  ],
  ...scopes.map((scope): Row => [
    `a token with ${scope}`,
    async () => apiToken(theVerified, { scopes: [scope] }),
    bearing([scope]),
  ]),
  ['a token with all scopes', async () => apiToken(theVerified, all), bearing(scopes)],
  [
    'an access token of an application',
    async () => renewed(async () => (await connectedTokens(server, verified)).access),
    bearing(scopes),
  ],
  [
    'a refresh token',
    async () => renewed(async () => (await connectedTokens(server, verified)).refresh),
    always('API_TOKEN_INVALID'),
  ],
  [
    'an expired token',
    async () => apiToken(theVerified, all, 'expires_at = created_at'),
    always('API_TOKEN_EXPIRED'),
  ],
  [
    'a revoked token',
    async () => apiToken(theVerified, all, 'revoked_at = created_at'),
    always('API_TOKEN_REVOKED'),
  ],
  [
    'a token of a suspended member',
    async () => {
      const member = await newVerifiedMember(server);
      return renewed(async (): Promise<string> => {
        const suspend = 'update identity.member set suspended_at = $2 where id = $1';
        await server.rows(suspend, [member.id, null]);
        const { token } = await createApiToken(server, member, all);
        await server.rows(suspend, [member.id, new Date()]);
        return token;
      });
    },
    ({ scope }) => (scope ? 'SUSPENDED' : 'API_TOKEN_CALL'),
  ],
  ['a session of an operator', async () => async () => auditor.token, always('HTTP_401')],
];

test.each(kinds)('%s at every call of the site', async (_name, make, expected) => {
  const calls = callsOf(site);
  expect(calls.length).toBeGreaterThan(150);
  expect(await outcomes(calls, await make())).toEqual(expectedOf(calls, expected));
});

const atOffice: [name: string, token: Credential, expected: Expected][] = [
  ['nothing', async () => undefined, always('HTTP_401')],
  ['a session of a member', async () => verified.token, always('HTTP_401')],
  [
    'a token with all scopes',
    async () => (await createApiToken(server, verified, all)).token,
    always('HTTP_401'),
  ],
  [
    'a session of an auditor',
    async () => auditor.token,
    ({ roles }) => (!roles || roles.includes('auditor') ? ALLOWED : 'ROLE_REQUIRED'),
  ],
];

test.each(atOffice)('%s at every call of the office', async (_name, make, expected) => {
  const calls = callsOf(office);
  expect(calls.length).toBeGreaterThan(150);
  const token = await make();
  expect(await outcomes(calls, async () => token)).toEqual(expectedOf(calls, expected));
});

test('a token reaches nothing of another member', async () => {
  const [owner, other] = [await newInvestor(server), await newInvestor(server)];
  const id = String(await newCase(server));
  const order = { id, invest_amount: 10_000, payment_mode: 1 };
  const { data } = await server.ok(investing.quickApply, order, owner);
  const { token } = await createApiToken(server, other, all);
  const looked = { invest_id: data.id };
  expect(await server.refused(investing.holding, looked, { token })).toBe('ORDER_NOT_FOUND');
  const again = { id: data.id, payment_mode: 2 };
  expect(await server.refused(investing.reApply, again, { token })).toBe('ORDER_NOT_FOUND');
  expect((await server.ok(investing.orders, {}, { token })).data).toEqual([]);
});
