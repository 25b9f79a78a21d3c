// Two files after one another, here two groups of tests: the second uses the app of the first and
// finds nothing of what it has left.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { site } from '#contract/index.ts';
import { newMember } from './actors/people.ts';
import { useServer } from './server.ts';

const environment = { BRAND_NAME: '兩溪' };
const headers = { 'x-forwarded-for': '10.1.2.3' };
const { register } = site.identity;
const perMinute = register.perMinute ?? 0;

/** What the first group has left. */
let before: { siteUrl: string; databaseUrl: string; pool: object; file: string; email: string };

describe('the first file', () => {
  const server = useServer({ environment });

  test('leaves a member, a file and a limit that is used up', async () => {
    const { databaseUrl, services, siteUrl } = server;
    const { email } = await newMember(server);
    const file = join(services.config.filesDir, 'left');
    mkdirSync(services.config.filesDir, { recursive: true });
    writeFileSync(file, '');
    before = { siteUrl, databaseUrl, pool: services.pool, file, email };
    for (let times = 0; times < perMinute; times += 1) {
      expect(await server.refused(register, {}, { headers })).toBe('INVALID_INPUT');
    }
    expect(await server.refused(register, {}, { headers })).toBe('TOO_MANY_REQUESTS');
  });

  test('replaces a part of the services', () => {
    server.services.checkAnswers = false;
    server.services.clock = { now: () => new Date(0), realNow: () => new Date(0) };
  });
});

describe('the second file', () => {
  const server = useServer({ environment });

  test('has the same address and its own database, files, services and limits', async () => {
    const { databaseUrl, services, siteUrl } = server;
    expect(siteUrl).toBe(before.siteUrl);
    expect(databaseUrl).not.toBe(before.databaseUrl);
    expect(services.pool).not.toBe(before.pool);
    expect(services.checkAnswers).toBe(true);
    expect(services.clock.now().getTime()).toBeGreaterThan(0);
    expect(existsSync(before.file)).toBe(false);
    const found = 'select from identity.member where email = $1';
    expect(await server.rows(found, [before.email])).toEqual([]);
    expect(await server.refused(register, {}, { headers })).toBe('INVALID_INPUT');
  });

  test('is not used again after a test has drained it', () => server.app.drain());
});

describe('the third file', () => {
  const server = useServer({ environment });

  test('gets another app, which answers', async () => {
    expect(server.siteUrl).not.toBe(before.siteUrl);
    expect((await newMember(server)).id).toBeGreaterThan(0);
  });
});
