// Test that a GET changes only what the specification demands, and that URLs contain no personal
// data.
//
// URLs are logged and shared, so they must not contain what identifies a person or opens an
// account.
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Feature } from './core/endpoint.ts';
import { demo, office, site } from './index.ts';

const doors = Object.entries({ site, office, demo });
const calls = doors.flatMap(([door, features]) =>
  Object.entries(features as Record<string, Feature>).flatMap(([feature, of]) =>
    Object.entries(of).map(([name, endpoint]) => ({
      door,
      name: `${feature}.${name}`,
      endpoint,
    })),
  ),
);

/** Returns the parameter names in a call's URL: those of its path and, for a GET, of its query. */
function inAddress({ endpoint }: (typeof calls)[number]): string[] {
  const { input, method, path } = endpoint;
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return [
    ...[...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name),
    ...(method === 'GET' ? Object.keys(schema.properties ?? {}) : []),
  ];
}

test('only one GET changes data: it marks a notice as read, as the specification requires', () => {
  const changing = calls.filter(
    ({ endpoint: { kind, method } }) =>
      method === 'GET' && !['read', 'document', 'stream', 'export'].includes(kind),
  );
  expect(changing.map(({ name }) => name)).toEqual(['notices.getNotice']);
});

/**
 * Names of parameters that identify a person, prove who they are, or are typed to find somebody.
 */
const SENSITIVE = new RegExp(
  'mail|phone|mobile|idnumber|id_number|birth|password|secret|token|ticket|code|totp|address' +
    '|^q$|^name$|search',
  'i',
);
/** Parameters that are harmless here although their names look sensitive. */
const HARMLESS = new Set([
  // Token of an article's draft, valid for a quarter of an hour; no personal data and no account.
  'site content.previewArticle token',
  // Search text for articles, questions, pictures and wordings.
  'site content.search q',
  'office content.listArticles q',
  'office content.listQuestions q',
  'office content.listAds q',
  'office content.listPolicies q',
  'office messages.listWordings q',
  // Names of settings and jobs.
  'office settings.getSetting name',
  'office settings.changeSetting name',
  'office settings.withdrawSetting name',
  'office tasks.retryJob name',
  // The IP address or network from which an attack came; access logs contain this address for every
  // request anyway.
  'office tasks.listSecurityEvents address',
]);

test('no URL names a person or contains what opens an account', () => {
  const found = calls.flatMap((call) =>
    inAddress(call)
      .filter((name) => SENSITIVE.test(name))
      .map((name) => `${call.door} ${call.name} ${name}`),
  );
  expect(found.filter((one) => !HARMLESS.has(one))).toEqual([]);
  // Every exception must still be needed.
  expect([...HARMLESS].filter((one) => !found.includes(one))).toEqual([]);
});
