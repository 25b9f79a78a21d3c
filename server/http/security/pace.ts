// Minimum speed at which a client must send and read. Slower connections are cut, because every
// stalled connection takes the place of another client.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { answerBroken } from '../broken-requests.ts';

/** Limits in milliseconds and bytes; tests use shorter times. */
export type Pace = {
  /** Time within which the headers of a request must be complete. */
  headMs: number;
  /** Time within which a body must be complete, unless it is an upload. */
  bodyMs: number;
  /** Minimum bytes of an upload in each period; a phone at 1 Mbit/s sends 30 times as much. */
  upload: { ms: number; bytes: number };
  /** Maximum duration of an upload: enough to send 40 MB twice at 1 Mbit/s. */
  uploadMs: number;
  /** Minimum bytes of an answer that the client must take in each period. */
  answer: { ms: number; bytes: number };
  /** Interval at which connections are checked. */
  lookMs: number;
};

const defaultPace: Pace = {
  headMs: 10_000,
  bodyMs: 10_000,
  upload: { ms: 10_000, bytes: 40 * 1024 },
  uploadMs: 12 * 60_000,
  answer: { ms: 15_000, bytes: 16 * 1024 },
  lookMs: 1_000,
};

/** Bytes counted on a connection in one direction since an instant. */
type Window = { since: number; bytes: number };
type Watched = {
  request: IncomingMessage;
  response: ServerResponse;
  begun: number;
  sending: Window;
  reading: Window;
};

const now = () => performance.now();

/**
 * Returns the number of written bytes that the kernel has accepted. Node has no public name for it.
 */
function bytesReadBy(socket: Socket): number {
  const { _handle: handle } = socket as {
    _handle?: { bytesWritten?: number; writeQueueSize?: number } | null;
  };
  return (handle?.bytesWritten ?? 0) - (handle?.writeQueueSize ?? 0);
}

/**
 * Returns whether too few bytes moved in this direction. Restarts the count at the end of each
 * period.
 */
function isTooSlow(window: Window, bytes: number, least: { ms: number; bytes: number }): boolean {
  if (now() - window.since < least.ms) return false;
  const moved = bytes - window.bytes;
  Object.assign(window, { since: now(), bytes });
  return moved < least.bytes;
}

function startAnew(window: Window, bytes: number): void {
  Object.assign(window, { since: now(), bytes });
}

function bodyIsTooSlow({ request, begun, sending }: Watched, pace: Pace): boolean {
  const isUpload = /^multipart\//i.test(request.headers['content-type'] ?? '');
  const takes = now() - begun;
  if (!isUpload) return takes > pace.bodyMs;
  if (takes > pace.uploadMs) return true;
  const { bytesRead } = request.socket;
  // Unread data means that the server is slow: the client could not send more even if it wanted to.
  if (request.readableLength > 0) {
    startAnew(sending, bytesRead);
    return false;
  }
  return isTooSlow(sending, bytesRead, pace.upload);
}

function readerIsTooSlow({ request, reading }: Watched, pace: Pace): boolean {
  const { socket } = request;
  if (socket.writableLength > 0) return isTooSlow(reading, bytesReadBy(socket), pace.answer);
  startAnew(reading, bytesReadBy(socket));
  return false;
}

/**
 * Cuts a connection that is too slow; if no answer has begun, an answer is sent first. Returns
 * whether the connection is finished.
 */
function look(watched: Watched, pace: Pace): boolean {
  const { request, response } = watched;
  const { socket } = request;
  if (socket.destroyed) return true;
  const isOpen = !request.complete;
  if (!isOpen && response.closed) return true;
  if (isOpen && bodyIsTooSlow(watched, pace)) {
    if (response.headersSent) socket.destroy();
    else {
      answerBroken(Object.assign(new Error('slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
      // The connection is cut after `lookMs`, because the client may read the answer just as
      // slowly. Everything that the client still sends is ignored.
      setTimeout(() => socket.destroy(), pace.lookMs).unref();
    }
    return true;
  }
  if (!response.closed && readerIsTooSlow(watched, pace)) {
    socket.destroy();
    return true;
  }
  return false;
}

/**
 * Returns a server that cuts connections below the minimum speed, for Fastify's `serverFactory`.
 */
export function pacedServer(
  handler: (request: IncomingMessage, response: ServerResponse) => void,
  keepAliveTimeout: number,
  given: Partial<Pace> = {},
): Server {
  const pace = { ...defaultPace, ...given };
  const all = new Set<Watched>();
  const server = createServer({
    headersTimeout: pace.headMs,
    connectionsCheckingInterval: pace.lookMs,
    // Node's own overall limit would cut an honest upload on a slow line.
    requestTimeout: 0,
    // Idle connections belong to a proxy or a browser that will send another request.
    keepAliveTimeout,
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('request', (request, response) => {
    const { socket } = request;
    const begun = now();
    const watched: Watched = {
      request,
      response,
      begun,
      sending: { since: begun, bytes: socket.bytesRead },
      reading: { since: begun, bytes: bytesReadBy(socket) },
    };
    all.add(watched);
    response.once('close', () => {
      // The rest of a body is watched even after the answer was sent.
      if (request.complete) all.delete(watched);
    });
    handler(request, response);
  });
  const looking = setInterval(() => {
    for (const watched of all) if (look(watched, pace)) all.delete(watched);
    if (server.listening) return;
    // Node stops limiting the time for headers once the server closes; a client that never finishes
    // its headers would then keep the server open.
    const busy = new Set([...all].map(({ request }) => request.socket));
    for (const socket of sockets) if (!busy.has(socket)) socket.destroy();
  }, pace.lookMs).unref();
  server.once('close', () => clearInterval(looking));
  return server;
}
