// The contract as an OpenAPI 3.1 document, and a page that displays it with the guide.
import { readFileSync } from 'node:fs';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Endpoint, Feature } from '#contract/core/endpoint.ts';
import { scopes } from '#contract/identity/scopes.ts';
import { refusalText } from '#contract/refusal-text.ts';
import { type RefusalCode, refusals } from '#contract/refusals.ts';
import { brokenRequestCodes } from './broken-requests.ts';
import { exampleOf } from './description/examples.ts';
import { storeAnswers } from './description/stored-answers.ts';
import { type Json, type Schemas, collectSchemas, refTo } from './description/schemas.ts';
import { API_VERSION, tagNames } from './description/words.ts';
import { httpRefusals } from './failure.ts';

const failure: Json = {
  type: 'object',
  description: 'The body of every failed call',
  required: ['status', 'code', 'message', 'requestId'],
  properties: {
    status: { type: 'integer' },
    code: refTo('ErrorCode'),
    message: { type: 'string', description: 'Traditional Chinese, for people' },
    data: { type: 'object' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    requestId: { type: 'string' },
  },
};

const capital = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

function parametersOf(endpoint: Endpoint, input: Json): Json[] {
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1]);
  const properties = (input['properties'] ?? {}) as Record<string, Json>;
  const required = (input['required'] ?? []) as string[];
  return Object.entries(properties)
    .filter(([name]) => endpoint.method === 'GET' || names.includes(name))
    .map(([name, schema]) => ({
      name,
      in: names.includes(name) ? 'path' : 'query',
      required: names.includes(name) || required.includes(name),
      schema,
    }));
}

/** Returns the schema of a body without the fields that are in the path. */
function withoutPath({ path }: Endpoint, input: Json): Json {
  const names = new Set([...path.matchAll(/:(\w+)/g)].map((match) => match[1]));
  const properties = Object.entries((input['properties'] ?? {}) as Json).filter(
    ([name]) => !names.has(name),
  );
  const required = ((input['required'] ?? []) as string[]).filter((name) => !names.has(name));
  const { required: _all, ...rest } = input;
  return {
    ...rest,
    ...(input['properties'] ? { properties: Object.fromEntries(properties) } : {}),
    ...(required.length > 0 ? { required } : {}),
  };
}

type Named = { endpoint: Endpoint; name: string; schemas: Schemas };

function bodyOf({ endpoint, name, schemas }: Named): Json | undefined {
  if (endpoint.method === 'GET') return undefined;
  const own = `${capital(name)}Input`;
  const schema = schemas.all[own]!;
  if (!endpoint.files)
    return { required: true, content: { 'application/json': { schema: refTo(own) } } };
  const files = Object.fromEntries(
    endpoint.files.names.map((file) => [file, { type: 'string', format: 'binary' }]),
  );
  schemas.all[own] = { ...schema, properties: { ...(schema['properties'] as Json), ...files } };
  return { content: { 'multipart/form-data': { schema: refTo(own) } } };
}

/** Returns the refusals of a call by HTTP status, each with its code and text. */
function failuresOf(endpoint: Endpoint): Json {
  const byStatus = Map.groupBy(endpoint.refusals, (code) => refusals[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `\`${code}\` ${refusalText[code]}`).join('\n\n'),
        content: {
          'application/json': {
            schema: {
              allOf: [refTo('Failure'), { properties: { code: { enum: codes } } }],
            },
            example: failureLike(codes[0]!),
          },
        },
      },
    ]),
  );
}

const failureLike = (code: RefusalCode): Json => ({
  status: refusals[code],
  code,
  message: refusalText[code],
  requestId: '5f1c2e0a-8c1f-4a55-9f0e-0d5b8f6c1a2b',
});

/** How a caller identifies: as a member with a session or, if a scope opens the call, a token. */
function securityOf({ access, scope }: Endpoint): Json[] {
  if (access === 'public') return [];
  return [{ bearer: [] }, ...(scope ? [{ token: [scope] }] : [])];
}

function deprecationOf({ deprecated }: Endpoint): Json {
  if (!deprecated) return {};
  return { deprecated: true, 'x-sunset': deprecated.sunset, 'x-instead': deprecated.instead };
}

/** Content of a successful answer. */
function answerOf({ endpoint, name, schemas }: Named): Json {
  const isTable = endpoint.kind === 'export';
  const { mediaType = isTable ? 'text/csv' : 'application/pdf' } = endpoint;
  if (isTable || endpoint.kind === 'document') {
    return { [mediaType]: { schema: { type: 'string', format: 'binary' } } };
  }
  const type = endpoint.kind === 'stream' ? 'text/event-stream' : 'application/json';
  return { [type]: { schema: schemas.add(`${capital(name)}Answer`, endpoint.output, 'output') } };
}

