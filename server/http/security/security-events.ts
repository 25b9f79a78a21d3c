// Decides which answers of the HTTP layer are security events and what is stored about each.
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type RefusalCode, refusals } from '#contract/refusals.ts';
import type { SecurityKind } from '#contract/tasks/security.ts';
import type { Member, Operator } from '../../call.ts';
import type { Services } from '../../services.ts';
import { cookieIn, officeSessionCookie } from '../../cookies.ts';
import { deviceOf } from '../../identity/sign-in/agents.ts';
import { networkOf } from '../../identity/rules.ts';
import type { SessionProblem } from '../../session-problem.ts';
import { namesFile } from '../bodies/files.ts';

const kinds: Partial<Record<RefusalCode, SecurityKind>> = {
  SECOND_FACTOR_REQUIRED: 'second_factor_asked',
  LOGIN_FAILED: 'wrong_password',
  PASSWORD_WRONG: 'wrong_password',
  OLD_PASSWORD_WRONG: 'wrong_password',
  SMS_CODE_INVALID: 'wrong_code',
  SMS_CODE_EXPIRED: 'wrong_code',
  TOTP_WRONG: 'wrong_code',
  PASSKEY_INVALID: 'wrong_code',
  STEP_UP_REQUIRED: 'confirmation_missing',
  TOKEN_INVALID: 'bad_link',
  VIEWING_LINK: 'bad_link',
  TOTP_USED: 'replayed',
  IDEMPOTENCY_MISMATCH: 'replayed',
  GOOGLE_TOKEN_INVALID: 'forged_token',
  OIDC_INVALID: 'forged_token',
  OIDC_STALE: 'confirmation_missing',
  OIDC_REFUSED: 'not_allowed',
  OIDC_ONLY: 'not_allowed',
  SIGN_IN_EXPIRED: 'forged_token',
  API_TOKEN_INVALID: 'forged_token',
  API_TOKEN_REVOKED: 'not_allowed',
  API_TOKEN_SCOPE: 'not_allowed',
  API_TOKEN_CALL: 'not_allowed',
  API_TOKEN_CAP: 'not_allowed',
  ROLE_REQUIRED: 'wrong_role',
  FORBIDDEN: 'not_allowed',
  EMAIL_NOT_VERIFIED: 'not_allowed',
  NOT_VERIFIED: 'not_allowed',
  SUSPENDED: 'not_allowed',
  VIEW_ONLY: 'not_allowed',
  OWN_ACCOUNT: 'not_allowed',
  OWN_CASE: 'not_allowed',
  MAKER_IS_CHECKER: 'not_allowed',
  ABOVE_LIMIT: 'not_allowed',
  ORIGIN_REFUSED: 'origin_refused',
  CAPTCHA_REQUIRED: 'captcha_refused',
  TOO_MANY_REQUESTS: 'rate_limited',
  MALFORMED: 'malformed',
  UNSUPPORTED_MEDIA_TYPE: 'malformed',
  BODY_TOO_LARGE: 'malformed',
  FILE_TYPE: 'upload_refused',
  FILE_SIZE: 'upload_refused',
  FILE_BROKEN: 'upload_refused',
  FILE_ENCRYPTED: 'upload_refused',
  FILE_PIXELS: 'upload_refused',
  FILE_ACTIVE: 'upload_refused',
  UPLOADS_FULL: 'upload_refused',
  FILE_INFECTED: 'virus',
  SIGNATURE_REFUSED: 'bank_refused',
};

/** Calls whose success is a sign-in. */
const signIns = new Set([
  'identity.login',
  'identity.verifiedEmail',
  'identity.loginGoogle',
  'identity.registerGoogle',
  'identity.passkeyLogin',
  'identity.secondFactorSms',
  'identity.secondFactorPasskey',
  'identity.openImpersonation',
  'identity.operatorLogin',
  'identity.finishProviderSignIn',
]);

type Problem = RefusalCode | SessionProblem['state'];
type Noted = {
  problem?: Problem;
  memberId?: number | null;
  operatorId?: number | null;
  email?: string;
  signedIn?: boolean;
};

