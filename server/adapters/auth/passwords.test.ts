// Tests of password hashing under load.
import { readFileSync, readdirSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { createPasswords } from './passwords.ts';

const passwords = createPasswords();

test('a password matches only its own hash', async () => {
  const hashed = await passwords.hashPassword('溪水-correct horse');
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.verifyPassword(hashed, '溪水-correct horse')).toBe(true);
  expect(await passwords.verifyPassword(hashed, '溪水-correct horsf')).toBe(false);
  expect(await passwords.verifyPassword(hashed, '')).toBe(false);
  expect(await passwords.hashPassword('溪水-correct horse')).not.toBe(hashed);
});

test('the same characters in another Unicode form match', async () => {
  const hashed = await passwords.hashPassword('caf\u00e9 １２３４');
  expect(await passwords.verifyPassword(hashed, 'cafe\u0301 1234')).toBe(true);
});

test('an unreadable hash matches nothing', async () => {
  expect(await passwords.verifyPassword('', 'x')).toBe(false);
  expect(await passwords.verifyPassword('$2b$10$nothing', 'x')).toBe(false);
});

test('an unknown account takes as long as a known one', async () => {
  const hashed = await passwords.hashPassword('some password');
  const took = async (work: () => Promise<unknown>): Promise<number> => {
    const from = performance.now();
    await work();
    return performance.now() - from;
  };
  // Measures known and unknown accounts alternately and takes the minimum of each, because a busy
  // machine slows single tries but not the fastest of many.
  let [known, unknown] = [Infinity, Infinity];
  for (let i = 0; i < 15; i += 1) {
    known = Math.min(known, await took(() => passwords.verifyPassword(hashed, 'wrong password')));
    unknown = Math.min(unknown, await took(() => passwords.verifyAgainstNothing('wrong password')));
  }
  expect(await passwords.verifyAgainstNothing('wrong password')).toBe(false);
  expect(unknown / known).toBeGreaterThan(0.3);
  expect(unknown / known).toBeLessThan(3);
});

test('beyond the queue a call is refused at once, and the others are answered', async () => {
  const small = createPasswords({ underwayMax: 4 });
  const settled = await Promise.allSettled(
    Array.from({ length: 10 }, () => small.verifyAgainstNothing('x')),
  );
  const refused = settled.filter(({ status }) => status === 'rejected');
  expect(settled.length - refused.length).toBe(4);
  for (const each of refused) expect(each).toMatchObject({ reason: { name: 'Busy' } });
  expect(await small.verifyAgainstNothing('after')).toBe(false);
});

test('what would wait too long is refused before it begins', async () => {
  const small = createPasswords({ underwayMax: 2 });
  let begun = 0;
  const sign = () =>
    small.admit(async () => {
      begun += 1;
      return small.verifyAgainstNothing('x');
    });
  const settled = await Promise.allSettled([sign(), sign(), sign()]);
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  expect(settled[2]).toMatchObject({ reason: { name: 'Busy' } });
  expect(begun).toBe(2);
  expect(await sign()).toBe(false);
});

test('a failing call frees its place', async () => {
  const small = createPasswords({ underwayMax: 1 });
  for (let i = 0; i < 5; i += 1) {
    await expect(small.hashPassword('x'.repeat(2000))).rejects.toThrow(RangeError);
  }
  expect(await small.verifyAgainstNothing('x')).toBe(false);
});

test.runIf(process.platform === 'linux')('hashing has a low priority', async () => {
  await passwords.hashPassword('some password');
  // The 19th field of a thread's status is its niceness; the second may contain spaces.
  const nice = readdirSync('/proc/self/task').map((thread) => {
    const status = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
    return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[16]);
  });
  // The tests themselves may run with a low priority.
  expect(Math.max(...nice)).toBeGreaterThanOrEqual(15);
  expect(Math.max(...nice)).toBeGreaterThan(Math.min(...nice));
});
