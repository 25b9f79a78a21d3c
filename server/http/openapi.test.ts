// Tests of the description of the API: a validator of OpenAPI, names, examples, scopes and codes.
import { Validator } from '@seriousme/openapi-schema-validator';
import { z } from 'zod';
import { expect, test } from 'vitest';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { site } from '#contract/index.ts';
import { refusals } from '#contract/refusals.ts';
import { schemaNames } from '#contract/schema-names.ts';
import { tagNames } from './description/words.ts';
import { openApi, readGuide } from './openapi.ts';

type Operation = {
  operationId: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: { $ref: string }; example?: unknown }> };
  responses: Record<string, { content?: Record<string, { schema: object; example?: unknown }> }>;
};
const document = openApi('百溪 API', site, readGuide()) as {
  info: { version: string; description: string };
  tags: { name: string; 'x-displayName': string }[];
  components: { schemas: Record<string, { enum?: string[] }> };
  paths: Record<string, Record<string, Operation>>;
};
const { schemas } = document.components;
const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
const allCalls = Object.values(site).flatMap((feature) =>
  Object.entries(feature as Record<string, Endpoint>),
);
const calls = allCalls.filter(([, { internal }]) => !internal);
const endpointOf = (id: string): Endpoint => calls.find(([name]) => name === id)![1];

test('a validator of OpenAPI accepts the document', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
});

test('the validator refuses a broken document', async () => {
  const broken = { ...structuredClone(document), paths: { '/a': { get: { responses: 'none' } } } };
  expect((await new Validator().validate(broken)).valid).toBe(false);
});

test('each call is described once, under its own name, except internal ones', () => {
  const internal = allCalls.filter((call) => !calls.includes(call)).map(([name]) => name);
  expect(internal).toEqual(['bankCallback', 'openImpersonation', 'endImpersonation']);
  expect(operations).toHaveLength(calls.length);
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(calls.length);
});

test('every reference leads to a schema, and every shared schema has its name', () => {
  const text = JSON.stringify(document);
  const targets = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)];
  expect(targets.map(([, name]) => name!).filter((name) => !schemas[name])).toEqual([]);
  expect(text).not.toContain('$defs');
  const named = Object.keys(schemaNames).filter((name) => !schemas[name]);
  expect(named).toEqual([]);
  expect(JSON.stringify(schemas['SearchCasesAnswer'])).toContain('#/components/schemas/Case"');
});

test('each example of an answer fits its schema, and each JSON call has examples', () => {
  const problems = operations.flatMap(({ operationId, responses }) => {
    const answer = responses['200']!.content!['application/json'];
    const { kind, output } = endpointOf(operationId);
    if (!answer || kind === 'document') return [];
    // The schema of the wire, where ids and instants are texts.
    const json = z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' });
    const { error } = z.fromJSONSchema(json as never).safeParse(answer.example);
    const issues = error?.issues ?? [];
    return issues.map(({ path, message }) => `${operationId} ${path.join('.')}: ${message}`);
  });
  expect(problems).toEqual([]);
  const bodies = operations.map(({ requestBody }) => requestBody?.content['application/json']);
  expect(bodies.filter((body) => body && body.example === undefined)).toEqual([]);
});

test('the examples of the calls that a token may make are accepted by them', () => {
  const open = operations.filter(({ security }) => security.some((one) => 'token' in one));
  expect(open.length).toBeGreaterThan(10);
  for (const { operationId, requestBody } of open) {
    const body = requestBody?.content['application/json'];
    if (!body) continue;
    const read = endpointOf(operationId).input.safeParse(body.example);
    expect([operationId, read.error?.issues ?? []]).toEqual([operationId, []]);
  }
});

test('each operation names its scope, and the codes that it declares', () => {
  for (const { operationId, security, responses } of operations) {
    const { scope, refusals: declared } = endpointOf(operationId);
    expect(security.flatMap((one) => one['token'] ?? [])).toEqual(scope ? [scope] : []);
    const text = JSON.stringify(responses);
    expect(declared.filter((code) => !text.includes(`"${code}"`))).toEqual([]);
  }
  const codes = schemas['ErrorCode']!.enum!;
  const declared = calls.flatMap(([, endpoint]) => endpoint.refusals);
  expect(declared.filter((code) => !codes.includes(code))).toEqual([]);
  expect(codes).toEqual(expect.arrayContaining(['UNAUTHORIZED', 'SERVER_ERROR', 'TOO_SLOW']));
  // What only operators are answered is nobody else's.
  const foreign = ['MAKER_IS_CHECKER', 'YEAR_CLOSED', 'OPERATOR_EXISTS', 'SIGNATURE_REFUSED'];
  expect(foreign.filter((code) => code in refusals && codes.includes(code))).toEqual([]);
});

test('parameters of a path are no fields of the body', () => {
  for (const { operationId, parameters, requestBody } of operations) {
    const body = requestBody?.content['application/json'];
    const inPath = parameters.filter((one) => one.in === 'path').map(({ name }) => name);
    const fields = Object.keys((body?.example ?? {}) as object);
    expect([operationId, fields.filter((name) => inPath.includes(name))]).toEqual([
      operationId,
      [],
    ]);
  }
});

test('every feature has a Chinese name, and the document has the guide and a version', () => {
  const features = Object.keys(site).filter((name) => name !== 'banking');
  expect(features.filter((name) => !tagNames[name])).toEqual([]);
  expect(document.tags.map(({ name }) => name)).toEqual(features);
  expect(document.info.version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(document.info.description).toContain('## Tokens');
});
