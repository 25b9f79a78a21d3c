// Bank interface: payment orders from the trust account, and verification of signed callbacks.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import { type BankBatch, orderFile, type OrderSettings } from './order-files.ts';

/**
 * A file of the clearing house: mandates or debits for the bank, or its answer to them. Our own
 * file is identified by its reference, an answer by the name that the bank gave it.
 */
export type AchFile = { reference: string; bytes: Buffer };

export type Bank = {
  /**
   * Resolves once the bank has safely received the whole batch; results of the payments are
   * reported later.
   */
  sendBatch(batch: BankBatch): Promise<void>;
  /**
   * Resolves once the bank has safely received a file with mandates (P02) or debits (P01); it is
   * received once, however often it is sent.
   */
  sendCollection(file: AchFile): Promise<void>;
  /** Answers (R02, R01) that were not used yet, in the order of their names. */
  collectionAnswers(): Promise<AchFile[]>;
  /** Called once an answer has taken effect, so that it is not offered again. */
  dropAnswer(reference: string): Promise<void>;
  /**
   * Number of the files that the bank has not collected yet, and since when the oldest waits; only
   * a bank that collects files has it.
   */
  waitingFiles?(): Promise<{ files: number; oldestAt: Date | null }>;
  /**
   * Statement lines of the trust account for a day and its closing balance, if the bank offers
   * them.
   */
  statementOf?(day: Day): Promise<BankStatement>;
};

export type BankLine = { seq: string; amount: Money; reference: string | null };
export type BankStatement = { bank: string; lines: BankLine[]; closing: Money };

const REFERENCE = /^[\w-]{1,60}$/;
/** Name of a file for the bank: a batch or a collection. */
const SENT_NAME = /^[\w-]{1,60}\.(csv|xml|txt)$/;
/** Name of an answer, as any bank may give it; a name that leads elsewhere is not one. */
const ANSWER_NAME = /^\w[\w.-]{0,99}$/;

/**
 * Production adapter for any bank: writes one file per batch or collection into a folder that the
 * bank's transfer program collects. If one is sent again, its file is found (still waiting, or
 * collected into `done/`, in any format) and not written a second time. The program puts answers to
 * collections into `answers/`, from where they are moved to `answers/done/` once they took effect.
 */
export function createBank({
  orderDir,
  orders,
}: {
  orderDir: string;
  orders: OrderSettings;
}): Bank {
  const answers = path.join(orderDir, 'answers');

  async function isWritten(name: string): Promise<boolean> {
    const places = [path.join(orderDir, name), path.join(orderDir, 'done', name)];
    return (await Promise.all(places.map(exists))).includes(true);
  }

  return {
    async sendBatch(batch) {
      const { reference } = batch;
      if (!REFERENCE.test(reference)) throw new Error('not a reference of ours');
      await mkdir(path.join(orderDir, 'done'), { recursive: true, mode: 0o700 });
      const { extension, text } = orderFile(batch, orders);
      for (const written of ['csv', 'xml']) if (await isWritten(`${reference}.${written}`)) return;
      await writeWhole(path.join(orderDir, `${reference}.${extension}`), text);
    },

    async sendCollection({ reference, bytes }) {
      if (!REFERENCE.test(reference)) throw new Error('not a reference of ours');
      await mkdir(path.join(orderDir, 'done'), { recursive: true, mode: 0o700 });
      const name = `${reference}.txt`;
      if (!(await isWritten(name))) await writeWhole(path.join(orderDir, name), bytes);
    },

    async collectionAnswers() {
      await mkdir(path.join(answers, 'done'), { recursive: true, mode: 0o700 });
      const entries = await readdir(answers, { withFileTypes: true });
      const names = entries.filter(
        (entry) => entry.isFile() && ANSWER_NAME.test(entry.name) && !entry.name.endsWith('.part'),
      );
      const sorted = names.map(({ name }) => name).toSorted();
      return Promise.all(
        sorted.map(async (reference) => ({
          reference,
          bytes: await readFile(path.join(answers, reference)),
        })),
      );
    },

    async waitingFiles() {
      const times = await writtenAt(orderDir);
      const oldest = Math.min(...times.map((at) => at.getTime()));
      return { files: times.length, oldestAt: times.length === 0 ? null : new Date(oldest) };
    },

    async dropAnswer(reference) {
      if (!ANSWER_NAME.test(reference)) throw new Error('not the name of an answer');
      const waiting = path.join(answers, reference);
      // Another process may have moved it.
      if (await exists(waiting)) await rename(waiting, path.join(answers, 'done', reference));
    },
  };
}

/** Times at which the files that wait in a folder were written; none if there is no folder. */
async function writtenAt(folder: string): Promise<Date[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const found = names.filter((name) => SENT_NAME.test(name));
  // The bank may collect a file at this moment.
  const files = await Promise.all(
    found.map((name) => stat(path.join(folder, name)).catch(() => null)),
  );
  return files.flatMap((file) => (file?.isFile() ? [file.mtime] : []));
}

async function writeWhole(file: string, content: string | Buffer): Promise<void> {
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
