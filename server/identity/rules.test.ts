// Test of session lifetimes, of when codes may be sent, and of how numbers are masked.
import { describe, expect, test } from 'vitest';
import { Refusal } from '#contract/refusals.ts';
import {
  assertMaySendCode,
  codeMessage,
  factorsFor,
  failuresOf,
  maskedIdNumber,
  maskedName,
  maskedPhone,
  networkOf,
  sessionIsAlive,
} from './rules.ts';

const start = Date.parse('2026-11-20T09:00:00Z');
const at = (minutes: number, seconds = 0) => new Date(start + minutes * 60_000 + seconds * 1000);

describe('a session', () => {
  test.each([
    // Columns: name of the case, current time, the session's last use, its end, and whether it is
    // alive.
    ['at once', at(0), at(0), null, true],
    ['a second before idling 2 h', at(119, 59), at(0), null, true],
    ['after idling 2 h', at(120), at(0), null, false],
    ['used all the time, a second before 12 h', at(719, 59), at(719), null, true],
    ['used all the time, after 12 h', at(720), at(719), null, false],
    ['after logout', at(5), at(4), at(4), false],
  ])('%s', (_, now, usedAt, endedAt, alive) => {
    expect(sessionIsAlive({ usedAt, endedAt, endsAt: at(720) }, now)).toBe(alive);
  });
});

describe('a code', () => {
  const retryAfter = (lastAt: Date | null, today: number, oldestAt: Date | null, now: Date) => {
    try {
      assertMaySendCode({ lastAt, today, oldestAt }, 10, now);
      return 0;
    } catch (error) {
      expect(error).toBeInstanceOf(Refusal);
      expect((error as Refusal).code).toBe('TOO_MANY_REQUESTS');
      return (error as Refusal).retryAfter;
    }
  };
  test.each([
    ['the first', null, 0, null, at(0), 0],
    ['59 s after another', at(0), 1, at(0), at(0, 59), 1],
    ['a minute after another', at(0), 1, at(0), at(1), 0],
    ['at once after another', at(0), 1, at(0), at(0), 60],
    ['the tenth in a day', at(9), 9, at(0), at(60), 0],
    ['the eleventh in a day', at(9), 10, at(0), at(60), 23 * 3600],
  ])('%s', (_, lastAt, today, oldestAt, now, wait) => {
    expect(retryAfter(lastAt, today, oldestAt, now)).toBe(wait);
  });

  test('ends its message with the line that binds it to the site', () => {
    const text = codeMessage('012345', null, {
      brand: '百溪',
      publicUrl: 'https://baixi.example:8443/',
    });
    expect(text).toMatch(/^【百溪】您的驗證碼是 012345，5 分鐘內有效/);
    expect(text.split('\n').at(-1)).toBe('@baixi.example #012345');
  });
});

test('a refused sign-in reports the worse of the two counts', () => {
  expect(failuresOf({ account: 2, address: 4 })).toBe(4);
  expect(failuresOf({ account: 6, address: 1 })).toBe(6);
});

test('masks leave just enough to recognise', () => {
  expect(maskedIdNumber('A123456789')).toBe('A12****789');
  expect(maskedPhone('0912345678')).toBe('0912-***-678');
  expect(['王明', '王小明', '歐陽小明', '林'].map(maskedName)).toEqual([
    '王○',
    '王○明',
    '歐○○明',
    '林○',
  ]);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:2:ffff::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

describe('who is asked for a second factor', () => {
  const both = [true, false];
  const all = (['password', 'google', 'passkey'] as const).flatMap((by) =>
    both.flatMap((isKnownBrowser) =>
      [true, false, null].flatMap((choice) =>
        both.flatMap((hasMoney) =>
          both.flatMap((hasPasskey) =>
            both.map((hasPhone) => ({
              by,
              isKnownBrowser,
              choice,
              hasMoney,
              hasPasskey,
              hasPhone,
            })),
          ),
        ),
      ),
    ),
  );

  test('of all 144 cases: nobody in a known browser, with a passkey, or if it is off', () => {
    expect(all).toHaveLength(144);
    for (const facts of all) {
      const { by, choice, hasMoney, hasPasskey, hasPhone, isKnownBrowser } = facts;
      const isOff = choice === false || (choice === null && !hasMoney);
      const free = isKnownBrowser || by === 'passkey' || isOff || !(hasPasskey || hasPhone);
      expect(factorsFor(facts).length === 0, JSON.stringify(facts)).toBe(free);
    }
  });

  test.each([
    [{ hasPasskey: true, hasPhone: true }, ['passkey', 'sms']],
    [{ hasPasskey: true, hasPhone: false }, ['passkey']],
    [{ hasPasskey: false, hasPhone: true }, ['sms']],
    [{ hasPasskey: false, hasPhone: false }, []],
  ])('with %j: %j, the best first', (has, ways) => {
    const facts = { by: 'password', isKnownBrowser: false, choice: null, hasMoney: true } as const;
    expect(factorsFor({ ...facts, ...has })).toEqual(ways);
  });
});
