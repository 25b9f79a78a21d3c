// Test that workbooks are written in another process, one at a time, with a limited queue.
import { afterAll, expect, test } from 'vitest';
import { createWorkbooks } from './workbooks.ts';
import { WorkersBusy } from './workers.ts';

const workbooks = createWorkbooks({ waitingMax: 1 });
afterAll(() => workbooks.close());

test('a table of every kind of cell is a workbook', async () => {
  const rows = [
    ['甲', 1, null],
    ['乙'.repeat(40_000), -2, '=cmd()'],
  ];
  const book = await workbooks.write({ columns: ['名稱', '金額', '說明'], rows });
  expect(book.subarray(0, 2).toString()).toBe('PK');
});

test('more than the queue holds are refused, and the others are written', async () => {
  const rows = Array.from({ length: 2_000 }, (_, i) => [i, `第 ${i} 列`]);
  const asked = [1, 2, 3].map(() => workbooks.write({ columns: ['編號', '說明'], rows }));
  const made = await Promise.allSettled(asked);
  expect(made.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  expect((made[2] as PromiseRejectedResult).reason).toBeInstanceOf(WorkersBusy);
});
