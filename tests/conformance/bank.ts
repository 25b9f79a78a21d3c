// What every adapter of the bank must do: orders that are never doubled, and reports that are real.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { day } from '#contract/core/day.ts';
import {
  type Bank,
  createBank,
  signCallback,
  verifyCallback,
} from '../../server/adapters/bank/bank.ts';
import {
  answerTo,
  type CollectionFile,
  readCollection,
  writeCollection,
} from '../../server/adapters/bank/ach-files.ts';
import { orderFile, type OrderSettings } from '../../server/adapters/bank/order-files.ts';
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
  approvedAt: new Date(1_795_000_000_000),
  payments: [{ ...payment, ...changed }],
});

type Format = { extension: 'csv' | 'xml'; delimiters: readonly [string, string] };

/** What the bank needs to know of a payment. */
const { purpose: _purpose, ...needed } = payment;

const ofOrders = (bank: Bank, orderDir: string, { extension, delimiters }: Format): Property[] => [
  {
    name: 'an order holds every field of its payments',
    async run() {
      const batch = newBatch();
      await bank.sendBatch(batch);
      const text = await readFile(join(orderDir, `${batch.reference}.${extension}`), 'utf8');
      for (const value of Object.values(needed)) {
        assert.ok(text.includes(`${delimiters[0]}${value}${delimiters[1]}`));
      }
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
      const name = `${batch.reference}.${extension}`;
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
        assert.ok(!(await readdir(orderDir)).includes(`${batch.reference}.${extension}`));
      }
    },
  },
  {
    name: 'a name cannot become another field, element or line',
    async run() {
      const batch = newBatch({ holder: '","</Nm><Nm>', memo: 'a\r\nb' });
      await bank.sendBatch(batch);
      const text = await readFile(join(orderDir, `${batch.reference}.${extension}`), 'utf8');
      assert.ok(!text.includes(extension === 'csv' ? ',"","' : '</Nm><Nm>'));
      assert.ok(text.includes(`${delimiters[0]}a b${delimiters[1]}`));
    },
  },
];

const ofTables: Property[] = [
  {
    name: 'a name cannot become a formula',
    async run() {
      const { text } = orderFile(newBatch({ holder: '=1+1' }), { format: 'csv' });
      assert.ok(text.includes('"1+1"'));
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

const debtor = {
  bank: '8120001',
  account: '12345678901',
  personId: 'A123456789',
  userNo: 'M0000000017',
};
const about = {
  on: day('2026-12-21'),
  at: new Date('2026-12-20T16:10:00Z'),
  creditor: { number: '99688006', transaction: '999', bank: '8120000', account: '2000123456789' },
};
const debits: CollectionFile = {
  ...about,
  type: 'P01',
  rows: [
    { ...debtor, reference: 'debit-17-1', amount: 8_885, memo: '百溪還款' },
    { ...debtor, reference: 'debit-18-1', amount: 1, memo: '' },
  ],
};
const mandates: CollectionFile = {
  ...about,
  type: 'P02',
  rows: [{ ...debtor, reference: 'mandate-17-add', action: 'add', limit: 50_000 }],
};

const ofCollections = (bank: Bank, orderDir: string): Property[] => [
  ...[debits, mandates].map((file) => ({
    name: `a file ${file.type} arrives with its bytes, and only once`,
    async run() {
      const reference = `collection-${(number += 1)}`;
      const bytes = writeCollection(file);
      const waiting = async () =>
        (await readdir(orderDir)).filter((name) => name.startsWith(reference));
      await bank.sendCollection({ reference, bytes });
      await bank.sendCollection({ reference, bytes });
      const [name, ...others] = await waiting();
      assert.deepEqual(others, []);
      assert.deepEqual(await readFile(join(orderDir, name!)), bytes);
      await rename(join(orderDir, name!), join(orderDir, 'done', name!));
      await bank.sendCollection({ reference, bytes });
      assert.deepEqual(await waiting(), []);
    },
  })),
  {
    name: 'a collection without a reference of ours is not sent',
    async run() {
      for (const reference of ['../x', '', 'a b']) {
        await assert.rejects(bank.sendCollection({ reference, bytes: writeCollection(debits) }));
      }
    },
  },
  {
    name: 'an answer is offered with its bytes until it took effect, and never again',
    async run() {
      await bank.collectionAnswers();
      const bytes = writeCollection(answerTo(debits, about.at, () => '01'));
      for (const name of ['b-R01.txt', 'a-R01.txt', 'c-R01.txt.part']) {
        await writeFile(join(orderDir, 'answers', name), bytes);
      }
      const names = async () => (await bank.collectionAnswers()).map((file) => file.reference);
      assert.deepEqual(await names(), ['a-R01.txt', 'b-R01.txt']);
      const [first] = await bank.collectionAnswers();
      assert.deepEqual(first!.bytes, bytes);
      await bank.dropAnswer('a-R01.txt');
      await bank.dropAnswer('a-R01.txt');
      assert.deepEqual(await names(), ['b-R01.txt']);
      await assert.rejects(bank.dropAnswer('../done/a-R01.txt'));
    },
  },
  ...[debits, mandates].map((file) => ({
    name: `every record of ${file.type} and of its answer is read as it was written`,
    async run() {
      const answer = answerTo(file, about.at, ({ reference }) => reference.slice(-1));
      for (const each of [file, answer]) {
        assert.deepEqual(readCollection(writeCollection(each)).rows, each.rows);
      }
    },
  })),
];

export async function openBank(): Promise<PortSubjects> {
  const orderDir = await mkdtemp(join(tmpdir(), 'conformance-'));
  const port = 'bank';
  const table = createBank({ orderDir, orders: { format: 'csv' } });
  const iso = { format: 'pain.001', bankCode: '812', account: '2000123456789', holder: '百溪' };
  const transfers = createBank({ orderDir, orders: iso as OrderSettings });
  return {
    subjects: [
      {
        port,
        adapter: 'order files',
        properties: [
          ...ofOrders(table, orderDir, { extension: 'csv', delimiters: ['"', '"'] }),
          ...ofTables,
          ...ofCollections(table, orderDir),
        ],
      },
      {
        port,
        adapter: 'order files, ISO 20022',
        properties: ofOrders(transfers, orderDir, { extension: 'xml', delimiters: ['>', '<'] }),
      },
      { port, adapter: 'signed reports', properties: ofReports },
    ],
    close: () => rm(orderDir, { recursive: true }),
  };
}
