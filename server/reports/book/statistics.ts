// The public call of the loan book.
import { MONTHS_A_PAGE, type reportsSite } from '#contract/reports/book/statistics.ts';
import type { Actions } from '../../call.ts';
import { publishedBook } from '../../lending/front.ts';
import { publishedMonths, withdrawnSince } from './book-queries.ts';

export const bookActions: Actions<{ reports: typeof reportsSite }>['reports'] = {
  async statistics({ tx }) {
    const months = await publishedMonths(tx, MONTHS_A_PAGE);
    return {
      data: await publishedBook(tx),
      months: months.map(({ lateness }) => {
        const { asOf, late, principal, percent, returnPercent } = lateness;
        return { asOf, late, principal, percent, returnPercent };
      }),
      withdrawnOn: (await withdrawnSince(tx))?.day ?? null,
    };
  },
};
