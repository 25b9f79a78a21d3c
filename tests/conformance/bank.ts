// What every adapter of the bank must do: orders that are never doubled, and reports that are real.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Bank,
  createBank,
  signCallback,
  verifyCallback,
} from '../../server/adapters/bank/bank.ts';
import type { PortSubjects, Property } from './kit.ts';

export const payment = {
  reference: 'payout-17-1',
  purpose: 'payout',
  bankCode: '812',
  account: '00012345678901',
  holder: '林小溪',
  amount: 8_885,
  memo: '還款分配',
};
let number = 0;
const newBatch = (changed: object = {}) => ({
  reference: `batch-${(number += 1)}`,
  payments: [{ ...payment, ...changed }],
});

const ofOrders = (bank: Bank, orderDir: string): Property[] => [
  {
    name: 'an order holds every field of its payments',
    async run() {
      const batch = newBatch();
      await bank.sendBatch(batch);
      const text = await readFile(join(orderDir, `${batch.reference}.csv`), 'utf8');
      for (const value of Object.values(payment)) assert.ok(text.includes(`"${value}"`));
    },
  },
  {
    name: 'the same batch again, also after its collection, is one order',
    async run() {
      const batch = newBatch();
      const files = async () =>
        (await readdir(orderDir)).filter((name) => name.startsWith(`${batch.reference}.`));
      await bank.sendBatch(batch);
      await bank.sendBatch(batch);
      assert.equal((await files()).length, 1);
      await mkdir(join(orderDir, 'done'), { recursive: true });
      const name = `${batch.reference}.csv`;
      await rename(join(orderDir, name), join(orderDir, 'done', name));
      await bank.sendBatch(batch);
      assert.deepEqual(await files(), []);
    },
  },
  {
    name: 'a payment that cannot be right is not ordered',
    async run() {
      for (const wrong of [
        { amount: 0 },
        { amount: 1.5 },
        { amount: -1 },
        { account: 'x' },
        { bankCode: '81' },
        { reference: '../x' },
      ]) {
        const batch = newBatch(wrong);
        await assert.rejects(bank.sendBatch(batch));
        assert.ok(!(await readdir(orderDir)).includes(`${batch.reference}.csv`));
      }
    },
  },
  {
    name: 'a name cannot become a formula or another line',
    async run() {
      const batch = newBatch({ holder: '=1+1', memo: 'a\r\nb' });
      await bank.sendBatch(batch);
      const text = await readFile(join(orderDir, `${batch.reference}.csv`), 'utf8');
      assert.ok(text.includes('"1+1"') && text.includes('"a b"'));
    },
  },
];

const SECRET = '0123456789abcdef';
const now = new Date(1_795_000_000_000);
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
const isReal = (body: string, headers: Record<string, string>, secret = SECRET, at = now) =>
  verifyCallback({ body, headers }, secret, { now: at });

const ofReports: Property[] = [
  {
    name: 'a signed report is believed within five minutes',
    async run() {
      const headers = signCallback('{"a":1}', SECRET, now);
      assert.ok(isReal('{"a":1}', headers));
      assert.ok(isReal('{"a":1}', headers, SECRET, later(299)));
      assert.ok(!isReal('{"a":1}', headers, SECRET, later(301)));
      assert.ok(!isReal('{"a":1}', headers, SECRET, later(-301)));
    },
  },
  {
    name: 'an altered, unsigned or foreign report is not',
    async run() {
      const headers = signCallback('{"a":1}', SECRET, now);
      assert.ok(!isReal('{"a":2}', headers));
      assert.ok(!isReal('{"a":1}', {}));
      assert.ok(!isReal('{"a":1}', headers, 'another secret 16'));
    },
  },
];

export async function openBank(): Promise<PortSubjects> {
  const orderDir = await mkdtemp(join(tmpdir(), 'conformance-'));
  const port = 'bank';
  return {
    subjects: [
      { port, adapter: 'order files', properties: ofOrders(createBank({ orderDir }), orderDir) },
      { port, adapter: 'signed reports', properties: ofReports },
    ],
    close: () => rm(orderDir, { recursive: true }),
  };
}
