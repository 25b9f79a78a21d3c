// Sends a document as a download.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export type DocumentBody =
  | { contentType: string; filename: string; bytes: Uint8Array }
  | { contentType: string; filename: string; body: AsyncIterable<string> };

/**
 * Sends bytes so that they are never rendered as a page of this site: download only, sandboxed, no
 * sniffing.
 */
export function sendDocument(reply: FastifyReply, document: DocumentBody) {
  const { contentType, filename } = document;
  return reply
    .header('content-type', contentType)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .send('body' in document ? Readable.from(document.body) : Buffer.from(document.bytes));
}
