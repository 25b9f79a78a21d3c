// Who asks, and whether they may: bearer tokens on the site, a cookie and a header at the office.
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Member, Operator, Services } from '../../action.ts';
import { cookieIn } from '../../cookies.ts';
import type { Tx } from '../../database/db.ts';
import {
  holdMember,
  holdMemberAlone,
  isViewingToken,
  operatorOf,
  sessionOf,
  viewedMember,
} from '../../identity/actions.ts';
import { SessionProblem } from '../../session-problem.ts';

/** What tells the two sites apart at the door. */
export type Door = {
  kind: 'site' | 'office';
  /** The name of the cookie that carries a session; none at the site. */
  sessionCookie: string | null;
  assertOrigin(request: FastifyRequest): void;
};

type Who = { member: Member | null; operator: Operator | null };
const NOBODY: Who = { member: null, operator: null };

/** The site takes a bearer token only: no cookie of a browser can speak for a member. */
export const siteDoor: Door = { kind: 'site', sessionCookie: null, assertOrigin: () => {} };

/**
 * Cookies ignore ports, so the office asks for more than its cookie: a header of its own, which no
 * form can send, and, where the browser names one, its own origin.
 */
export function officeDoor(origins: ReadonlySet<string>, sessionCookie: string): Door {
  return {
    kind: 'office',
    sessionCookie,
    assertOrigin(request) {
      const { origin } = request.headers;
      if (origin !== undefined && !origins.has(origin)) throw new Refusal('ORIGIN_REFUSED');
      if (request.headers['x-office'] !== '1') throw new Refusal('ORIGIN_REFUSED');
    },
  };
}

const TOKEN = /^[A-Za-z0-9_-]{20,200}$/;

/** What stands where a token does, if it looks like one. */
export function carriedToken({ sessionCookie }: Door, request: FastifyRequest): string | null {
  const token = sessionCookie ? cookieIn(request.headers.cookie, sessionCookie) : bearerOf(request);
  return token !== null && TOKEN.test(token) ? token : null;
}

/** The token the call carries; SessionProblem where it needs one and there is none. */
export function tokenOf(door: Door, endpoint: Endpoint, request: FastifyRequest): string | null {
  if (endpoint.access === 'public') return null;
  const token = carriedToken(door, request);
  if (token === null) throw new SessionProblem('unknown');
  return token;
}

function bearerOf(request: FastifyRequest): string | null {
  const match = /^Bearer ([^\s]+)$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
}

/** Finds the session of a token; SessionProblem where it ended or never was. */
export async function whoIs(
  services: Services,
  door: Door,
  endpoint: Endpoint,
  token: string | null,
  tx: Tx,
): Promise<Who> {
  if (endpoint.access === 'public' || token === null) return NOBODY;
  const realNow = services.clock.realNow();
  if (door.kind === 'office') {
    const found = await operatorOf(tx, token, realNow);
    if (found.state !== 'ok') throw new SessionProblem(found.state);
    return { member: null, operator: found.operator };
  }
  const look = endpoint.kind === 'stream';
  const found = isViewingToken(token)
    ? await viewedMember(tx, token, realNow)
    : await sessionOf(tx, token, realNow, { look });
  if (found.state !== 'ok') throw new SessionProblem(found.state);
  return { member: found.member, operator: null };
}

/**
 * In the transaction of a member's command: his account stays open until it ends. Throws
 * SessionProblem where it was closed since the session was read.
 */
export async function holdAccount(endpoint: Endpoint, { member }: Who, tx: Tx): Promise<void> {
  if (!member || member.viewing) return;
  const hold = endpoint.alone || endpoint.files ? holdMemberAlone : holdMember;
  if ((await hold(tx, member.id)) === null) throw new SessionProblem('expired');
}

/** Calls a suspended member may still make: to leave. */
const LEAVING = new Set(['/v1/users/logout']);

/** What an operator who looks on as a member may ask: plain reads, files, and to end it. */
const LOOKING = new Set<Endpoint['kind']>(['read', 'document', 'export']);
const END_OF_LOOK = '/v1/viewing/end';

/**
 * The one place that keeps a look a look: whatever does something is refused VIEW_ONLY, and so is
 * what is for the member's eyes alone, and a stream, which would outlive the look.
 */
function assertLooks({ himself, kind, path }: Endpoint): void {
  if (path === END_OF_LOOK) return;
  if (himself || !LOOKING.has(kind)) throw new Refusal('VIEW_ONLY');
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
  if (member.viewing) assertLooks(endpoint);
  const writes = !['read', 'document', 'stream', 'export'].includes(endpoint.kind);
  if (member.suspended && !member.viewing && writes && !LEAVING.has(endpoint.path))
    throw new Refusal('SUSPENDED');
  if (endpoint.access === 'signedIn') return;
  if (!member.emailVerifiedAt && !member.isGoogle) throw new Refusal('EMAIL_NOT_VERIFIED');
  if (endpoint.access === 'verified' && !(member.stage === 4 && member.status === 3)) {
    throw new Refusal('NOT_VERIFIED');
  }
}
