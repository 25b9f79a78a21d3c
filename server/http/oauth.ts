// OAuth endpoints that are no calls of the contract, because their form is that of the RFCs.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { scopes } from '#contract/identity/scopes.ts';
import type { Services } from '../services.ts';
import { answerRevocation, answerToken, issuerOf, type OauthError } from '../identity/front.ts';
import { sourceOf } from './security/security-events.ts';
import { isStorable } from './security/storable.ts';

const PER_MINUTE = { max: 60, timeWindow: 60_000 };
const FORM_BYTES = 16 * 1024;

/** What an application must know to use this server (RFC 8414). */
function metadataOf(services: Services) {
  const issuer = issuerOf(services.config);
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    scopes_supported: scopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  };
}

/** Answers as RFC 6749 section 5: never cached, and an unknown client is a 401. */
function answer(reply: FastifyReply, result: { ok: object | null } | { error: OauthError }) {
  reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' });
  if ('ok' in result) return reply.code(200).send(result.ok ?? {});
  return reply.code(result.error === 'invalid_client' ? 401 : 400).send(result);
}

/**
 * Returns the form's fields; null if one of them occurs twice, which RFC 6749 forbids, or has
 * characters that no column can store.
 */
function fieldsOf(body: string): Record<string, string> | null {
  const given = [...new URLSearchParams(body)];
  const fields = Object.fromEntries(given);
  const isTwice = Object.keys(fields).length < given.length;
  return isTwice || !given.flat().every(isStorable) ? null : fields;
}

/** Records a refused exchange, because somebody may be trying codes or tokens of others. */
function noteRefusal(
  { securityLog }: Services,
  request: FastifyRequest,
  { call, error }: { call: string; error: OauthError },
): void {
  const isGuess = error === 'invalid_grant' || error === 'invalid_client';
  securityLog.note({
    kind: isGuess ? 'forged_token' : 'malformed',
    code: error,
    call,
    isOffice: false,
    email: null,
    memberId: null,
    operatorId: null,
    ...sourceOf(request),
  });
}

/** Registers discovery, token and revocation endpoint of the member site. */
export async function registerOauth(app: FastifyInstance, services: Services): Promise<void> {
  app.get('/.well-known/oauth-authorization-server', async () => metadataOf(services));
  await app.register(async (scope) => {
    scope.addContentTypeParser<string>(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_BYTES },
      (_request, body, done) => done(null, body),
    );
    const endpoints = { token: answerToken, revoke: answerRevocation } as const;
    for (const [name, act] of Object.entries(endpoints)) {
      const call = `oauth.${name}`;
      scope.post(
        `/oauth/${name}`,
        { config: { rateLimit: PER_MINUTE } },
        async (request, reply) => {
          const fields = typeof request.body === 'string' ? fieldsOf(request.body) : null;
          const result = fields
            ? await act(services, fields)
            : ({ error: 'invalid_request' } as const);
          if ('error' in result) noteRefusal(services, request, { call, error: result.error });
          return answer(reply, result);
        },
      );
    }
  });
}
