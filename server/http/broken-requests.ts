// Answers requests that Node cannot parse in the format of every refusal: a body cut off because
// the connection ended, headers without an end, headers that take too long.
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { refusalText } from '#contract/refusal-text.ts';
import { type Failure, type RefusalCode, refusals } from '#contract/refusals.ts';

/** Refusals by the code of Node's error; all other errors are malformed requests. */
export const brokenRequestCodes: Record<string, RefusalCode> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'TOO_SLOW',
};

/**
 * Handler for `clientErrorHandler`, which is called for data that is not a valid request, and for
 * slow requests.
 */
export function answerBroken(error: Error & { code: string }, socket: Socket): void {
  // The answer that Node has already begun on this socket, in a property that is not public.
  const { _httpMessage: begun } = socket as { _httpMessage?: { headersSent?: boolean } };
  if (error.code === 'ECONNRESET' || !socket.writable || begun?.headersSent) {
    socket.destroy(error);
    return;
  }
  const code = brokenRequestCodes[error.code] ?? 'MALFORMED';
  const status = refusals[code];
  const failure: Failure = { status, code, message: refusalText[code], requestId: randomUUID() };
  const body = JSON.stringify(failure);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
