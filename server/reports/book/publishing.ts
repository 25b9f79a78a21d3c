// The nightly job that publishes the loan book: it reads the book in one snapshot page by page,
// writes the files, and records them with the statistics of the page.
import type { Day } from '#contract/core/day.ts';
import type { LossRates } from '#contract/law/valuation.ts';
import type { Services } from '../../action.ts';
import { renewPages } from '../../content/actions.ts';
import { db, type Tx, withTransaction } from '../../database/db.ts';
import { processedThrough } from '../../jobs/judged.ts';
import { lossRatesInForce } from '../../settings/actions.ts';
import { inWork } from '../../work.ts';
import { publishedTraits, traitsKey, traitsOf, type Traits } from './anonymity.ts';
import {
  addPublicIds,
  bandCells,
  beginSnapshot,
  bookLoans,
  bookRepayments,
  insertBookFile,
  insertNight,
  nightDue,
} from './book-queries.ts';
import { openBookFiles, type WrittenFile } from './files.ts';
import { statisticsOf } from './figures.ts';
import { loanRecord, repaymentRecords } from './records.ts';
import { createTallies } from './tallies.ts';

/** Loans read in one query, with all their repayments. */
const PAGE = 200;
/** Public ids given in one transaction. */
const IDS_AT_ONCE = 5_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

type Book = ReturnType<typeof openBookFiles>;
type Sink = Pick<Book, 'loan' | 'repayment'>;

async function nameLoans(services: Services): Promise<void> {
  let named = IDS_AT_ONCE;
  while (named === IDS_AT_ONCE && !services.leaving.aborted) {
    named = await inWork(services, ({ tx }) => addPublicIds(tx, IDS_AT_ONCE));
  }
}

/** Returns what may be published about the borrowers of the book, by the key of their traits. */
async function traitsInBook(tx: Tx, on: Day): Promise<ReadonlyMap<string, Traits>> {
  const rows = await bandCells(tx, on);
  const cells = rows.map(({ borrowers, ...bands }) => ({ ...traitsOf(bands), borrowers }));
  return publishedTraits(cells);
}

/**
 * Reads the book as of the end of a day inside an open snapshot and gives every published row to
 * the sinks, each loan after its repayments.
 */
export async function readBook(
  tx: Tx,
  on: Day,
  rates: LossRates,
  sinks: readonly Sink[],
): Promise<void> {
  const traits = await traitsInBook(tx, on);
  const blank = traitsOf({ occupation: 0, incomeBand: null, ageBand: null, city: null });
  let after = FIRST_ID;
  for (;;) {
    const page = await bookLoans(tx, { on, after }, PAGE);
    const repaid = Map.groupBy(
      await bookRepayments(
        tx,
        on,
        page.map(({ id }) => id),
      ),
      ({ loanId }) => loanId,
    );
    for (const loan of page) {
      const rows = repaymentRecords(loan, repaid.get(loan.id) ?? []);
      const published = traits.get(traitsKey(traitsOf(loan))) ?? blank;
      const row = loanRecord(loan, rows, { on, rates, traits: published });
      for (const sink of sinks) {
        for (const one of rows) await sink.repayment(one);
        await sink.loan(row);
      }
    }
    after = page.at(-1)?.publicId ?? after;
    if (page.length < PAGE) return;
  }
}

/** Runs `read` in a snapshot that takes no lock another transaction could wait for. */
export const inSnapshot = <T>(services: Services, read: (tx: Tx) => Promise<T>): Promise<T> =>
  withTransaction(services.pool, async (tx) => {
    await beginSnapshot(tx);
    return read(tx);
  });

async function writeBook(services: Services, on: Day) {
  const book = openBookFiles(services.files);
  const { tallies, ...sums } = createTallies();
  const counted: Sink = {
    loan: async (row) => sums.loan(row),
    repayment: async (row) => sums.repayment(row),
  };
  try {
    await book.begin();
    await inSnapshot(services, async (tx) => {
      const rates = await lossRatesInForce(tx, services.clock.now());
      await readBook(tx, on, rates, [book, counted]);
    });
    const files = await book.end();
    return { files, statistics: statisticsOf(tallies, on) };
  } catch (error) {
    book.stop();
    throw error;
  }
}

async function forget(services: Services, files: readonly WrittenFile[]): Promise<void> {
  for (const { stored } of files) await services.files.remove(stored.key);
}

/**
 * Publishes the book as of the end of a day, unless this was done before. The files are in the
 * store before the transaction that names them; if it fails, they are deleted.
 */
export async function publishNight(services: Services, on: Day): Promise<void> {
  await nameLoans(services);
  const { files, statistics } = await writeBook(services, on);
  try {
    for (const { stored } of files) await services.files.keep(stored);
    const isNew = await inWork(services, async (work) => {
      const { tx, now } = work;
      if ((await insertNight(tx, { day: on, statistics, now })) === 0) return false;
      for (const file of files) await insertBookFile(tx, { ...file, day: on, now });
      await renewPages(work);
      return true;
    });
    if (!isNew) await forget(services, files);
    const rows = files.map(({ name, rows: count }) => `${name} ${count}`);
    if (isNew) services.log.info({ day: on, rows }, 'the loan book was published');
  } catch (error) {
    await forget(services, files);
    throw error;
  }
}

/**
 * Publishes the newest day whose closing jobs have run. Nothing is published before the first loan,
 * and a day that is published already stays as it is.
 */
export async function publishBook(services: Services): Promise<void> {
  const tx = db(services.pool);
  const { day } = await processedThrough(tx);
  const { isDue } = await nightDue(tx, day);
  if (isDue) await publishNight(services, day);
}
