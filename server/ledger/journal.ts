// Exports the ledger as a plain-text journal for hledger, ledger and the converters of beancount.
import { type AccountClass, accounts } from '#contract/ledger/chart.ts';
import type { AccountKind } from '#contract/ledger/kinds.ts';
import { type Pool, type Tx, db } from '../database/db.ts';
import { constant, sql } from '../database/sql.ts';

type Line = {
  id: string;
  kind: string;
  on: string;
  valueOn: string;
  memo: string;
  entries: { kind: AccountKind; loan: number; order: number; member: number; amount: number }[];
};

/** First part of an account's name, by which hledger groups and checks accounts. */
const classNames: Record<AccountClass, string> = {
  asset: 'assets',
  liability: 'liabilities',
  equity: 'equity',
  income: 'income',
  expense: 'expenses',
};

const PAGE = 1_000;

/** One page of transfers with their entries, ordered by day and id. */
const transfersAfter = (tx: Tx, on: string, id: string, to: string) =>
  tx.many<Line>(sql`
    select t.id, t.kind, t.booked_on as "on", t.happened_on as value_on, t.memo,
      (select jsonb_agg(jsonb_build_object('kind', a.kind, 'loan', a.loan_id,
          'order', a.order_id, 'member', a.member_id, 'amount', e.amount) order by e.line)
       from ledger.entry e join ledger.account a on a.id = e.account_id
       where e.transfer_id = t.id) as entries
    from ledger.transfer t where (t.booked_on, t.id) > (${on}::date, ${id})
      and t.booked_on <= ${to}::date
    order by t.booked_on, t.id limit ${constant(PAGE)}
  `);

function accountName({ kind, loan, order, member }: Line['entries'][number]): string {
  const parts = [classNames[accounts[kind].class], kind];
  if (loan > 0) parts.push(`loan-${loan}`);
  if (order > 0) parts.push(`order-${order}`);
  if (member > 0) parts.push(`member-${member}`);
  return parts.join(':');
}

/**
 * Returns one transfer as text: a heading with its accounting day (with the bank date as a tag if
 * the bank date was already closed), then one line per entry with its amount in TWD.
 */
export function journalEntry(line: Line): string {
  const late = line.valueOn === line.on ? '' : ` value-date:${line.valueOn}`;
  const memo = line.memo ? ` ${line.memo}` : '';
  const heading = `${line.on} ${line.kind}  ; ${line.id}${memo}${late}`;
  const lines = line.entries.map((entry) => `    ${accountName(entry)}  ${entry.amount} TWD`);
  return `${heading.replace(/[\r\n]/g, ' ')}\n${lines.join('\n')}\n\n`;
}

/**
 * Yields the journal of a period (everything by default) page by page, so that it is never all in
 * memory.
 */
export async function* journal(
  pool: Pool,
  period: { from: string; to: string } = { from: '1900-01-01', to: '9999-12-31' },
): AsyncGenerator<string> {
  const tx = db(pool);
  yield 'commodity 1000. TWD\n\n';
  let [on, id] = [period.from, ''];
  for (;;) {
    const page = await transfersAfter(tx, on, id, period.to);
    for (const line of page) yield journalEntry(line);
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    [on, id] = [last.on, last.id];
  }
}
