// The platform's public figures as the loan book published them last, each explained.
import type { content, PlatformFigure } from '#contract/content/calls.ts';
import { formatDay, startOfDay } from '#contract/core/day.ts';
import { yearReturn } from '#contract/content/year-return.ts';
import type { Action } from '../call.ts';
import { publishedBook } from '../lending/front.ts';

export const platformFigures: Action<typeof content.platformFigures> = async ({ tx, now }) => {
  const book = await publishedBook(tx);
  if (!book) return { data: { asOf: now, figures: [] } };
  const { lateness } = book;
  const all = [
    {
      key: 'outstandingPrincipal',
      label: '在貸餘額',
      value: book.outstanding > 0 ? book.outstanding : null,
      unit: 'money',
      definition: '所有借款人尚未償還的本金合計，四捨五入至百萬元，不含利息與費用。',
    },
    {
      key: 'realisedReturn',
      label: yearReturn.name,
      value: lateness?.returnPercent ?? null,
      unit: 'percent',
      definition: yearReturn.definition,
    },
    {
      key: 'overdueShare',
      label: '逾期 30 天以上比率',
      value: lateness?.percent ?? null,
      unit: 'percent',
      ...(lateness && {
        basis:
          `借款人\u00a0${lateness.borrowers}\u00a0位中\u00a0${lateness.late}\u00a0位，` +
          `至\u00a0${formatDay(lateness.asOf)}`,
      }),
      definition:
        '逾期 30 天以上、協商、法律程序與已轉銷案件的未償還本金，占全部在貸餘額的比率，' +
        '進位至 0.1%。少於 5 位借款人時不公布。',
    },
  ] as const;
  const figures = all.flatMap(({ value, ...rest }): PlatformFigure[] =>
    value === null ? [] : [{ ...rest, value }],
  );
  return { data: { asOf: new Date(startOfDay(book.asOf)), figures } };
};
