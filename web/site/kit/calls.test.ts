// Tests the tables of API calls: each call of the contract occurs once, as plain data in the build.
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { brandFrom } from '#contract/brand.ts';
import { demo, office, site } from '#contract/index.ts';
import { literalsOf } from '../../first-paint/evaluated.ts';
import { officeCalls } from '../../office/calls.ts';
import { siteCalls } from './calls.ts';
import { deferredCalls } from './deferred-lines.ts';
import { deferredNames } from './deferred-names.ts';

const namesOf = (features: object) =>
  Object.entries(features).flatMap(([feature, calls]) =>
    Object.keys(calls as object).map((name) => `${feature}.${name}`),
  );

test('each call of the member site is in one of its two tables', () => {
  const { banking: _bankOnly, ...members } = site;
  const both = [...namesOf(siteCalls), ...namesOf(deferredCalls)];
  expect(both.toSorted()).toEqual(namesOf({ ...members, ...demo }).toSorted());
  expect(namesOf(deferredCalls).length).toBe(Object.values(deferredNames).flat().length);
});

test('each call of the office is in its table', () => {
  expect(namesOf(officeCalls)).toEqual(namesOf(office));
});

test('a line says how a call is reached and who may make it', () => {
  expect(siteCalls.investing.quickApply).toBe('POST /v1/invest/quick-apply signedIn batched');
  expect(deferredCalls.identity.openImpersonation).toBe('POST /v1/impersonation/open public token');
  expect(officeCalls.tasks.listAudit).toBe('GET /ops/v1/audit operator read');
});

test('in the build a table is data, without an import', async () => {
  const code = await literalsOf(resolve('web/site/kit/deferred-lines.ts'));
  expect(code).toBe(`export const deferredCalls = ${JSON.stringify(deferredCalls)};\n`);
});

test('the brand is loaded as values, as the environment says', async () => {
  const code = await literalsOf(resolve('web/site/brand-values.ts'));
  expect(code).toBe(`export const brand = ${JSON.stringify(brandFrom(process.env))};\n`);
  expect(code).not.toContain('BRAND_');
  const { social } = brandFrom({ BRAND_SOCIAL_NETWORK_NAME: 'Threads' });
  expect(social.network).toEqual({ name: 'Threads', href: 'https://social.baixi.example/' });
});
