// How slowly a client may send and read before his connection is cut. Every connection that does
// not move is a place that somebody else does not get.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { answerBroken } from '../broken-requests.ts';

/** In milliseconds and bytes; tests wait less. */
export type Pace = {
  /** The head of a request is whole by then. */
  headMs: number;
  /** So is a body, if it is no upload. */
  bodyMs: number;
  /** An upload brings this much in each such time; a phone at 1 Mbit/s brings 30 times as much. */
  upload: { ms: number; bytes: number };
  /** And it ends: by then even 40 MB at 1 Mbit/s are here twice. */
  uploadMs: number;
  /** Who is sent an answer takes this much of it within each such time. */
  answer: { ms: number; bytes: number };
  /** Connections are looked at so often. */
  lookMs: number;
};

const housePace: Pace = {
  headMs: 10_000,
  bodyMs: 10_000,
  upload: { ms: 10_000, bytes: 40 * 1024 },
  uploadMs: 12 * 60_000,
  answer: { ms: 15_000, bytes: 16 * 1024 },
  lookMs: 1_000,
};

/** What is counted of a connection in one direction, since when. */
type Window = { since: number; bytes: number };
type Watched = {
  request: IncomingMessage;
  response: ServerResponse;
  begun: number;
  sending: Window;
  reading: Window;
};

const now = () => performance.now();

/** Bytes that the kernel has taken of what was written; Node has no public name for them. */
function takenBy(socket: Socket): number {
  const { _handle: handle } = socket as {
    _handle?: { bytesWritten?: number; writeQueueSize?: number } | null;
  };
  return (handle?.bytesWritten ?? 0) - (handle?.writeQueueSize ?? 0);
}

/** Has this direction moved too little? Begins to count anew at the end of each window. */
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
  // What lies here unread is ours to read: he could not send more if he would.
  if (request.readableLength > 0) {
    startAnew(sending, bytesRead);
    return false;
  }
  return isTooSlow(sending, bytesRead, pace.upload);
}

function readerIsTooSlow({ request, reading }: Watched, pace: Pace): boolean {
  const { socket } = request;
  if (socket.writableLength > 0) return isTooSlow(reading, takenBy(socket), pace.answer);
  startAnew(reading, takenBy(socket));
  return false;
}

/** Cuts one that is too slow, with an answer where none has begun. Answers whether it is over. */
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
      // He may be as slow in reading it; what he still sends is nothing to us.
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

/** A server that cuts connections which do not keep the pace, for Fastify's `serverFactory`. */
export function pacedServer(
  handler: (request: IncomingMessage, response: ServerResponse) => void,
  keepAliveTimeout: number,
  given: Partial<Pace> = {},
): Server {
  const pace = { ...housePace, ...given };
  const all = new Set<Watched>();
  const server = createServer({
    headersTimeout: pace.headMs,
    connectionsCheckingInterval: pace.lookMs,
    // Node's own limit over all would cut an honest upload on a slow line.
    requestTimeout: 0,
    // Idle connections are those of a proxy or a browser that will ask again.
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
      reading: { since: begun, bytes: takenBy(socket) },
    };
    all.add(watched);
    response.once('close', () => {
      // What is left of a body after its answer is watched on.
      if (request.complete) all.delete(watched);
    });
    handler(request, response);
  });
  const looking = setInterval(() => {
    for (const watched of all) if (look(watched, pace)) all.delete(watched);
    if (server.listening) return;
    // Node looks after heads no more once it closes: one that never comes would keep it open.
    const busy = new Set([...all].map(({ request }) => request.socket));
    for (const socket of sockets) if (!busy.has(socket)) socket.destroy();
  }, pace.lookMs).unref();
  server.once('close', () => clearInterval(looking));
  return server;
}
