// Registers the APIs of the two sites on two Fastify instances, so that the office cannot make
// member calls, nor members office calls.
import type { FastifyInstance } from 'fastify';
import { demo, office, site } from '#contract/index.ts';
import type { Services } from '../services.ts';
import { demonstrationActions } from '../demonstration/actions.ts';
import { officeActions, siteActions } from '../routes.ts';
import { registerCalls } from './api.ts';
import { keepPublicAnswers } from './pages/caching.ts';
import { allowOrigins } from './security/cors.ts';
import { takeReports } from './security/csp-reports.ts';
import { registerHealth } from './health.ts';
import { registerMedia, registerPictures } from './pages/media.ts';
import { registerLog } from './pages/log-files.ts';
import { registerOauth } from './oauth.ts';
import { registerDescription } from './openapi.ts';
import { registerDemoIssuer } from './demo-issuer.ts';
import { officeSessionCookie } from '../cookies.ts';
import { officeHttp, memberHttp } from './security/session.ts';
import { limitTokens } from './security/token-limits.ts';

/** Adds headers so that caches between server and reader never store private answers. */
function neverCached(app: FastifyInstance) {
  app.addHook('onSend', async (request, reply) => {
    if (request.routeOptions.config.call && !reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-store');
      reply.header('x-content-type-options', 'nosniff');
    }
  });
}

/**
 * Sends the business date if the clock can be moved, so that pages count deadlines from this date
 * instead of from the browser's clock.
 */
function tellTime(app: FastifyInstance, services: Services) {
  app.addHook('onSend', async (request, reply) => {
    if (request.routeOptions.config.call) {
      reply.header('x-business-time', services.clock.now().toISOString());
    }
  });
}

export async function siteApi(app: FastifyInstance, services: Services): Promise<void> {
  keepPublicAnswers(app);
  neverCached(app);
  if (services.config.demonstration) tellTime(app, services);
  registerHealth(app, services);
  registerMedia(app, services);
  registerLog(app, services);
  await takeReports(app, services, false);
  const { corsOrigins, demonstration, apiDocs, brand } = services.config;
  allowOrigins(app, corsOrigins, site, ...(demonstration ? [demo] : []));
  await registerOauth(app, services);
  limitTokens(app);
  registerCalls(app, services, memberHttp, site, siteActions);
  if (demonstration) {
    // The demonstration's calls use the long default time limit for database answers, because
    // moving the clock runs the jobs of many days.
    registerCalls(app, services, { ...memberHttp, patience: {} }, demo, {
      demonstration: demonstrationActions,
    });
    await registerDemoIssuer(app, services);
  }
  if (apiDocs) registerDescription(app, `${brand.name} API`, site);
}

export async function officeApi(app: FastifyInstance, services: Services): Promise<void> {
  neverCached(app);
  registerHealth(app, services);
  registerPictures(app, services);
  await takeReports(app, services, true);
  const { officeUrl, officePort, demonstration } = services.config;
  if (demonstration) tellTime(app, services);
  const origins = new Set([
    new URL(officeUrl).origin,
    `http://localhost:${officePort}`,
    `http://127.0.0.1:${officePort}`,
  ]);
  registerCalls(
    app,
    services,
    officeHttp(origins, officeSessionCookie(services.config)),
    office,
    officeActions,
  );
}
