// Answers for failed calls: status and code from one table, with a Chinese message for people.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ZodError } from 'zod';
import { type Failure, Refusal, type RefusalCode, refusals } from '#contract/refusals.ts';
import { type FileProblem, fileProblemText, refusalText } from '#contract/refusal-text.ts';
import { KeyMissing } from '../adapters/key-ring.ts';
import { FileDamaged } from '../adapters/files/files.ts';
import { StoreUnavailable } from '../adapters/files/store.ts';
import { UploadProblem } from '../adapters/images/images.ts';
import { Busy } from '../adapters/auth/passwords.ts';
import { WorkersBusy } from '../adapters/workers.ts';
import { DatabaseBusy } from '../database/bounded-pool.ts';
import { isRolledBack } from '../database/db.ts';
import { SessionProblem } from '../session-problem.ts';
import { noteProblem } from './security/security-events.ts';

/** Refusals that any call may return, because the HTTP layer itself issues them. */
export const httpRefusals: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  'INVALID_INPUT',
  'MALFORMED',
  'NOT_FOUND',
  'FORBIDDEN',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'TOO_MANY_REQUESTS',
  'BUSY',
  'FILE_DAMAGED',
  'IDEMPOTENCY_MISMATCH',
  'IN_PROGRESS',
  'EMAIL_NOT_VERIFIED',
  'NOT_VERIFIED',
  'SUSPENDED',
  'VIEW_ONLY',
  'TOO_MANY_ROWS',
  'ROLE_REQUIRED',
  'ORIGIN_REFUSED',
  'API_TOKEN_INVALID',
  'API_TOKEN_EXPIRED',
  'API_TOKEN_REVOKED',
  'API_TOKEN_SCOPE',
  'API_TOKEN_CALL',
]);

function fieldsOf(error: ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    // Reports the unexpected field itself, not the object that contains it.
    const extra = issue.code === 'unrecognized_keys' ? issue.keys : [];
    const path = issue.path.map(String).join('.') || (extra[0]?.slice(0, 60) ?? '_');
    fields[path] ??= issue.message;
  }
  return fields;
}

const codeOf = (error: unknown) => (error as { code?: unknown } | null)?.code;

/** Codes of the network, when a machine or its name cannot be reached. */
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/**
 * Returns whether the database is down, starting, out of connections, shutting down, or cut off
 * from this machine, or refuses the password, as while it is being replaced.
 */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof DatabaseBusy) return true;
  const code = codeOf(error);
  if (typeof code === 'string') {
    if (/^(08|28|57P|53)/.test(code) || code === '55P03' || code === '57014') return true;
    if (UNREACHABLE.has(code)) return true;
  }
  return (
    error instanceof Error &&
    /timeout exceeded when trying to connect|Connection terminated|not queryable/.test(
      error.message,
    )
  );
}

function fastifyRefusal(error: FastifyError): Refusal | null {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('BODY_TOO_LARGE');
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Refusal('UNSUPPORTED_MEDIA_TYPE');
  if (error.code === 'FST_REQ_FILE_TOO_LARGE') return new Refusal('FILE_SIZE');
  if (/^FST_(PARTS|FILES|FIELDS)_LIMIT$/.test(error.code ?? '')) {
    return new Refusal('BODY_TOO_LARGE');
  }
  if (error.statusCode === 413) return new Refusal('BODY_TOO_LARGE');
  if (error.statusCode === 415) return new Refusal('UNSUPPORTED_MEDIA_TYPE');
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new Refusal('MALFORMED');
  }
  return null;
}

/** Converts an error that was thrown into a refusal; null if the error is a bug. */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  if (error instanceof ZodError) return new Refusal('INVALID_INPUT', { fields: fieldsOf(error) });
  if (error instanceof UploadProblem) {
    const { code, problem } = error;
    return new Refusal(code, problem ? { data: { problem } } : {});
  }
  if (error instanceof Busy || error instanceof WorkersBusy || isUnreachable(error)) {
    return new Refusal('BUSY', { retryAfter: 2 });
  }
  // Nothing of it remains, so the same request may be sent again.
  if (isRolledBack(error)) return new Refusal('BUSY', { retryAfter: 2 });
  // This process lacks a version of the data key that another process has, so a retry may succeed.
  if (error instanceof KeyMissing) return new Refusal('BUSY', { retryAfter: 2 });
  if (error instanceof StoreUnavailable) return new Refusal('BUSY', { retryAfter: 5 });
  if (error instanceof FileDamaged) return new Refusal('FILE_DAMAGED');
  return error instanceof Error ? fastifyRefusal(error as FastifyError) : null;
}

/** Adds the waiting time, or the problem with an uploaded file, to the message. */
function messageOf({ code, retryAfter, data }: Refusal): string {
  const problem = data?.['problem'];
  if (typeof problem === 'string' && Object.hasOwn(fileProblemText, problem)) {
    return fileProblemText[problem as FileProblem];
  }
  if (code !== 'TOO_MANY_REQUESTS' || retryAfter === undefined) return refusalText[code];
  const minutes = Math.ceil(retryAfter / 60);
  const hours = Math.ceil(minutes / 60);
  const wait = retryAfter < 120 ? `${retryAfter} 秒` : `${minutes} 分鐘`;
  return `操作太頻繁，請於 ${minutes < 120 ? wait : `${hours} 小時`}後再試`;
}

/** Returns the challenge that a program with a token expects (RFC 6750 section 3). */
function challengeOf({ code, data }: Refusal): string | null {
  if (code === 'API_TOKEN_SCOPE') {
    return `Bearer error="insufficient_scope", scope="${String(data?.['scope'])}"`;
  }
  return refusals[code] === 401 ? 'Bearer error="invalid_token"' : null;
}

/**
 * Answers a refusal with its status, or a 401; a bug is answered with a 500 that reveals nothing
 * but the request's id.
 */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const requestId = request.id;
  if (error instanceof SessionProblem) {
    noteProblem(request, error.state);
    if (error.state === 'unknown') return reply.code(401).type('text/plain').send('Unauthorized');
    const message = '登入已逾時，請重新登入（session expired）';
    return reply.code(401).send({ status: 401, code: 'UNAUTHORIZED', message, requestId });
  }
  const refusal = refusalOf(error);
  if (!refusal) {
    request.log.error({ err: error }, 'a call failed unexpectedly');
    return reply.code(500).send({
      status: 500,
      code: 'SERVER_ERROR',
      message: '系統忙碌中，請稍後再試',
      requestId,
    } satisfies Failure);
  }
  noteProblem(request, refusal.code);
  const status = refusals[refusal.code];
  if (status >= 500) {
    const why = error instanceof Error ? error.message : String(error);
    request.log.warn({ code: refusal.code, why }, 'a call was put off');
  }
  const challenge = challengeOf(refusal);
  if (challenge) reply.header('www-authenticate', challenge);
  if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter));
  return reply.code(status).send({
    status,
    code: refusal.code,
    message: messageOf(refusal),
    ...(refusal.data ? { data: refusal.data } : {}),
    ...(refusal.fields ? { fields: refusal.fields } : {}),
    requestId,
  } satisfies Failure);
}
