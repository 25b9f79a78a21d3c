// Writes the files of a night side by side, row by row: each is compressed, encrypted and hashed
// while it is written, so that no file is ever held in memory.
import { once } from 'node:events';
import { createGzip, type Gzip } from 'node:zlib';
import { csvLine, csvMark } from '#contract/core/csv.ts';
import {
  bookFields,
  type BookField,
  type BookFileName,
  bookTables,
} from '#contract/reports/book/fields.ts';
import { definitions } from '#contract/reports/book/definitions.ts';
import { BOOK_MEDIA_TYPE } from '#contract/reports/book/statistics.ts';
import type { Files, StoredFile } from '../../adapters/files/files.ts';
import { csvOf, jsonOf, type LoanRecord, type RepaymentRecord } from './records.ts';

export type WrittenFile = { name: BookFileName; rows: number; stored: StoredFile };

/** A file on its way to this machine's folder; `end` returns once it is complete there. */
function newFile(files: Files, name: BookFileName) {
  // The header of Node's gzip holds no name and no time, so that the same rows give the same bytes.
  const gzip: Gzip = createGzip({ level: 9 });
  const received = files.receive(gzip, BOOK_MEDIA_TYPE);
  received.catch(() => {});
  let rows = 0;
  return {
    async write(line: string, count = 1): Promise<void> {
      rows += count;
      if (gzip.write(line)) return;
      // If the receiver fails, it destroys the stream, which then never drains.
      await Promise.race([once(gzip, 'drain'), received]);
    },
    async end(): Promise<WrittenFile> {
      gzip.end();
      return { name, rows, stored: await received };
    },
    /** Gives the file up; the receiver then leaves nothing. */
    stop(): void {
      gzip.destroy(new Error(`${name} was given up`));
    },
  };
}

const heads = (fields: readonly BookField[]) => csvLine(fields.map(({ name }) => name));

/** The lines of the dictionary: all fields of both files, then the figures of the page. */
function dictionaryLines(): string[] {
  const fields = bookTables.flatMap((table) =>
    bookFields[table].map(({ name, type, unit, meaning, derivation, suppression }) =>
      csvLine([table, name, type, unit, meaning, derivation, suppression]),
    ),
  );
  const figures = definitions.map(({ id, name, text }) =>
    csvLine(['statistics', id, '', '', name, text, '']),
  );
  return [...fields, ...figures];
}

const dictionaryHead = csvLine([
  ...['table', 'field', 'type', 'unit', 'meaning', 'derivation', 'suppression'],
]);

/** Opens the five files of a night. */
export function openBookFiles(files: Files) {
  const loansCsv = newFile(files, 'loans.csv.gz');
  const loansJson = newFile(files, 'loans.jsonl.gz');
  const repaymentsCsv = newFile(files, 'repayments.csv.gz');
  const repaymentsJson = newFile(files, 'repayments.jsonl.gz');
  const dictionary = newFile(files, 'dictionary.csv.gz');
  const all = [loansCsv, repaymentsCsv, loansJson, repaymentsJson, dictionary];
  return {
    async begin(): Promise<void> {
      await loansCsv.write(csvMark + heads(bookFields.loans), 0);
      await repaymentsCsv.write(csvMark + heads(bookFields.repayments), 0);
      await dictionary.write(csvMark + dictionaryHead, 0);
      for (const line of dictionaryLines()) await dictionary.write(line);
    },
    async loan(row: LoanRecord): Promise<void> {
      await loansCsv.write(csvOf(bookFields.loans, row));
      await loansJson.write(jsonOf(bookFields.loans, row));
    },
    async repayment(row: RepaymentRecord): Promise<void> {
      await repaymentsCsv.write(csvOf(bookFields.repayments, row));
      await repaymentsJson.write(jsonOf(bookFields.repayments, row));
    },
    /** Completes all files; if one fails, the caller stops the others. */
    end: (): Promise<WrittenFile[]> => Promise.all(all.map((file) => file.end())),
    stop: () => all.forEach((file) => file.stop()),
  };
}
