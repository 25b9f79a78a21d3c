// The public calls of the loan book: statistics, nights, and files of a night.
import { bookFileNames } from '#contract/reports/book/fields.ts';
import { Refusal } from '#contract/refusals.ts';
import {
  BOOK_MEDIA_TYPE,
  type BookFile,
  type reportsSite,
} from '#contract/reports/book/statistics.ts';
import type { Actions } from '../../action.ts';
import { type BookFileRow, bookFile, filesOf, newestNight, nightsPage } from './book-queries.ts';

const inOrder = (rows: readonly BookFileRow[]): BookFile[] =>
  bookFileNames.flatMap((name) =>
    rows.filter((row) => row.name === name).map((row) => ({ ...row, name })),
  );

export const bookActions: Actions<{ reports: typeof reportsSite }>['reports'] = {
  async statistics({ tx }) {
    const night = await newestNight(tx);
    if (!night) return { data: null };
    const { statistics } = night;
    const { files } = await filesOf(tx, statistics.asOf);
    return { data: { ...statistics, files: inOrder(files) } };
  },

  async bookNights({ tx }, { item_per_page: limit, offset }) {
    const rows = await nightsPage(tx, { limit, offset });
    return {
      data: rows.map(({ day, files }) => ({ day, files: inOrder(files) })),
      total: rows[0]?.total ?? 0,
    };
  },

  async bookFile({ tx, services }, { day, file: name }) {
    const file = await bookFile(tx, day, name);
    if (!file) throw new Refusal('NOT_FOUND');
    return {
      contentType: BOOK_MEDIA_TYPE,
      filename: `baixi-${day}-${name}`,
      body: services.files.pieces(file.stored),
      lasting: { bytes: file.bytes, tag: file.sha256 },
    };
  },
};
