// The bank: payments ordered from the trust account, and the signature on what it reports back.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Day } from '#contract/core/day.ts';

export type BankPayment = {
  /** Ours, and the bank's memory: the same reference is never paid twice. */
  reference: string;
  purpose: string;
  bankCode: string;
  account: string;
  holder: string;
  /** Whole NT$. */
  amount: number;
  memo: string;
};

/** What two persons let go at once: one file, known to the bank by its reference. */
export type BankBatch = { reference: string; payments: readonly BankPayment[] };

export type Bank = {
  /** Resolves once the bank has all of it for good; what became of each is reported later. */
  sendBatch(batch: BankBatch): Promise<void>;
  /** The trust account's lines of a day and what lay there at its end, where the bank tells. */
  statementOf?(day: Day): Promise<BankStatement>;
};

export type BankLine = { seq: string; amount: number; reference: string | null };
export type BankStatement = { bank: string; lines: BankLine[]; closing: number };

const ORDER_COLUMNS = ['參考編號', '用途', '銀行代碼', '帳號', '戶名', '金額', '附言'];

/**
 * Live, for any bank: one order file per batch in a folder that the bank's own transfer program
 * collects. A batch sent again finds its file, waiting or collected into `done/`, and writes no
 * second one.
 */
export function createBank({ orderDir }: { orderDir: string }): Bank {
  return {
    async sendBatch(batch) {
      const { reference } = batch;
      if (!/^[\w-]{1,60}$/.test(reference)) throw new Error('not a reference of ours');
      const file = path.join(orderDir, `${reference}.csv`);
      const done = path.join(orderDir, 'done', `${reference}.csv`);
      await mkdir(path.dirname(done), { recursive: true, mode: 0o700 });
      const content = batchFile(batch);
      if ((await exists(file)) || (await exists(done))) return;
      await writeWhole(file, content);
    },
  };
}

/**
 * A header and a line a payment, with the mark that makes spreadsheets read UTF-8. The same batch
 * is the same bytes, however often it is written.
 */
export function batchFile({ payments }: BankBatch): string {
  if (payments.length === 0) throw new Error('not a batch: nothing to pay');
  const rows = [ORDER_COLUMNS, ...payments.map(orderLine)];
  return `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

function orderLine(payment: BankPayment): string[] {
  const { reference, purpose, bankCode, account, holder, amount, memo } = payment;
  if (!/^[\w-]{1,60}$/.test(reference)) throw new Error('not a reference of ours');
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new Error('not an amount to pay');
  if (!/^\d{3}$/.test(bankCode) || !/^\d{6,16}$/.test(account)) throw new Error('not an account');
  return [reference, purpose, bankCode, account, holder, String(amount), memo];
}

/** Quoted, and without the signs by which a spreadsheet takes text for a formula. */
function cell(text: string): string {
  const plain = text.replace(/[\r\n\0]+/g, ' ').replace(/^[\s=+\-@]+/, '');
  return `"${plain.replaceAll('"', '""')}"`;
}

async function writeWhole(file: string, content: string): Promise<void> {
  const aside = `${file}.part`;
  const handle = await open(aside, 'w', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  await rename(aside, file);
  const folder = await open(path.dirname(file), 'r');
  await folder.sync().finally(() => folder.close());
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}

/** The headers of a callback; the time is covered by the signature. */
export const callbackHeaders = { timestamp: 'x-bank-timestamp', signature: 'x-bank-signature' };
/** Seconds a callback may be old, or ahead of our clock. */
const TOLERANCE_SECONDS = 300;

/** What a bank sends along with a report: HMAC-SHA256 over `timestamp.body`. */
export function signCallback(body: string, secret: string, realNow: Date): Record<string, string> {
  const timestamp = String(Math.floor(realNow.getTime() / 1000));
  return {
    [callbackHeaders.timestamp]: timestamp,
    [callbackHeaders.signature]: `sha256=${macOf(timestamp, body, secret)}`,
  };
}

/**
 * Whether a report is the bank's own, unaltered and fresh. The body is taken as it came, before
 * any parsing. Replays within the tolerance are harmless: every record counts once.
 */
export function verifyCallback(
  raw: { body: string; headers: Record<string, string | string[] | undefined> },
  secret: string,
  { now, toleranceSeconds = TOLERANCE_SECONDS }: { now: Date; toleranceSeconds?: number },
): boolean {
  const timestamp = raw.headers[callbackHeaders.timestamp];
  const signature = raw.headers[callbackHeaders.signature];
  if (typeof timestamp !== 'string' || typeof signature !== 'string') return false;
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  const age = now.getTime() / 1000 - Number(timestamp);
  if (Math.abs(age) > toleranceSeconds) return false;
  const expected = Buffer.from(`sha256=${macOf(timestamp, raw.body, secret)}`);
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function macOf(timestamp: string, body: string, secret: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
}
