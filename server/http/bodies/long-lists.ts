// Streams a list that is too long for memory as the single JSON object that the API promises.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { LongList } from '../../tables/long-list.ts';
import { serializerOf } from '../wire-schema.ts';

/**
 * Streams the list. The first page is read before the first byte is sent, so that an error in
 * reading is answered as an error instead of half a list. `output` is the schema of the whole
 * answer: rows are written with it, as in a short list. `check` is called with each page before the
 * page is written.
 */
export async function sendList(
  reply: FastifyReply,
  list: LongList,
  output: z.ZodType,
  check: (answer: object) => void,
): Promise<FastifyReply> {
  const { data: rows } = (output as z.ZodObject).shape;
  const write = serializerOf(rows as z.ZodType);
  const pages = list.pages[Symbol.asyncIterator]();
  let next = await pages.next();
  async function* text() {
    yield `${JSON.stringify(list.beside).slice(0, -1)},"data":[`;
    for (let isFirst = true; !next.done; next = await pages.next()) {
      if (next.value.length === 0) continue;
      check({ ...list.beside, data: next.value });
      yield (isFirst ? '' : ',') + write(next.value).slice(1, -1);
      isFirst = false;
    }
    yield ']}';
  }
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .send(Readable.from(text()));
}
