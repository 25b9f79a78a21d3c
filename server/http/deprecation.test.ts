// Tests how a call that will be switched off tells it: in its headers and in the description.
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { day } from '#contract/core/day.ts';
import { visitor } from '#contract/core/endpoint.ts';
import { done, nothing } from '#contract/core/lists.ts';
import { site } from '#contract/index.ts';
import { useServer } from '../../tests/server.ts';
import { registerCalls } from './api.ts';
import { openApi } from './openapi.ts';
import { memberHttp } from './security/session.ts';
import { serializerOf } from './wire-schema.ts';

const server = useServer();
const call = { summary: '', input: nothing } as const;
const old = visitor.read({
  ...call,
  path: '/v1/old',
  output: done,
  refusals: ['PLAN_NOT_FOUND'],
  deprecated: { since: day('2026-12-01'), sunset: day('2027-06-01'), instead: '/v2/old' },
});
const young = visitor.read({ ...call, path: '/v2/old', output: done });
const contract = { content: { old, young } };

test('its answers have Deprecation, Sunset and the call to use instead', async () => {
  const app = Fastify();
  app.setSerializerCompiler(({ schema }) => serializerOf(schema as typeof done));
  const answer = async () => ({ data: { ok: true } });
  registerCalls(app, server.services, memberHttp, contract, {
    content: { old: answer, young: answer },
  });
  const { headers, statusCode } = await app.inject('/v1/old');
  expect(statusCode).toBe(200);
  // Midnight in Taipei is 16:00 UTC of the day before.
  expect(headers['deprecation']).toBe(`@${Date.UTC(2026, 10, 30, 16) / 1000}`);
  expect(headers['sunset']).toBe('Mon, 31 May 2027 16:00:00 GMT');
  expect(headers['link']).toBe('</v2/old>; rel="successor-version"');
  const refused = await app.inject('/v1/old?unknown=1');
  expect([refused.statusCode, refused.headers['sunset']]).toEqual([400, headers['sunset']]);
  const current = await app.inject('/v2/old');
  expect(current.headers).not.toHaveProperty('deprecation');
  expect(current.headers).not.toHaveProperty('sunset');
});

test('the description marks it, and says which scope opens a call', () => {
  const { paths } = openApi('test', contract) as { paths: Record<string, Record<string, object>> };
  expect(paths['/v1/old']?.['get']).toMatchObject({
    deprecated: true,
    'x-sunset': '2027-06-01',
    'x-instead': '/v2/old',
    security: [],
  });
  expect(paths['/v2/old']?.['get']).not.toHaveProperty('deprecated');
  const all = openApi('site', site) as { paths: typeof paths };
  expect(all.paths['/v1/invest/search']?.['post']).toMatchObject({
    security: [{ bearer: [] }, { token: ['cases:read'] }],
  });
});
