// Vouchers at the office: the preview of a range, and the file with the columns of the setting.
import type { bankingLists } from '#contract/banking/lists.ts';
import { addDays, type Day, day } from '#contract/core/day.ts';
import { sum } from '#contract/core/money.ts';
import { accounts, entities, type Entity } from '#contract/ledger/chart.ts';
import type { Action, Actions, FilterOf } from '../../call.ts';
import type { Work } from '../../work.ts';
import type { Part } from '../../database/sql.ts';
import { kindTotals, openSince } from '../../ledger/front.ts';
import { listInForce } from '../../settings/front.ts';
import { reader } from '../../tables/table.ts';
import {
  firstBooked,
  voucherLines,
  type VoucherPlace,
  type VoucherRow,
  type VouchersOf,
} from './voucher-queries.ts';

type Office = Pick<typeof bankingLists, 'listVouchers'>;
type Filter = Omit<FilterOf<Office['listVouchers']>, 'after'>;

async function ofFilter({ tx, today }: Work, { entity, account, ...days }: Filter) {
  const to = days.to ?? today;
  const from = days.from ?? day(`${to.slice(0, 7)}-01`);
  return { entity, account, from, to, firstOpen: await openSince(tx) };
}
type Of = VouchersOf & { firstOpen: Day | null };

/** Reads the lines after a place, day by day, until there are enough of them. */
async function linesAfter({ tx }: Work, of: Of, last: VoucherPlace | null, limit: number) {
  const found: VoucherRow[] = [];
  let { day: on } = await firstBooked(tx, { from: last?.on ?? of.from, to: of.to });
  while (on !== null) {
    for (const entity of booksAfter(of, on, last)) {
      const place = on === last?.on && entity === last.entity ? last : null;
      const left = { last: place, limit: limit - found.length };
      found.push(...(await voucherLines(tx, { ...of, on, entity }, left)));
      if (found.length >= limit) return found;
    }
    ({ day: on } = await firstBooked(tx, { from: addDays(on, 1), to: of.to }));
  }
  return found;
}

/** Books of a day that are still to be read after a place: the trust's before the company's. */
const booksAfter = ({ entity }: Of, on: Day, last: VoucherPlace | null): readonly Entity[] =>
  entities.filter(
    (one) =>
      (entity ?? one) === one &&
      !(on === last?.on && entities.indexOf(one) < entities.indexOf(last.entity)),
  );

const lineView = (row: VoucherRow, _work: Work, { firstOpen }: Of) => ({
  ...row,
  isFinal: firstOpen !== null && row.on < firstOpen,
});

const placeText = ({ on, entity, no, line, transferId }: VoucherPlace) =>
  `${on}~${entity}~${no}~${line}~${transferId}`;

function placeIn(text: string | undefined): VoucherPlace | null {
  const [on, entity, no, line, transferId] = text?.split('~') ?? [];
  if (on === undefined || transferId === undefined) return null;
  return { on: day(on), entity: entity as Entity, no: Number(no), line: Number(line), transferId };
}

/** Sums of the range in NT$. */
async function sumsOf({ tx }: Work, { entity, account, from, to }: Of) {
  const rows = (await kindTotals(tx, { from, to })).filter(
    ({ kind }) =>
      (entity === undefined || accounts[kind].entity === entity) &&
      (account === undefined || kind === account),
  );
  return {
    debit: sum(rows.map(({ debit }) => debit)),
    credit: sum(rows.map(({ credit }) => credit)),
  };
}

const listVouchers: Action<Office['listVouchers']> = async (context, input) => {
  const { item_per_page: limit, after, ...filter } = input;
  const of = await ofFilter(context, filter);
  const found = await linesAfter(context, of, placeIn(after), limit + 1);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return {
    data: rows.map((row) => lineView(row, context, of)),
    from: of.from,
    to: of.to,
    ...(await sumsOf(context, of)),
    next: found.length > limit && last ? placeText(last) : null,
  };
};

export const voucherActions: Actions<{ banking: Office }>['banking'] = {
  listVouchers: {
    page: listVouchers,
    file: reader({
      of: ofFilter,
      rows: (work: Work, of, { limit, last }: Part<VoucherRow>) =>
        linesAfter(work, of, last ?? null, limit),
      view: lineView,
      beside: () => ({}),
    }).file,
    // The file has the columns that the setting includes, in its order and words.
    async heads({ tx, now }) {
      const columns = await listInForce(tx, 'voucherColumns', now);
      return columns
        .filter(({ enabled }) => enabled)
        .map(({ id: key, text: head }) => ({ key, head }));
    },
  },
};
