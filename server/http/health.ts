// Alive, ready, measured: what watches the process asks here.
import type { FastifyInstance } from 'fastify';
import type { Services } from '../action.ts';
import { statementsOf } from '../db.ts';
import { registry } from './metrics.ts';

type Row = { version: number; outboxAge: number; paymentAge: number; filling: boolean };

/**
 * Ready means that the database answers, is migrated, that a demonstration is filled, and that no
 * queue has stood still for long.
 */
async function readiness({ pool }: Services) {
  const tx = statementsOf(pool);
  const row = await tx.one<Row>(
    'health.ready',
    `select (select max(version)::integer from public.migration) as version,
       coalesce(extract(epoch from now() - (select min(next_try_at) from notices.outbox
         where sent_at is null)), 0)::integer as "outboxAge",
       coalesce(extract(epoch from now() - (select min(next_try_at) from banking.batch
         where state = 'approved')), 0)::integer as "paymentAge",
       exists (select from door.setting where key = 'seeded' and value = '"begun"') as filling`,
  );
  const queue = Math.max(row.outboxAge, row.paymentAge, 0);
  const { version: migration, filling } = row;
  return { database: true, migration, filling, queueSeconds: queue, ok: queue < 600 && !filling };
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
