// Tests challenges that are solved as a browser solves them, and that every shortcut is refused.
import { randomBytes } from 'node:crypto';
import { solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { expect, test } from 'vitest';
import { createCaptcha } from './captcha.ts';

const hmacKey = randomBytes(32);
const now = new Date(performance.timeOrigin + performance.now());
const easy = { realNow: () => now, work: 40, cost: 50 };
const captcha = createCaptcha({ hmacKey, ...easy });

async function solved(challenge: Challenge) {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('not solved');
  return { challenge, solution };
}
const encoded = (claim: unknown): string => Buffer.from(JSON.stringify(claim)).toString('base64');

test('a solved challenge is accepted and its nonce is returned', async () => {
  const claim = await solved(await captcha.challenge());
  const name = await captcha.verify(encoded(claim));
  expect(name).toBe(claim.challenge.parameters.nonce);
  expect(claim.challenge.parameters.expiresAt! * 1000 - now.getTime()).toBeGreaterThan(598_000);
  // Verifying the same solution again returns the same name; the caller must prevent reuse.
  expect(await captcha.verify(encoded(claim))).toBe(name);
  expect((await captcha.challenge()).parameters.nonce).not.toBe(claim.challenge.parameters.nonce);
});

test('an expired challenge is refused', async () => {
  const old = new Date(now.getTime() - 11 * 60_000);
  const late = createCaptcha({ hmacKey, ...easy, realNow: () => old });
  const claim = await solved(await late.challenge());
  expect(await captcha.verify(encoded(claim))).toBe(null);
});

test('a challenge with another key, or one made easier, is refused', async () => {
  const other = createCaptcha({ hmacKey: randomBytes(32), ...easy });
  const foreign = await solved(await other.challenge());
  expect(await captcha.verify(encoded(foreign))).toBe(null);
  const ours = await captcha.challenge();
  for (const easier of [{ keyPrefix: '00' }, { cost: 1 }, { expiresAt: 9_999_999_999 }]) {
    const changed = { ...ours, parameters: { ...ours.parameters, ...easier } };
    const claim = await solved({
      ...changed,
      parameters: { ...changed.parameters, keyPrefix: '0' },
    });
    expect(await captcha.verify(encoded({ ...claim, challenge: changed }))).toBe(null);
  }
});

test('a guessed solution is refused', async () => {
  const challenge = await captcha.challenge();
  const { keyPrefix } = challenge.parameters;
  for (const derivedKey of ['', keyPrefix, keyPrefix + '0'.repeat(32), 'zz']) {
    const claim = { challenge, solution: { counter: 1, derivedKey, time: 1 } };
    expect(await captcha.verify(encoded(claim))).toBe(null);
  }
});

test.each(['', 'x', encoded(null), encoded([]), encoded({ challenge: {} }), 'A'.repeat(9_000)])(
  'an invalid payload is refused: %.20s',
  async (payload) => {
    expect(await captcha.verify(payload)).toBe(null);
  },
);

test('a costly challenge made by the sender costs the server nothing', async () => {
  const { challenge, solution } = await solved(await captcha.challenge());
  const costly = { ...challenge, parameters: { ...challenge.parameters, cost: 2_000_000_000 } };
  const from = performance.now();
  expect(await captcha.verify(encoded({ challenge: costly, solution }))).toBe(null);
  expect(performance.now() - from).toBeLessThan(500);
});
