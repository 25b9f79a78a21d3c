// Tests the content security policy: whose scripts may run on which pages, depending on the
// settings.
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { officePolicy, sitePolicy } from './security.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

function configOf(environment: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'baixi-policy-'));
  try {
    return readConfig(environment, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const sources = (policy: string, name: string) =>
  policy.split('; ').find((part) => part.split(' ')[0] === name) ?? '';
const google = { GOOGLE_CLIENT_ID: 'id' };
const recaptcha = { RECAPTCHA_SITE_KEY: 'site', RECAPTCHA_SECRET: 'secret' };
const tags = { TAG_MANAGER: 'GTM-1' };
const agreed = { dev: false, consent: true };

describe('the member site', () => {
  test('without configuration allows only itself', () => {
    const policy = sitePolicy(configOf({}), 'n0nce', '/', agreed);
    expect(policy).not.toMatch(/https?:|unsafe|\*/);
    expect(sources(policy, 'script-src')).toBe(`script-src 'nonce-n0nce' 'strict-dynamic'`);
    expect(sources(policy, 'connect-src')).toBe(`connect-src 'self'`);
    expect(sources(policy, 'frame-ancestors')).toBe(`frame-ancestors 'none'`);
  });

  test.each([
    ['/member/login', google, true],
    ['/member/register', google, true],
    ['/member/login?redirectTo=/account', google, true],
    ['/', google, false],
    ['/account/profile', google, false],
    ['/member/login', recaptcha, true],
    ['/loan/apply', recaptcha, false],
    ['/', tags, true],
    ['/investment', tags, true],
    ['/account', tags, false],
    ['/member/login', tags, false],
    ['/investment/12/confirm', tags, false],
    ['/investment/12', tags, true],
    ['/loan/credit/apply', tags, false],
    ['/loan/success', tags, false],
    ['/loan/credit', tags, true],
    ['/member/login', { ...google, GOOGLE_ISSUER: 'http://127.0.0.1:9' }, false],
  ])('%s with %j: another site %s', (path, environment, there) => {
    const policy = sitePolicy(configOf(environment), 'n', path, agreed);
    expect(/google/.test(policy)).toBe(there);
  });

  test('each document has its own nonce and the policy of its kind, in whatever order', () => {
    const config = configOf({ ...google, ...tags });
    const kinds = ['/', '/member/login', '/account'].flatMap((path) =>
      [true, false].flatMap((dev) => [true, false].map((consent) => ({ path, dev, consent }))),
    );
    for (const nonce of ['first', 'second']) {
      for (const { path, ...how } of kinds) {
        const alone = sitePolicy({ ...config }, nonce, path, how);
        expect([path, how, sitePolicy(config, nonce, path, how)]).toEqual([path, how, alone]);
        expect(sources(alone, 'script-src')).toContain(`'nonce-${nonce}'`);
      }
    }
    const all = kinds.map(({ path, ...how }) => sitePolicy(config, 'n', path, how));
    // A member's document has the policy of a public one without consent.
    expect(new Set(all).size).toBe(6);
  });

  test('allows a tag manager only after consent', () => {
    const asked = { dev: false, consent: false };
    expect(sitePolicy(configOf(tags), 'n', '/', asked)).not.toMatch(/google|\*/);
    expect(sources(sitePolicy(configOf(tags), 'n', '/', agreed), 'script-src')).toBe(
      `script-src 'nonce-n' 'strict-dynamic'`,
    );
  });

  test('allows frames of the configured captcha', () => {
    const elsewhere = { ...recaptcha, RECAPTCHA_URL: 'https://www.recaptcha.net/recaptcha' };
    const policy = sitePolicy(configOf(elsewhere), 'n', '/member/login', agreed);
    expect(sources(policy, 'frame-src')).toContain(' https://www.recaptcha.net/recaptcha/');
    const without = sitePolicy(configOf({}), 'n', '/member/login', agreed);
    expect(sources(without, 'frame-src')).toBe(`frame-src 'none'`);
  });

  test('allows an API of another origin if one is configured', () => {
    // If the policy contained a path, it would allow only that one address.
    const config = configOf({ VITE_API_URL: 'https://api.baixi.example/base' });
    expect(sources(sitePolicy(config, 'n', '/', agreed), 'connect-src')).toBe(
      `connect-src 'self' https://api.baixi.example`,
    );
  });

  test('exchanges codes with a configured issuer only on the sign-in documents', () => {
    const config = configOf({ ...google, GOOGLE_ISSUER: 'https://id.example/realm' });
    const reached = (path: string) => sources(sitePolicy(config, 'n', path, agreed), 'connect-src');
    expect(reached('/member/login')).toBe(`connect-src 'self' https://id.example`);
    expect(reached('/account/profile')).toBe(`connect-src 'self'`);
  });

  test('requires https if it is served by https', () => {
    const config = configOf({ PUBLIC_URL: 'https://baixi.example' });
    expect(sitePolicy(config, 'n', '/', agreed)).toContain('upgrade-insecure-requests');
    expect(sitePolicy(configOf({}), 'n', '/', agreed)).not.toContain('upgrade');
  });
});

test('the office allows only itself, whatever is configured', () => {
  const policy = officePolicy(configOf({ ...google, ...recaptcha, ...tags }), false);
  expect(policy).not.toMatch(/https?:|unsafe|\*/);
  expect(sources(policy, 'script-src')).toBe(`script-src 'self'`);
});
