// Test of streams: the number per account is limited, unconfirmed accounts get none, and a stream
// that nobody reads or whose session has ended ends.
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { identity } from '#contract/identity/calls.ts';
import { newCase, newInvestor } from '../../../tests/actors/market.ts';
import { newMember, type Person } from '../../../tests/actors/people.ts';
import { useServer } from '../../../tests/server.ts';

const server = useServer();
const opened: AbortController[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.abort();
});

async function follow(loanId: number, { token }: Person, method = 'GET') {
  const leaving = new AbortController();
  opened.push(leaving);
  const response = await fetch(`${server.siteUrl}/v1/invest/${loanId}/progress`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    signal: leaving.signal,
  });
  return { response, leave: () => leaving.abort() };
}

test('an account follows six cases at once, and another when one has ended', async () => {
  const loanId = await newCase(server);
  const [one, other] = [await newInvestor(server), await newInvestor(server)];
  const six = [];
  for (let count = 0; count < 6; count += 1) six.push(await follow(loanId, one));
  expect(six.map(({ response }) => response.status)).toEqual([200, 200, 200, 200, 200, 200]);

  const { response: seventh } = await follow(loanId, one);
  expect(seventh.status).toBe(429);
  expect(seventh.headers.get('retry-after')).toBe('15');
  expect(await seventh.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  // The limit of one account does not affect another.
  expect((await follow(loanId, other)).response.status).toBe(200);

  six[0]!.leave();
  await expect
    .poll(async () => (await follow(loanId, one)).response.status, { timeout: 3_000 })
    .toBe(200);
});

test('a HEAD request does not open a stream', async () => {
  const loanId = await newCase(server);
  const one = await newInvestor(server);
  for (let count = 0; count < 7; count += 1) {
    expect((await follow(loanId, one, 'HEAD')).response.status).toBe(404);
  }
  expect((await follow(loanId, one)).response.status).toBe(200);
});

test('a member with an unconfirmed address cannot follow', async () => {
  const loanId = await newCase(server);
  const one = await newMember(server);
  await server.rows('update identity.member set email_verified_at = null where id = $1', [one.id]);
  const { response } = await follow(loanId, one);
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ code: 'EMAIL_NOT_VERIFIED' });
});

/** Returns the next part of a stream; null at its end. */
async function nextOf(body: ReadableStreamDefaultReader<Uint8Array>): Promise<string | null> {
  const { done, value } = await body.read();
  return done ? null : Buffer.from(value).toString();
}

test('a stream ends at the first heartbeat after the logout, and no other does', async () => {
  const loanId = await newCase(server);
  const [one, other] = [await newInvestor(server), await newInvestor(server)];
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const own = (await follow(loanId, one)).response.body!.getReader();
  const others = (await follow(loanId, other)).response.body!.getReader();
  expect(await nextOf(own)).toMatch(/^data: /);
  expect(await nextOf(others)).toMatch(/^data: /);
  vi.advanceTimersByTime(15_000);
  expect(await nextOf(own)).toBe(':\n\n');
  expect(await nextOf(others)).toBe(':\n\n');

  await server.ok(identity.logout, {}, { token: one.token });
  vi.advanceTimersByTime(15_000);
  await expect.poll(() => nextOf(own)).toBe(null);
  expect(await nextOf(others)).toBe(':\n\n');
});
