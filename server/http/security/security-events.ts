// Which answers of the door are security events, and what is noted of each once it was given.
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type RefusalCode, refusals } from '#contract/refusals.ts';
import type { SecurityKind } from '#contract/tasks/security.ts';
import type { Member, Operator, Services } from '../../action.ts';
import { cookieIn, officeSessionCookie } from '../../cookies.ts';
import { deviceOf } from '../../identity/sign-in/agents.ts';
import { networkOf } from '../../identity/rules.ts';
import type { SessionProblem } from '../../session-problem.ts';

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
  SIGN_IN_EXPIRED: 'forged_token',
  ROLE_REQUIRED: 'wrong_role',
  FORBIDDEN: 'not_allowed',
  EMAIL_NOT_VERIFIED: 'not_allowed',
  NOT_VERIFIED: 'not_allowed',
  SUSPENDED: 'not_allowed',
  VIEW_ONLY: 'not_allowed',
  OWN_ACCOUNT: 'not_allowed',
  OWN_CASE: 'not_allowed',
  MAKER_IS_CHECKER: 'not_allowed',
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
  'identity.loginGoogle',
  'identity.registerGoogle',
  'identity.passkeyLogin',
  'identity.secondFactorSms',
  'identity.secondFactorPasskey',
  'identity.openViewing',
  'identity.operatorLogin',
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

/** Why a request was refused. */
export const noteProblem = (request: FastifyRequest, problem: Problem) =>
  note(request, { problem });

/** Who asks, once his session is found; whoever looks on as a member is named besides. */
export function noteAsker(
  request: FastifyRequest,
  { member, operator }: { member: Member | null; operator: Operator | null },
): void {
  if (!member && !operator) return;
  const operatorId = operator?.id ?? member?.viewing?.operatorId ?? null;
  note(request, { memberId: member?.id ?? null, operatorId });
}

/** Whose account a call means that is made by nobody yet. */
export function noteInput(request: FastifyRequest, input: unknown): void {
  const { email } = input as { email?: unknown };
  if (typeof email === 'string') note(request, { email });
}

/** Who has signed in, where the call was one to sign in. */
export function noteSignedIn(request: FastifyRequest, result: unknown): void {
  const { call } = request.routeOptions.config;
  if (call === undefined || !signIns.has(call)) return;
  const id = Number((result as { data?: { id?: unknown } }).data?.id) || null;
  const isOffice = call === 'identity.operatorLogin';
  note(request, { signedIn: true, ...(isOffice ? { operatorId: id } : { memberId: id }) });
}

function kindOf(problem: Problem, call: string | undefined, hasToken: boolean) {
  if (problem === 'expired') return null;
  // Whoever sends no token at all is a page that nobody has signed in to.
  if (problem === 'unknown') return hasToken ? 'forged_token' : null;
  const kind = kinds[problem];
  if (kind) return kind;
  return call !== undefined && refusals[problem] === 404 ? 'foreign_object' : null;
}

/** Whether a call that is refused so leaves an event. */
export const leavesEvent = (code: RefusalCode): boolean => kindOf(code, '', true) !== null;

/** 「Chrome・Windows 1a2b3c4d」: alike for the same browser, and nothing of its own words. */
function agentOf({ headers }: FastifyRequest): string {
  const agent = headers['user-agent'] ?? '';
  const print = createHash('sha256').update(agent).digest('hex').slice(0, 8);
  return `${deviceOf(agent.slice(0, 300)).name} ${print}`;
}

/** Where a request comes from, as all its events say it. */
export const sourceOf = (request: FastifyRequest) => ({
  address: networkOf(request.ip),
  agent: agentOf(request),
  requestId: request.id,
});

/** Notes events when they were answered, so that they make no answer slower or different. */
export function observeSecurity(
  app: FastifyInstance,
  services: Services,
  door: 'site' | 'office',
): void {
  const { config } = services;
  const isOffice = door === 'office';
  app.addHook('onResponse', async (request) => {
    const found = noted.get(request);
    if (!found) return;
    const { problem, memberId = null, operatorId = null, email = null, signedIn } = found;
    const { call } = request.routeOptions.config;
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