function operationOf(feature: string, of: Named): Json {
  const { endpoint, name, schemas } = of;
  const input = `${capital(name)}Input`;
  schemas.add(input, endpoint.input, 'input');
  const parameters = parametersOf(endpoint, schemas.all[input]!);
  schemas.all[input] = withoutPath(endpoint, schemas.all[input]!);
  if (endpoint.method === 'GET') delete schemas.all[input];
  if (endpoint.kind === 'command' || endpoint.kind === 'batched') {
    parameters.push({ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } });
  }
  const requestBody = bodyOf(of);
  return {
    operationId: name,
    summary: endpoint.summary,
    ...(endpoint.description !== undefined && { description: endpoint.description }),
    tags: [feature],
    ...(endpoint.specified ? {} : { 'x-own': true }),
    ...deprecationOf(endpoint),
    security: securityOf(endpoint),
    parameters,
    ...(requestBody && { requestBody }),
    responses: {
      '200': { description: 'Success', content: answerOf(of) },
      ...failuresOf(endpoint),
      default: { $ref: '#/components/responses/Failure' },
    },
  };
}

/** Adds to each body and answer in JSON an example that its schema allows. */
function addExamples(operation: Json, { all }: Schemas): void {
  const known = { schemas: all, depth: 0 };
  const { requestBody, responses } = operation as {
    requestBody?: { content: Record<string, Json> };
    responses: Record<string, { content: Record<string, Json> }>;
  };
  const body = requestBody?.content['application/json'];
  if (body) body['example'] = exampleOf(body['schema'] as Json, known, '', false);
  const answer = responses['200']?.content['application/json'];
  const schema = answer?.['schema'] as Json | undefined;
  if (answer && schema?.['$ref']) answer['example'] = exampleOf(schema, known);
}

/** Returns the calls that the description contains, by feature: all but internal ones. */
function describedCalls(contract: Record<string, Feature>) {
  return Object.entries(contract)
    .map(([feature, calls]) => {
      const described = Object.entries(calls).filter(([, { internal }]) => !internal);
      return [feature, described] as const;
    })
    .filter(([, calls]) => calls.length > 0);
}

/** Returns every code that one of the calls may answer. */
function codesOf(endpoints: readonly Endpoint[]): string[] {
  const possible = new Set<RefusalCode>([
    ...httpRefusals,
    ...Object.values(brokenRequestCodes),
    ...endpoints.flatMap((endpoint) => endpoint.refusals),
  ]);
  const known = Object.keys(refusals).filter((code) => possible.has(code as RefusalCode));
  return [...known, 'UNAUTHORIZED', 'SERVER_ERROR'];
}

/** Returns the OpenAPI 3.1 document of a contract; `guide` introduces it in Markdown. */
export function openApi(title: string, contract: Record<string, Feature>, guide = ''): Json {
  const paths: Record<string, Json> = {};
  const schemas = collectSchemas();
  const features = describedCalls(contract);
  for (const [feature, calls] of features) {
    for (const [name, endpoint] of calls) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
      const operation = operationOf(feature, { endpoint, name, schemas });
      addExamples(operation, schemas);
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation };
    }
  }
  const codes = codesOf(features.flatMap(([, calls]) => calls.map(([, endpoint]) => endpoint)));
  return {
    openapi: '3.1.0',
    info: { title, version: API_VERSION, ...(guide && { description: guide }) },
    tags: features.map(([name]) => ({ name, 'x-displayName': tagNames[name] ?? name })),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The session of a member' },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: `A token of the API (bxp_…). Scopes: ${scopes.join(', ')}`,
        },
      },
      responses: {
        Failure: {
          description: 'A refusal that any call may answer, such as INVALID_INPUT or SERVER_ERROR',
          content: {
            'application/json': {
              schema: refTo('Failure'),
              example: failureLike('TOO_MANY_REQUESTS'),
            },
          },
        },
      },
      schemas: { ...schemas.all, Failure: failure, ErrorCode: { type: 'string', enum: codes } },
    },
    paths,
  };
}

/** Returns the guide of the API without its heading, which the page has already. */
export const readGuide = (): string =>
  readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8').replace(/^# .*\n+/, '');

/** Creates a server of its own with the description and the page that displays it. */
async function createDescription(
  title: string,
  contract: Record<string, Feature>,
): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const document = openApi(title, contract, readGuide());
  const page = Fastify();
  storeAnswers(page);
  page.get('/openapi.json', async () => document);
  await page.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      content: document,
      pageTitle: title,
      withDefaultFonts: false,
      telemetry: false,
      // Nothing of the page leads to the services of its maker.
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
  await page.ready();
  return page;
}

/**
 * Registers the description at /openapi.json, and at /docs the page that displays it. Both are made
 * when they are first requested, so that the start does not wait for them.
 */
export function registerDescription(
  app: FastifyInstance,
  title: string,
  contract: Record<string, Feature>,
): void {
  let description: Promise<FastifyInstance> | undefined;
  const handler = async ({ url, headers }: FastifyRequest, reply: FastifyReply) => {
    description ??= createDescription(title, contract);
    const answer = await (await description).inject({ url, headers });
    if (answer.statusCode === 404) return reply.callNotFound();
    const { connection: _connection, ...kept } = answer.headers;
    reply.code(answer.statusCode).headers(kept);
    return reply.send(answer.rawPayload.length > 0 ? answer.rawPayload : null);
  };
  for (const url of ['/openapi.json', '/docs', '/docs/*']) app.get(url, handler);
}
