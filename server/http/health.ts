// Alive, ready, measured: what watches the process asks here.
import type { FastifyInstance } from 'fastify';
import type { Services } from '../action.ts';
import { statementsOf } from '../db.ts';
import { registry } from './metrics.ts';

/** Ready means: the database answers, is migrated, and no queue has stood still for long. */
async function readiness({ pool }: Services) {
  const tx = statementsOf(pool);
  const row = await tx.one<{ version: number; outboxAge: number; paymentAge: number }>(
    'health.ready',
    `select (select max(version)::integer from public.migration) as version,
       coalesce(extract(epoch from now() - (select min(next_try_at) from notices.outbox
         where sent_at is null)), 0)::integer as "outboxAge",
       coalesce(extract(epoch from now() - (select min(next_try_at) from banking.batch
         where state = 'approved')), 0)::integer as "paymentAge"`,
  );
  const queue = Math.max(row.outboxAge, row.paymentAge, 0);
  return { database: true, migration: row.version, queueSeconds: queue, ok: queue < 600 };
}

export function registerHealth(app: FastifyInstance, services: Services): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const state = await readiness(services).catch(() => ({ database: false, ok: false }));
    return reply.code(state.ok ? 200 : 503).send(state);
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}
