// Bank interface: payment orders from the trust account, and verification of signed callbacks.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import { orderFile, type OrderSettings } from './order-files.ts';

export type BankPayment = {
  /** The platform's reference; the bank never pays the same reference twice. */
  reference: string;
  purpose: string;
  bankCode: string;
  account: string;
  holder: string;
  /** Whole NT$. */
  amount: number;
  memo: string;
};

/**
 * Payments that two persons released together: one file, identified at the bank by its reference.
 */
export type BankBatch = {
  reference: string;
  /** When the second person approved it. */
  approvedAt: Date;
  payments: readonly BankPayment[];
};

export type Bank = {
  /**
   * Resolves once the bank has safely received the whole batch; results of the payments are
   * reported later.
   */
  sendBatch(batch: BankBatch): Promise<void>;
  /**
   * Statement lines of the trust account for a day and its closing balance, if the bank offers
   * them.
   */
  statementOf?(day: Day): Promise<BankStatement>;
};

export type BankLine = { seq: string; amount: Money; reference: string | null };
export type BankStatement = { bank: string; lines: BankLine[]; closing: Money };

/**
 * Production adapter for any bank: writes one order file per batch into a folder that the bank's
 * transfer program collects. If a batch is sent again, its file is found (still waiting, or
 * collected into `done/`, in any format) and not written a second time.
 */
export function createBank({
  orderDir,
  orders,
}: {
  orderDir: string;
  orders: OrderSettings;
}): Bank {
  return {
    async sendBatch(batch) {
      const { reference } = batch;
      if (!/^[\w-]{1,60}$/.test(reference)) throw new Error('not a reference of ours');
      const done = path.join(orderDir, 'done');
      await mkdir(done, { recursive: true, mode: 0o700 });
      const { extension, text } = orderFile(batch, orders);
      for (const written of ['csv', 'xml']) {
        const name = `${reference}.${written}`;
        if (await exists(path.join(orderDir, name))) return;
        if (await exists(path.join(done, name))) return;
      }
      await writeWhole(path.join(orderDir, `${reference}.${extension}`), text);
    },
  };
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

/** Headers of a callback; the signature covers the timestamp. */
export const callbackHeaders = { timestamp: 'x-bank-timestamp', signature: 'x-bank-signature' };
/**
 * Maximum difference in seconds between a callback's timestamp and the server's clock, in either
 * direction.
 */
const TOLERANCE_SECONDS = 300;

/** Returns the headers a bank sends with a report: HMAC-SHA256 over `timestamp.body`. */
export function signCallback(body: string, secret: string, realNow: Date): Record<string, string> {
  const timestamp = String(Math.floor(realNow.getTime() / 1000));
  return {
    [callbackHeaders.timestamp]: timestamp,
    [callbackHeaders.signature]: `sha256=${macOf(timestamp, body, secret)}`,
  };
}

/**
 * Whether a report is from the bank, unaltered and recent. The body must be the raw text before any
 * parsing. Replays within the tolerance are harmless, because every record counts once.
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
