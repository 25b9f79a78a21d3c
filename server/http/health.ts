// Endpoints for monitoring: liveness, readiness, metrics.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Services } from '../services.ts';
import { db } from '../database/db.ts';
import { sql } from '../database/sql.ts';
import { METRICS_TYPE } from '../telemetry/metrics.ts';

/** A probe that waits longer than this fails. */
const PROBE_MS = 2_000;

type Row = { version: number; outboxAge: number; paymentAge: number; filling: boolean };

/**
 * Returns whether the process is ready: the database answers and is migrated, the demonstration is
 * filled, and no queue has been stuck for long. A message that waits for its permitted hours is not
 * stuck.
 */
async function readiness({ pool }: Services) {
  const tx = db(pool, { answerMs: PROBE_MS });
  const row = await tx.one<Row>(sql`
    select (select max(version)::integer from public.migration) as version,
    coalesce(extract(epoch from now() - (select min(greatest(next_try_at, not_before))
      from notices.outbox where sent_at is null and (not_before is null or not_before <= now()))
      ), 0)::integer as outbox_age,
    coalesce(extract(epoch from now() - (select min(next_try_at) from banking.batch
      where state = 'approved')), 0)::integer as payment_age,
    exists (select from app.setting where key = 'seeded' and value = '"begun"') as filling
  `);
  const queue = Math.max(row.outboxAge, row.paymentAge, 0);
  const { version: migration, filling } = row;
  return { database: true, migration, filling, queueSeconds: queue, ok: queue < 600 && !filling };
}

/**
 * Returns whether the request may read the metrics: in a demonstration anybody may. In production
 * only a request with the configured token may, and none if no token is configured.
 */
function maySee({ headers }: FastifyRequest, { config }: Services): boolean {
  const { demonstration, metricsToken } = config;
  if (metricsToken === null) return demonstration;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const sent = digest(headers.authorization ?? '');
  return timingSafeEqual(sent, digest(`Bearer ${metricsToken}`));
}

/**
 * Registers the probes. A process that is about to end reports that it is alive but no longer
 * ready, so that proxies send their requests elsewhere.
 */
function registerProbes(
  app: FastifyInstance,
  services: Services,
  seesAll: (request: FastifyRequest) => boolean,
): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    const state = services.leaving.aborted
      ? { leaving: true, ok: false }
      : await readiness(services).catch(() => ({ database: false, ok: false }));
    const { ok } = state;
    return reply.code(ok ? 200 : 503).send(seesAll(request) ? state : { ok });
  });
}

/** Registers the probes of a site; in production they reveal no details. */
export function registerHealth(app: FastifyInstance, services: Services): void {
  const { demonstration } = services.config;
  registerProbes(app, services, () => demonstration);
  if (demonstration) registerMetrics(app, services);
}

/**
 * Registers the probes with details, and the metrics, on a port that can be reached only from the
 * company's own network.
 */
export function registerMonitoring(app: FastifyInstance, services: Services): void {
  registerProbes(app, services, (request) => maySee(request, services));
  registerMetrics(app, services);
}

function registerMetrics(app: FastifyInstance, services: Services): void {
  app.get('/metrics', async (request, reply) => {
    if (!maySee(request, services)) return reply.callNotFound();
    return reply.type(METRICS_TYPE).send((await services.metrics?.text()) ?? '');
  });
}
