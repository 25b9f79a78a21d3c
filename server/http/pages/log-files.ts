// Routes of the public proof log below /log/, in the format of c2sp.org/tlog-tiles.
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { checkpointNote, tileOf } from '../../proofs/front.ts';
import { FOR_GOOD, HOUR } from './caching.ts';

type Rest = { Params: { '*': string } };

/** Registers checkpoint, tiles and entries. Programs on other sites may read them. */
export function registerLog(app: FastifyInstance, services: Services): void {
  const anywhere = {
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  };
  app.get('/log/checkpoint', async (_request, reply) => {
    const note = await checkpointNote(services);
    if (note === null) return reply.callNotFound();
    reply.headers({ ...anywhere, 'cache-control': 'no-store' });
    return reply.type('text/plain; charset=utf-8').send(note);
  });
  app.get<Rest>('/log/tile/*', async (request, reply) => {
    const tile = await tileOf(services, `tile/${request.params['*']}`);
    if (!tile) return reply.callNotFound();
    // A partial tile never changes either, but is replaced by wider ones that nobody has seen yet.
    reply.headers({ ...anywhere, 'cache-control': tile.isFull ? FOR_GOOD : HOUR });
    return reply.type('application/octet-stream').send(tile.body);
  });
}
