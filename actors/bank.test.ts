// Tests how the actors move the business date.
import { expect, test } from 'vitest';
import type { Client } from './client.ts';
import { passDays } from './bank.ts';

test('days pass a week at a time, because a request waits five minutes at most', async () => {
  const asked: number[] = [];
  const ok = async (_call: unknown, { advanceDays }: { advanceDays: number }) => {
    asked.push(advanceDays);
    return { data: { today: `day ${asked.reduce((a, b) => a + b)}` } };
  };
  const client = { ok } as unknown as Pick<Client, 'ok'>;
  expect(await passDays(client, 31)).toBe('day 31');
  expect(asked).toEqual([7, 7, 7, 7, 3]);
  expect(await passDays(client, 0)).toBe('day 31');
});
