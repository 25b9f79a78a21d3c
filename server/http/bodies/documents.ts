// Sends a document as a download.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export type DocumentBody =
  | { contentType: string; filename: string; bytes: Uint8Array }
  | { contentType: string; filename: string; body: AsyncIterable<string> };

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
 * sniffing.
 */
export async function sendDocument(
  reply: FastifyReply,
  document: DocumentBody,
): Promise<FastifyReply> {
  const { contentType, filename } = document;
  reply
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff');
  reply
    .header('content-type', contentType)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`);
  if ('bytes' in document) return reply.send(Buffer.from(document.bytes));
  return reply.send(Readable.from(await begun(document.body)));
}
