// Tests of payment order files and signed callbacks.
import { mkdir, mkdtemp, readFile, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { payment } from '../../../tests/conformance/bank.ts';
import { createBank, signCallback, verifyCallback } from './bank.ts';

describe('order files', () => {
  let orderDir: string;
  beforeEach(async () => {
    orderDir = await mkdtemp(path.join(os.tmpdir(), 'orders-'));
  });
  afterEach(() => rm(orderDir, { recursive: true }));
  const batch = (changed: object = {}) => ({
    reference: 'batch-9',
    approvedAt: new Date('2026-11-22T16:30:00Z'),
    payments: [
      { ...payment, ...changed },
      { ...payment, reference: 'payout-18-1', amount: 100 },
    ],
  });
  const orders = async () => (await readdir(orderDir)).filter((name) => name !== 'done');

  test('a batch becomes one whole file', async () => {
    await createBank({ orderDir, orders: { format: 'csv' } }).sendBatch(batch());
    expect(await orders()).toEqual(['batch-9.csv']);
    expect((await readFile(path.join(orderDir, 'batch-9.csv'), 'utf8')).split('\r\n')).toEqual([
      '\uFEFF"參考編號","用途","銀行代碼","帳號","戶名","金額","附言"',
      '"payout-17-1","payout","812","00012345678901","林小溪","8885","還款分配"',
      '"payout-18-1","payout","812","00012345678901","林小溪","100","還款分配"',
      '',
    ]);
  });

  test('files that nobody collects are counted, with the time of the oldest', async () => {
    const bank = createBank({ orderDir, orders: { format: 'csv' } });
    expect(await bank.waitingFiles?.()).toEqual({ files: 0, oldestAt: null });
    await bank.sendBatch(batch());
    await bank.sendCollection({ reference: 'debits-1', bytes: Buffer.from('') });
    await writeFile(path.join(orderDir, 'batch-10.csv.part'), '');
    const oldestAt = new Date('2026-11-20T01:00:00Z');
    await utimes(path.join(orderDir, 'batch-9.csv'), oldestAt, oldestAt);
    expect(await bank.waitingFiles?.()).toEqual({ files: 2, oldestAt });
    await rename(path.join(orderDir, 'batch-9.csv'), path.join(orderDir, 'done/batch-9.csv'));
    expect(await bank.waitingFiles?.()).toMatchObject({ files: 1 });
  });

  test('the same batch again creates no second file, even after it was collected', async () => {
    const bank = createBank({ orderDir, orders: { format: 'csv' } });
    await bank.sendBatch(batch());
    await bank.sendBatch(batch());
    expect(await orders()).toHaveLength(1);
    await mkdir(path.join(orderDir, 'done'), { recursive: true });
    await rename(path.join(orderDir, 'batch-9.csv'), path.join(orderDir, 'done/batch-9.csv'));
    await bank.sendBatch(batch());
    expect(await orders()).toEqual([]);
  });

  test('no name becomes a formula, a second line or another cell', async () => {
    const changed = { holder: '=cmd|"/c calc"!A1', memo: '+1\r\n"x","y"' };
    await createBank({ orderDir, orders: { format: 'csv' } }).sendBatch(batch(changed));
    const [, line, , end] = (await readFile(path.join(orderDir, 'batch-9.csv'), 'utf8')).split(
      '\r\n',
    );
    expect(line).toContain('"cmd|""/c calc""!A1","8885","1 ""x"",""y"""');
    expect(end).toBe('');
  });

  test('a crash before the file is written leads to the same file', async () => {
    await createBank({ orderDir, orders: { format: 'csv' } }).sendBatch(batch());
    const first = await readFile(path.join(orderDir, 'batch-9.csv'));
    await rm(path.join(orderDir, 'batch-9.csv'));
    await createBank({ orderDir, orders: { format: 'csv' } }).sendBatch(batch());
    expect(await readFile(path.join(orderDir, 'batch-9.csv'))).toEqual(first);
  });

  test.each(['../x', '', 'a b'])('a batch with the reference %j is refused', async (reference) => {
    const bank = createBank({ orderDir, orders: { format: 'csv' } });
    await expect(bank.sendBatch({ ...batch(), reference })).rejects.toThrow('not a');
    await expect(bank.sendBatch({ ...batch(), payments: [] })).rejects.toThrow('not a');
    expect(await orders()).toEqual([]);
  });

  test.each([
    { reference: '../x' },
    { reference: '' },
    { amount: 0 },
    { amount: -5 },
    { amount: 1.5 },
    { account: '12-34' },
    { bankCode: '81' },
  ])('%j is refused and writes nothing', async (wrong) => {
    const bank = createBank({ orderDir, orders: { format: 'csv' } });
    await expect(bank.sendBatch(batch(wrong))).rejects.toThrow('not a');
    expect(await orders()).toEqual([]);
  });
});

describe('callbacks', () => {
  const now = new Date('2026-11-21T02:00:00Z');
  const later = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);
  const body = '{"records":[{"seq":"1","memo":"溪"}]}';
  const headers = signCallback(body, 'a secret of the bank', now);
  const good = (changed: object = {}, at = now, secret = 'a secret of the bank'): boolean =>
    verifyCallback({ body, headers, ...changed }, secret, { now: at });

  test('a signed report is accepted', () => {
    expect(good()).toBe(true);
    expect(good({}, later(299))).toBe(true);
    expect(good({}, later(-299))).toBe(true);
  });

  test('an old report, one from the future, and one with another secret are refused', () => {
    expect(good({}, later(302))).toBe(false);
    expect(good({}, later(-302))).toBe(false);
    expect(good({}, now, 'another secret')).toBe(false);
  });

  test('a changed body or time is detected', () => {
    expect(good({ body: `${body} ` })).toBe(false);
    const timestamp = String(Number(headers['x-bank-timestamp']) + 1);
    expect(good({ headers: { ...headers, 'x-bank-timestamp': timestamp } })).toBe(false);
  });

  test.each([
    {},
    { 'x-bank-signature': headers['x-bank-signature'] },
    { 'x-bank-timestamp': headers['x-bank-timestamp'] },
    { ...headers, 'x-bank-signature': '' },
    { ...headers, 'x-bank-signature': 'sha256=' },
    { ...headers, 'x-bank-signature': `${headers['x-bank-signature']}0` },
    { ...headers, 'x-bank-signature': [headers['x-bank-signature']!, 'x'] },
    { ...headers, 'x-bank-timestamp': 'NaN' },
    { ...headers, 'x-bank-timestamp': '1e99' },
  ])('headers %j are refused', (given) => {
    expect(good({ headers: given })).toBe(false);
  });
});
