// Sends the first success of each command once more with its key, as a browser does that has not
// received the answer, and compares the answer and what both have written.
import { expect } from 'vitest';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { type Answer, type Client, keyedFor } from '../actors/client.ts';

/** Paths of the commands that this worker has repeated. */
const repeated = new Set<string>();

/**
 * Commands whose repetition may be refused although nothing is done twice, because they have ended
 * the session.
 */
const refusedRepetitions: Readonly<Record<string, string>> = {
  '/ops/v1/logout': 'UNAUTHORIZED',
  '/v1/users/logout': 'UNAUTHORIZED',
  '/v1/me/account/close': 'UNAUTHORIZED',
  '/v1/me/account/sessions/revoke': 'UNAUTHORIZED',
  '/v1/impersonation/end': 'UNAUTHORIZED',
};
/** Answers that say nothing about the call: it is repeated when it is made the next time. */
const BUSY = [429, 503];

/** What commands write, in one text: it changes with every row that one of them adds. */
const WRITTEN = `
  select (select count(*) from tasks.audit) || ' ' || (select count(*) from ledger.transfer) || ' '
    || (select count(*) from notices.outbox) || ' ' || (select count(*) from tasks.task) || ' '
    || (select count(*) from app.idempotency) as rows,
    (select coalesce(max(id), 0) from tasks.audit) as last`;

/** Which of the rows of the audit log after one that are of a request, and which are of others. */
const AUTHORS = `
  select count(*) filter (where request_id = $2)::int as own,
    count(*) filter (where request_id is distinct from $2)::int as others
  from tasks.audit where id > $1`;

type Rows = <Row>(sql: string, values?: unknown[]) => Promise<Row[]>;

/**
 * Returns a way to make calls that repeats the commands of signed-in persons while `isQuiet`, which
 * means that only these calls write: what others write at the same moment would be taken for the
 * effect of a repetition.
 */
export function repeatingCommands(
  ask: Client['ask'],
  rows: Rows,
  isQuiet: () => boolean,
): Client['ask'] {
  let running = 0;
  let repetition: Promise<unknown> = Promise.resolve();
  const written = async () => (await rows<{ rows: string; last: string }>(WRITTEN))[0]!;
  /** Whether others wrote after this row, and the request did not: a bank is not held up here. */
  const isOfOthers = async (last: string, requestId: string | null) => {
    const [authors] = await rows<{ own: number; others: number }>(AUTHORS, [last, requestId]);
    return authors!.own === 0 && authors!.others > 0;
  };

  /** Fails if the repetition is answered differently or does anything. */
  async function repeat<E extends Endpoint>(
    endpoint: E,
    again: () => Promise<Answer<E>>,
    first: Answer<E>,
  ) {
    const before = await written();
    const { status, code, body, headers } = await again();
    if (BUSY.includes(status)) return void repeated.delete(endpoint.path);
    const mayRefuse = code !== null && code === refusedRepetitions[endpoint.path];
    const after = await written();
    const hasDoneNothing =
      after.rows === before.rows || (await isOfOthers(before.last, headers.get('x-request-id')));
    const found = { body: mayRefuse ? first.body : body, hasDoneNothing };
    const wanted = { body: first.body, hasDoneNothing: true };
    expect(found, `${endpoint.path} repeated with its key`).toEqual(wanted);
  }

  return async (endpoint, input, options = {}) => {
    await repetition;
    const keyed = keyedFor(endpoint, options);
    const make = () => ask(endpoint, input, keyed);
    running += 1;
    const answer = await make().finally(() => (running -= 1));
    const isCommand = endpoint.kind === 'command' || endpoint.kind === 'batched';
    const isOfPerson = keyed.token !== undefined && keyed.key !== null;
    const mayRepeat = isCommand && isOfPerson && answer.status === 200 && isQuiet();
    if (!mayRepeat || running > 0 || repeated.has(endpoint.path)) return answer;
    repeated.add(endpoint.path);
    const mine = repeat(endpoint, make, answer);
    repetition = mine.catch(() => {});
    await mine;
    return answer;
  };
}