const noted = new WeakMap<FastifyRequest, Noted>();
const note = (request: FastifyRequest, more: Noted) =>
  void noted.set(request, { ...noted.get(request), ...more });

/** Notes why a request was refused. */
export const noteProblem = (request: FastifyRequest, problem: Problem) =>
  note(request, { problem });

/** Notes the caller once the session is found, and also the operator if it is an impersonation. */
export function noteAsker(
  request: FastifyRequest,
  { member, operator }: { member: Member | null; operator: Operator | null },
): void {
  if (!member && !operator) return;
  const operatorId = operator?.id ?? member?.impersonation?.operatorId ?? null;
  note(request, { memberId: member?.id ?? null, operatorId });
}

/** Notes the account that an unauthenticated call names by its e-mail. */
export function noteInput(request: FastifyRequest, input: unknown): void {
  const { email } = input as { email?: unknown };
  if (typeof email === 'string') note(request, { email });
}

/** Notes who has signed in, if the call was a sign-in. */
export function noteSignedIn(request: FastifyRequest, result: unknown): void {
  const { call } = request.routeOptions.config;
  if (call === undefined || !signIns.has(call)) return;
  const { data } = result as { data?: { id?: unknown; user?: { id?: unknown } } };
  const id = Number(data?.user?.id ?? data?.id) || null;
  // A confirmed e-mail is a sign-in only in the browser that registered it.
  if (call === 'identity.verifiedEmail' && id === null) return;
  const isOffice = call === 'identity.operatorLogin' || call === 'identity.finishProviderSignIn';
  note(request, { signedIn: true, ...(isOffice ? { operatorId: id } : { memberId: id }) });
}

function kindOf(problem: Problem, call: string | undefined, hasToken: boolean) {
  if (problem === 'expired') return null;
  // Requests without any token come from pages on which nobody has signed in; this is no security
  // event.
  if (problem === 'unknown') return hasToken ? 'forged_token' : null;
  const kind = kinds[problem];
  if (kind) return kind;
  return call !== undefined && refusals[problem] === 404 ? 'foreign_object' : null;
}

/** Returns whether a refusal with this code leaves an event. */
export const causesSecurityEvent = (code: RefusalCode): boolean => kindOf(code, '', true) !== null;

/**
 * Returns a text such as 「Chrome・Windows 1a2b3c4d」: the same for the same browser, without any text
 * that the browser sent.
 */
function agentOf({ headers }: FastifyRequest): string {
  const agent = headers['user-agent'] ?? '';
  const print = createHash('sha256').update(agent).digest('hex').slice(0, 8);
  return `${deviceOf(agent.slice(0, 300)).name} ${print}`;
}

/** Returns the origin of a request in the form in which all its events contain it. */
export const sourceOf = (request: FastifyRequest) => ({
  address: networkOf(request.ip),
  agent: agentOf(request),
  requestId: request.id,
});

/** Stores events after the answer was sent, so that no answer becomes slower or different. */
export function observeSecurity(
  app: FastifyInstance,
  services: Services,
  site: 'site' | 'office',
): void {
  const { config } = services;
  const isOffice = site === 'office';
  app.addHook('onResponse', async (request) => {
    const found = noted.get(request);
    if (!found) return;
    const { problem, memberId = null, operatorId = null, email = null, signedIn } = found;
    const page = request.routeOptions.config.call;
    const call = page && namesFile(request) ? `${page} file` : page;
    const { authorization, cookie } = request.headers;
    const token = isOffice ? cookieIn(cookie, officeSessionCookie(config)) : authorization;
    const kind = problem ? kindOf(problem, call, Boolean(token)) : null;
    if (!kind && !signedIn) return;
    services.securityLog.note({
      kind: kind ?? 'signed_in',
      code: problem ?? null,
      call: call ?? request.routeOptions.url ?? '*',
      isOffice,
      email,
      memberId,
      operatorId,
      ...sourceOf(request),
    });
  });
}
