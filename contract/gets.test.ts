// Protects addresses: a GET changes nothing but what the specification wants, and no address holds
// what identifies a person or opens an account, because addresses are logged and shared.
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

/** The names in a call's address: those of its path and, where it is a GET, of its query. */
function inAddress({ endpoint }: (typeof calls)[number]): string[] {
  const { input, method, path } = endpoint;
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return [
    ...[...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name),
    ...(method === 'GET' ? Object.keys(schema.properties ?? {}) : []),
  ];
}

test('one GET is a command: it marks a notice as read, as the specification has it', () => {
  const changing = calls.filter(
    ({ endpoint: { kind, method } }) =>
      method === 'GET' && !['read', 'document', 'stream', 'export'].includes(kind),
  );
  expect(changing.map(({ name }) => name)).toEqual(['notices.getNotice']);
});

/** Whatever names a person, proves who they are, or is typed to find one. */
const SENSITIVE = new RegExp(
  'mail|phone|mobile|idnumber|id_number|birth|password|secret|token|ticket|code|totp|address' +
    '|^q$|^name$|search',
  'i',
);
/** Names that mean something else here. */
const HARMLESS = new Set([
  // A draft of an article, for a quarter of an hour; no person's data, and no account.
  'site content.previewArticle token',
  // What visitors and editors look for in articles, questions, pictures and wordings.
  'site content.search q',
  'office content.listArticles q',
  'office content.articlesTable q',
  'office content.listQuestions q',
  'office content.questionsTable q',
  'office content.listAds q',
  'office content.adsTable q',
  'office content.listPolicies q',
  'office content.policiesTable q',
  'office messages.listWordings q',
  'office messages.wordingsTable q',
  // The names of settings and jobs.
  'office settings.getSetting name',
  'office settings.changeSetting name',
  'office settings.withdrawSetting name',
  'office tasks.retryJob name',
  // The IP address (or network) that an attack came from: access logs hold it of each request.
  'office tasks.listSecurityEvents address',
  'office tasks.securityEventsTable address',
]);

test('no address names a person or holds what opens an account', () => {
  const found = calls.flatMap((call) =>
    inAddress(call)
      .filter((name) => SENSITIVE.test(name))
      .map((name) => `${call.door} ${call.name} ${name}`),
  );
  expect(found.filter((one) => !HARMLESS.has(one))).toEqual([]);
  // An exception that nothing needs any more is taken out.
  expect([...HARMLESS].filter((one) => !found.includes(one))).toEqual([]);
});
