// Reports of browsers about content that a CSP blocked: logged as security events only.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Services } from '../../services.ts';
import { sourceOf } from './security-events.ts';

export const REPORTS_PATH = '/csp-reports';
const BYTES = 16 * 1024;
const PER_MINUTE = 30;
const AT_ONCE = 10;

const directive = z.string().regex(/^[a-z-]{1,40}$/);
const blocked = z.string().max(BYTES).optional();
/** The formats of `report-uri` and of the Reporting API. */
const reportsSchema = z.union([
  z
    .object({
      'csp-report': z.object({
        'effective-directive': directive.optional(),
        'violated-directive': z.string().optional(),
        'blocked-uri': blocked,
      }),
    })
    .transform(({ 'csp-report': one }) => [
      {
        of: one['effective-directive'] ?? one['violated-directive']?.split(' ')[0],
        blocked: one['blocked-uri'],
      },
    ]),
  z
    .array(z.object({ body: z.object({ effectiveDirective: directive, blockedURL: blocked }) }))
    .max(AT_ONCE)
    .transform((all) =>
      all.map(({ body }) => ({ of: body.effectiveDirective, blocked: body.blockedURL })),
    ),
]);

/** Returns a keyword for what was blocked, because its URL may contain what a member typed. */
function sourceWord(uri: string | undefined): string {
  if (uri === undefined || uri === '') return '';
  if (uri === 'inline' || uri === 'eval' || uri === 'self') return ` ${uri}`;
  const scheme = /^(?:data|blob|https?|[a-z]+-extension)(?=:|$)/.exec(uri)?.[0];
  return scheme ? ` ${scheme}` : '';
}

/**
 * Accepts the reports of one site's pages. Anything else gets the same answer but is not recorded.
 */
export async function takeReports(
  app: FastifyInstance,
  services: Services,
  isOffice: boolean,
): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string', bodyLimit: BYTES },
      scope.getDefaultJsonParser('error', 'error'),
    );
    scope.post(
      REPORTS_PATH,
      { bodyLimit: BYTES, config: { rateLimit: { max: PER_MINUTE, timeWindow: 60_000 } } },
      async (request, reply) => {
        const read = reportsSchema.safeParse(request.body);
        for (const { of, blocked: uri } of read.data ?? []) {
          if (!of || !directive.safeParse(of).success) continue;
          services.securityLog.note({
            kind: 'csp_report',
            code: `${of}${sourceWord(uri)}`,
            call: 'csp',
            isOffice,
            email: null,
            memberId: null,
            operatorId: null,
            ...sourceOf(request),
          });
        }
        return reply.code(204).send();
      },
    );
  });
}
