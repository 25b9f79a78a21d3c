// Server-sent event streams: events on one connection, which either side may close.
import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Refusal } from '#contract/refusals.ts';
import type { Endpoint, Output } from '#contract/core/endpoint.ts';
import type { Following } from '../../call.ts';

/**
 * Heartbeat, so that proxies do not close an idle stream. With each one the caller's session is
 * checked, so that a stream ends soon after its session.
 */
const BREATH_MS = 15_000;
/** After this time the client must reconnect. */
const LIFE_MS = 10 * 60_000;
const STREAMS_MAX = 2_000;
/**
 * Streams per account. A page keeps a stream open only while it is visible, so an account rarely
 * needs more.
 */
const STREAMS_EACH = 6;
/** Retry-After in seconds; until then another stream may have ended. */
const AGAIN_SECONDS = 15;

/** Per server: each open stream and the account that holds it. */
const open = new WeakMap<object, Map<PassThrough, string>>();

/**
 * Ends all streams when the process is about to end, because an open stream would keep it running.
 * The pages then reconnect to another process.
 */
export function endStreamsOf(app: FastifyInstance, leaving: AbortSignal): void {
  const streams = new Map<PassThrough, string>();
  open.set(app.server, streams);
  leaving.addEventListener('abort', () => {
    for (const stream of streams.keys()) stream.end();
  });
}

/** The account that follows, and whether it still may; `leaving` ends the stream. */
type Follower = { holder: string; mayStill: () => Promise<boolean>; leaving: AbortSignal };

/**
 * Sends the current state and then each change, as long as the account may follow. Refuses
 * TOO_MANY_REQUESTS if the account has too many streams, and BUSY if the server has too many.
 */
export function sendStream<E extends Endpoint>(
  reply: FastifyReply,
  { holder, mayStill, leaving }: Follower,
  { now, follow }: Following<E>,
  encode: (event: unknown) => unknown,
): FastifyReply {
  const streams = open.get(reply.server.server);
  if (!streams || streams.size >= STREAMS_MAX) throw new Refusal('BUSY', { retryAfter: 10 });
  let held = 0;
  for (const other of streams.values()) if (other === holder) held += 1;
  if (held >= STREAMS_EACH) throw new Refusal('TOO_MANY_REQUESTS', { retryAfter: AGAIN_SECONDS });
  const stream = new PassThrough();
  const tell = (news: Output<E>) => void stream.write(`data: ${JSON.stringify(encode(news))}\n\n`);
  const leave = follow(tell, () => stream.end());
  const breathe = async () => {
    // If the session cannot be read now, the next heartbeat tries again.
    const may = await mayStill().catch(() => true);
    if (!stream.writable) return;
    if (may) stream.write(':\n\n');
    else stream.end();
  };
  const breath = setInterval(() => void breathe(), BREATH_MS);
  const life = setTimeout(() => stream.end(), LIFE_MS);
  streams.set(stream, holder);
  stream.once('close', () => {
    leave();
    clearInterval(breath);
    clearTimeout(life);
    streams.delete(stream);
  });
  tell(now);
  if (leaving.aborted) stream.end();
  return reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('x-accel-buffering', 'no')
    .send(stream);
}
