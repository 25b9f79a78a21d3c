// Tests that a job goes on with its other items when one of them fails, and counts as failed.
import pino from 'pino';
import { expect, test } from 'vitest';
import { KeyMissing } from './adapters/key-ring.ts';
import { TextDamaged } from './adapters/secrets.ts';
import { eachInLanes, eachOne, logDamage } from './each-one.ts';

const lines: string[] = [];
const log = pino({}, { write: (line: string) => void lines.push(line) });

test('all items are tried, the first error is thrown, and only ids are logged', async () => {
  const tried: number[] = [];
  const items = [1, 2, 3].map((id) => ({ id, name: '王小明' }));
  const run = async ({ id }: { id: number }) => {
    tried.push(id);
    if (id !== 2) throw new Error(`broken ${id}`);
  };
  await expect(eachOne({ log }, items, run)).rejects.toThrow('broken 1');
  expect(tried).toEqual([1, 2, 3]);
  expect(lines.join()).toContain('"item":{"id":3}');
  expect(lines.join()).not.toContain('王小明');
});

test('nothing is thrown if nothing fails', async () => {
  await expect(eachOne({ log }, [{ id: 1 }], async () => {})).resolves.toBeUndefined();
});

test('lanes work at the same time, each item once, and a failure keeps back none', async () => {
  const tried: number[] = [];
  let under = 0;
  let most = 0;
  const run = async ({ id }: { id: number }) => {
    under += 1;
    most = Math.max(most, under);
    await new Promise((resolve) => setTimeout(resolve, id === 1 ? 30 : 5));
    under -= 1;
    tried.push(id);
    if (id === 2) throw new Error('broken 2');
  };
  const items = Array.from({ length: 7 }, (_, at) => ({ id: at + 1 }));
  await expect(eachInLanes({ log }, 2, items, run)).rejects.toThrow('broken 2');
  expect(most).toBe(2);
  expect(tried.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(under, 'nothing is under way any more').toBe(0);
});

test('a damaged text is logged with the id of its row, and any other error is thrown', () => {
  lines.length = 0;
  const say = (error: unknown) => logDamage(log, error, { member: 7 }, 'a name is damaged');
  say(new TextDamaged('altered'));
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0]!)).toMatchObject({
    level: 50,
    member: 7,
    msg: 'a name is damaged',
    err: { message: 'altered' },
  });
  expect(() => say(new KeyMissing(2))).toThrow(KeyMissing);
  expect(lines).toHaveLength(1);
});
