// Sends a document as a download.
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FOR_GOOD, isKnown } from '../pages/caching.ts';

export type DocumentBody =
  | { contentType: string; filename: string; bytes: Uint8Array }
  | { contentType: string; filename: string; body: AsyncIterable<string> }
  | {
      contentType: string;
      filename: string;
      body: AsyncIterable<Uint8Array>;
      /** The bytes at this address never change; `tag` is their hash. */
      lasting: { bytes: number; tag: string };
    };

/** Yields the pieces after the first one was read, so that a missing file is refused in time. */
async function begun<Piece>(pieces: AsyncIterable<Piece>): Promise<AsyncIterable<Piece>> {
  const iterator = pieces[Symbol.asyncIterator]();
  const first = await iterator.next();
  return (async function* rest() {
    try {
      for (let next = first; !next.done; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  })();
}

/**
 * Sends bytes so that they are never rendered as a page of this site: download only, sandboxed, no
 * sniffing. A document that never changes may be cached for ever, and is answered with 304 to a
 * reader who has it.
 */
export async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  document: DocumentBody,
): Promise<FastifyReply> {
  const { contentType, filename } = document;
  reply
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff');
  if ('lasting' in document) {
    const tag = `"${document.lasting.tag}"`;
    reply.header('cache-control', FOR_GOOD).header('etag', tag);
    if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send();
    reply.header('content-length', document.lasting.bytes);
  }
  reply
    .header('content-type', contentType)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`);
  if ('bytes' in document) return reply.send(Buffer.from(document.bytes));
  return reply.send(Readable.from(await begun<string | Uint8Array>(document.body)));
}
