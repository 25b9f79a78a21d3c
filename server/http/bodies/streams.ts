// Answers that keep coming: one event after the other on one connection, until somebody leaves.
import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Refusal } from '#contract/refusals.ts';
import type { Endpoint, Output } from '#contract/core/endpoint.ts';
import type { Following } from '../../action.ts';

/** A comment now and then, or what stands between would take the silence for an end. */
const BREATH_MS = 15_000;
/** After this the client asks anew, and is asked anew who he is. */
const LIFE_MS = 10 * 60_000;
const STREAMS_MAX = 2_000;
/** A page follows while it is seen: more windows than these are seldom seen at once. */
const STREAMS_EACH = 6;
/** By then one of the others may have ended. */
const AGAIN_SECONDS = 15;

/** By server: each open stream, and who holds it. */
const open = new WeakMap<object, Map<PassThrough, string>>();

/** Before the site closes, streams end: a connection that never ends would keep it open. */
export function endStreamsOf(app: FastifyInstance): void {
  const streams = new Map<PassThrough, string>();
  open.set(app.server, streams);
  app.addHook('preClose', async () => {
    for (const stream of streams.keys()) stream.end();
  });
}

/**
 * Sends what there is now, then what comes. `holder` is the account that follows. Refuses
 * TOO_MANY_REQUESTS where the account follows enough already, and BUSY where all do.
 */
export function sendStream<E extends Endpoint>(
  reply: FastifyReply,
  holder: string,
  { now, follow }: Following<E>,
): FastifyReply {
  const streams = open.get(reply.server.server);
  if (!streams || streams.size >= STREAMS_MAX) throw new Refusal('BUSY', { retryAfter: 10 });
  let held = 0;
  for (const other of streams.values()) if (other === holder) held += 1;
  if (held >= STREAMS_EACH) throw new Refusal('TOO_MANY_REQUESTS', { retryAfter: AGAIN_SECONDS });
  const stream = new PassThrough();
  const tell = (news: Output<E>) => void stream.write(`data: ${JSON.stringify(news)}\n\n`);
  const leave = follow(tell, () => stream.end());
  const breath = setInterval(() => stream.write(':\n\n'), BREATH_MS);
  const life = setTimeout(() => stream.end(), LIFE_MS);
  streams.set(stream, holder);
  stream.once('close', () => {
    leave();
    clearInterval(breath);
    clearTimeout(life);
    streams.delete(stream);
  });
  tell(now);
  return reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('x-accel-buffering', 'no')
    .send(stream);
}
