// Authentication and authorisation: bearer tokens on the site, cookie plus header at the office.
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Member, Operator } from '../../call.ts';
import type { Services } from '../../services.ts';
import { cookieIn } from '../../cookies.ts';
import { db, SHORT, type Patience, type Tx } from '../../database/db.ts';
import {
  callerOf,
  holdMember,
  holdMemberAlone,
  isImpersonationToken,
  operatorOf,
  viewedMember,
} from '../../identity/front.ts';
import { SessionProblem } from '../../session-problem.ts';

/** Differences between the two sites in the HTTP layer. */
/** Operators search long lists. */
const OFFICE: Patience = { answerMs: 15_000 };

export type HttpSite = {
  kind: 'site' | 'office';
  /** Time limit of the database in a call that is not a report, a file or a stream. */
  patience: Patience;
  /** Name of the session cookie; null on the member site. */
  sessionCookie: string | null;
  assertOrigin(request: FastifyRequest): void;
};

type Who = { member: Member | null; operator: Operator | null };
const NOBODY: Who = { member: null, operator: null };

/** The site accepts only bearer tokens, so that no cookie in a browser can act for a member. */
export const memberHttp: HttpSite = {
  kind: 'site',
  patience: SHORT,
  sessionCookie: null,
  assertOrigin: () => {},
};

/**
 * Cookies ignore ports, so the office requires more than its cookie: its own header, which no form
 * can send, and its own origin if the browser states one.
 */
export function officeHttp(origins: ReadonlySet<string>, sessionCookie: string): HttpSite {
  return {
    kind: 'office',
    patience: OFFICE,
    sessionCookie,
    assertOrigin(request) {
      const { origin } = request.headers;
      if (origin !== undefined && !origins.has(origin)) throw new Refusal('ORIGIN_REFUSED');
      if (request.headers['x-office'] !== '1') throw new Refusal('ORIGIN_REFUSED');
    },
  };
}

const TOKEN = /^[A-Za-z0-9_-]{20,200}$/;

/** Returns the token that the request carries, if it has the format of a token. */
export function carriedToken({ sessionCookie }: HttpSite, request: FastifyRequest): string | null {
  const token = sessionCookie ? cookieIn(request.headers.cookie, sessionCookie) : bearerOf(request);
  return token !== null && TOKEN.test(token) ? token : null;
}

/** Returns the token of the call; throws SessionProblem if the call needs one and has none. */
export function tokenOf(
  httpSite: HttpSite,
  endpoint: Endpoint,
  request: FastifyRequest,
): string | null {
  if (endpoint.access === 'public') return null;
  const token = carriedToken(httpSite, request);
  if (token === null) throw new SessionProblem('unknown');
  return token;
}

function bearerOf(request: FastifyRequest): string | null {
  const match = /^Bearer ([^\s]+)$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
}

/**
 * Finds the session of a token; throws SessionProblem if it has ended or never existed. In a
 * transaction the session is not read together with those of other calls.
 */
export async function whoIs(
  services: Services,
  httpSite: HttpSite,
  endpoint: Endpoint,
  token: string | null,
  { tx, inTransaction }: { tx: Tx; inTransaction: boolean },
): Promise<Who> {
  if (endpoint.access === 'public' || token === null) return NOBODY;
  const realNow = services.clock.realNow();
  if (httpSite.kind === 'office') {
    const found = await operatorOf(tx, token, realNow);
    if (found.state !== 'ok') throw new SessionProblem(found.state);
    return { member: null, operator: found.operator };
  }
  const look = endpoint.kind === 'stream';
  if (!isImpersonationToken(token)) {
    const from = inTransaction || look ? tx : services.pool;
    return { member: await callerOf(tx, token, realNow, { look, from }), operator: null };
  }
  const found = await viewedMember(tx, token, realNow);
  if (found.state !== 'ok') throw new SessionProblem(found.state);
  return { member: found.member, operator: null };
}

/**
 * Locks the member's account in the transaction of a command, so that it stays open until the
 * transaction ends. Throws SessionProblem if the account was closed after the session was read.
 */
export async function holdAccount(endpoint: Endpoint, { member }: Who, tx: Tx): Promise<void> {
  if (!member || member.impersonation) return;
  const hold = endpoint.alone || endpoint.files ? holdMemberAlone : holdMember;
  if ((await hold(tx, member.id)) === null) throw new SessionProblem('expired');
}

/** The only call a suspended member may still make: signing out. */
const LEAVING = new Set(['/v1/users/logout']);

/**
 * Calls allowed during impersonation: plain reads, files, exports, and the call that ends the
 * impersonation.
 */
const LOOKING = new Set<Endpoint['kind']>(['read', 'document', 'export']);
const END_OF_LOOK = '/v1/impersonation/end';

/**
 * The one place that keeps impersonation read-only. Refuses VIEW_ONLY for calls that change
 * something, for calls that only the member may make, and for streams, because a stream would
 * outlive the impersonation.
 */
function assertLooks({ himself, kind, path }: Endpoint): void {
  if (path === END_OF_LOOK) return;
  if (himself || !LOOKING.has(kind)) throw new Refusal('VIEW_ONLY');
}

/**
 * The one place that keeps a token within its scopes. Refuses API_TOKEN_CALL for a call that no
 * token may make, API_TOKEN_SCOPE for one that needs another scope, and SUSPENDED for every call of
 * a suspended member.
 */
function assertScope({ scope }: Endpoint, { apiAccess, suspended }: Member): void {
  if (!apiAccess) return;
  if (!scope) throw new Refusal('API_TOKEN_CALL');
  if (!apiAccess.scopes.includes(scope)) throw new Refusal('API_TOKEN_SCOPE', { data: { scope } });
  if (suspended) throw new Refusal('SUSPENDED');
}

export function assertMay(endpoint: Endpoint, { member, operator }: Who): void {
  if (operator) {
    const { roles } = endpoint;
    if (roles && !roles.some((role) => operator.roles.includes(role))) {
      throw new Refusal('ROLE_REQUIRED');
    }
    return;
  }
  if (!member) return;
  assertScope(endpoint, member);
  if (member.impersonation) assertLooks(endpoint);
  const writes = !['read', 'document', 'stream', 'export'].includes(endpoint.kind);
  if (member.suspended && !member.impersonation && writes && !LEAVING.has(endpoint.path))
    throw new Refusal('SUSPENDED');
  if (endpoint.access === 'signedIn') return;
  if (!member.emailVerifiedAt && !member.isGoogle) throw new Refusal('EMAIL_NOT_VERIFIED');
  if (endpoint.access === 'verified' && !(member.stage === 4 && member.status === 3)) {
    throw new Refusal('NOT_VERIFIED');
  }
}

/** Returns whether the token's session is alive and may make the call. */
export async function mayCall(
  services: Services,
  httpSite: HttpSite,
  endpoint: Endpoint,
  token: string | null,
): Promise<boolean> {
  const tx = db(services.pool);
  try {
    const who = await whoIs(services, httpSite, endpoint, token, { tx, inTransaction: false });
    assertMay(endpoint, who);
    return true;
  } catch (error) {
    if (error instanceof SessionProblem || error instanceof Refusal) return false;
    throw error;
  }
}
