// Tests that statement files are read in processes with limits.
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { mappingSchema } from '#contract/banking/statements.ts';
import { day } from '#contract/core/day.ts';
import { newDiskFiles } from '../../../../tests/files/stored-files.ts';
import { StatementUnreadable } from './bank-statement.ts';
import { linesIn } from './statement-file.ts';
import { createStatementReader } from './statement-reader.ts';

const columns = { date: 'd', seq: 'n', credit: 'c', virtualAccount: 'v' };
const mapping = mappingSchema.parse({ bank: '812', columns });
const on = day('2026-11-29');
const reader = createStatementReader();
const hasty = createStatementReader({ timeLimitMs: 1 });
const dir = mkdtempSync(join(tmpdir(), 'statements-'));
const files = newDiskFiles(dir);
afterAll(async () => {
  reader.close();
  hasty.close();
  await rm(dir, { recursive: true });
});
/** Stores a file, and reads it in another process. */
const read = async (bytes: Buffer, by = mapping, { with: one = reader, isFirst = false } = {}) =>
  one.read(files, await files.put(bytes, 'text/csv'), { mapping: by, on, isFirst });

const fileOf = (count: number) => {
  const rows = Array.from({ length: count }, (_, at) => `2026-11-29,N${at},${at + 1},99688533\n`);
  return Buffer.from(`d,n,c,v\n${rows.join('')}`);
};

test('a file of many parts comes back in its order, from any line on', async () => {
  const file = await read(fileOf(1_203));
  const lines = [...linesIn(file)];
  expect([file.lines, lines.length]).toEqual([1_203, 1_203]);
  const rest = [...linesIn(file, 1_001)];
  expect(rest).toEqual(lines.slice(1_001));
  expect(rest[0]).toMatchObject({ seq: 'N1001', record: { at: new Date('2026-11-28T16:00:00Z') } });
});

test('a file that does not fit, nests too deep or takes too long is refused in words', async () => {
  const camt = mappingSchema.parse({ format: 'camt.053', bank: '812' });
  const nested = Buffer.from('<a>'.repeat(10_000_000));
  const all = [
    [read(Buffer.from('a,b\n1,2\n'), mapping, { isFirst: true }), '缺少欄位'],
    [read(nested, camt), '巢狀超過 32 層'],
    [read(fileOf(2), mapping, { with: hasty }), '讀取超過 20 秒'],
  ] as const;
  const settled = await Promise.allSettled(all.map(([read]) => read));
  for (const [at, { status, ...rest }] of settled.entries()) {
    const error = status === 'rejected' ? (rest as PromiseRejectedResult).reason : null;
    expect(error instanceof StatementUnreadable).toBe(true);
    expect((error as Error).message).toContain(all[at]![1]);
  }
});
