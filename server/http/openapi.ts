// The contract as an OpenAPI 3.1 document, and a page that displays it.
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import type { Endpoint, Feature } from '#contract/core/endpoint.ts';
import { scopes } from '#contract/identity/scopes.ts';
import { refusalText } from '#contract/refusal-text.ts';
import { refusals } from '#contract/refusals.ts';
import { describe } from './wire-schema.ts';

type Json = Record<string, unknown>;

const failure: Json = {
  type: 'object',
  required: ['status', 'code', 'message', 'requestId'],
  properties: {
    status: { type: 'integer' },
    code: { type: 'string' },
    message: { type: 'string', description: 'Traditional Chinese, for people' },
    data: { type: 'object' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    requestId: { type: 'string' },
  },
};

function parametersOf(endpoint: Endpoint): Json[] {
  const schema = describe(endpoint.input, 'input');
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1]);
  const properties = (schema['properties'] ?? {}) as Record<string, Json>;
  const required = (schema['required'] ?? []) as string[];
  return Object.entries(properties)
    .filter(([name]) => endpoint.method === 'GET' || names.includes(name))
    .map(([name, of]) => ({
      name,
      in: names.includes(name) ? 'path' : 'query',
      required: names.includes(name) || required.includes(name),
      schema: of,
    }));
}

function bodyOf(endpoint: Endpoint): Json | undefined {
  if (endpoint.method === 'GET') return undefined;
  const schema = describe(endpoint.input, 'input');
  if (!endpoint.files) return { content: { 'application/json': { schema } } };
  const files = Object.fromEntries(
    endpoint.files.names.map((name) => [name, { type: 'string', format: 'binary' }]),
  );
  const properties = { ...(schema['properties'] as Json), ...files };
  return { content: { 'multipart/form-data': { schema: { ...schema, properties } } } };
}

/** Returns the refusals of a call by HTTP status, each with its code and text. */
function failuresOf(endpoint: Endpoint): Json {
  const byStatus = new Map<number, string[]>();
  for (const code of endpoint.refusals) {
    const status = refusals[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), `\`${code}\` ${refusalText[code]}`]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, lines]) => [
      String(status),
      { description: lines.join('\n\n'), content: { 'application/json': { schema: failure } } },
    ]),
  );
}

/** How a caller identifies: as a member with a session or, if a scope opens the call, a token. */
function securityOf({ access, scope }: Endpoint): Json[] {
  if (access === 'public') return [];
  return [{ bearer: [] }, ...(scope ? [{ token: [scope] }] : [])];
}

function deprecationOf({ deprecated }: Endpoint): Json {
  if (!deprecated) return {};
  return { deprecated: true, 'x-sunset': deprecated.sunset, 'x-instead': deprecated.instead };
}

function operationOf(feature: string, name: string, endpoint: Endpoint): Json {
  const isTable = endpoint.kind === 'export';
  const { mediaType = isTable ? 'text/csv' : 'application/pdf' } = endpoint;
  const bytes = { [mediaType]: { schema: { type: 'string', format: 'binary' } } };
  const type = endpoint.kind === 'stream' ? 'text/event-stream' : 'application/json';
  const json = { [type]: { schema: describe(endpoint.output, 'output') } };
  const parameters: Json[] = parametersOf(endpoint);
  if (endpoint.kind === 'command' || endpoint.kind === 'batched') {
    parameters.push({ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } });
  }
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [feature],
    ...(endpoint.own ? { 'x-own': true } : {}),
    ...deprecationOf(endpoint),
    security: securityOf(endpoint),
    parameters,
    requestBody: bodyOf(endpoint),
    responses: {
      '200': {
        description: 'Success',
        content: isTable || endpoint.kind === 'document' ? bytes : json,
      },
      ...failuresOf(endpoint),
    },
  };
}

/** Returns the OpenAPI 3.1 document of a contract. */
export function openApi(title: string, contract: Record<string, Feature>): Json {
  const paths: Record<string, Json> = {};
  for (const [feature, calls] of Object.entries(contract)) {
    for (const [name, endpoint] of Object.entries(calls)) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
      paths[path] = {
        ...paths[path],
        [endpoint.method.toLowerCase()]: operationOf(feature, name, endpoint),
      };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The session of a member' },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: `A token of the API (bxp_…). Scopes: ${scopes.join(', ')}`,
        },
      },
    },
    paths,
  };
}

export async function registerDescription(
  app: FastifyInstance,
  title: string,
  contract: Record<string, Feature>,
): Promise<void> {
  const document = openApi(title, contract);
  app.get('/openapi.json', async () => document);
  await app.register(scalar, {
    routePrefix: '/docs',
    configuration: { content: document, withDefaultFonts: false, telemetry: false },
  });
}
