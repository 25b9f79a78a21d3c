// Test of cookies: names and attributes over https and over http on a developer's machine, and
// parsing.
import { describe, expect, test } from 'vitest';
import {
  cookieIn,
  deviceCookie,
  officeSessionCookie,
  registrationCookie,
  setCookie,
} from './cookies.ts';

const over = (scheme: string) => ({
  publicUrl: `${scheme}://baixi.example`,
  officeUrl: `${scheme}://office.baixi.example`,
});

describe('over https', () => {
  const urls = over('https');
  test('no other host of the domain can set cookies', () => {
    const names = [
      officeSessionCookie(urls),
      deviceCookie(urls, 'office'),
      deviceCookie(urls, 'site'),
    ];
    expect(names).toEqual(['__Host-office_session', '__Host-office_device', '__Host-device']);
    // The __Host- prefix requires Secure, the root path, and no Domain.
    expect(setCookie(urls, 'office', { name: names[0]!, value: 'x', seconds: 60 })).toBe(
      '__Host-office_session=x; Path=/; Max-Age=60; HttpOnly; SameSite=Strict; Secure',
    );
    const registration = { name: registrationCookie(urls), value: 'x', seconds: 60 };
    expect(setCookie(urls, 'site', { ...registration, sameSite: 'Lax' })).toBe(
      '__Host-registration=x; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure',
    );
  });
});

describe('over http', () => {
  test('cookies have names that a browser accepts', () => {
    const urls = over('http');
    const name = officeSessionCookie(urls);
    expect(name).toBe('office_session');
    expect(setCookie(urls, 'office', { name, value: '', seconds: 0 })).toBe(
      'office_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict',
    );
  });
});

describe('reading', () => {
  test.each([
    ['a=1; device=x.y; b=2', 'x.y'],
    ['device=x=y', 'x=y'],
    ['office_device=x', null],
    ['device=', null],
    ['device', null],
    [undefined, null],
  ])('%s', (header, value) => expect(cookieIn(header, 'device')).toBe(value));
});
