// Money of a case: disbursement, receipts, distributions and refunds, and the ledger's entries.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { paymentWords, receiptWords } from '#contract/banking/words.ts';
import { dayOf } from '#contract/core/day.ts';
import type { StateWord } from '#contract/core/state-words.ts';
import type { LoanMoney } from '#contract/servicing/lookup.ts';
import { loanMoneyText } from '#contract/servicing/words.ts';
import { Link } from '../../../office/links/Link.tsx';
import { queryOf } from '../../../office/api.ts';
import { EntriesCard } from '../../../office/deciding/EntriesCard.tsx';
import { List } from '../../../office/kit/ListPage.tsx';
import { useListUrl } from '../../../office/kit/listing.ts';
import { seesMoney, useOperator } from '../../../office/operator.ts';
import * as paths from '../../../office/paths.ts';
import { DateText, Money } from '../../../ui/display/Amount.tsx';
import { Tag } from '../../../ui/display/Card.tsx';
import type { Column } from '../../../ui/display/Table.tsx';

const PER_PAGE = 25;

const words: Record<string, StateWord> = { ...receiptWords, ...paymentWords };

/** A distribution has a day only, as it happens in the ledger. */
const dayOfRow = ({ at }: LoanMoney) => dayOf(new Date(at));

/** Page of the bank's side of a row; null for distributions, which are in the ledger only. */
function pathOf(row: LoanMoney): string | null {
  const { kind, batchId, account } = row;
  if (batchId !== null) return paths.money('batches', batchId);
  if (kind !== 'receipt' || account === null) return null;
  const on = dayOfRow(row);
  return paths.moneyOf('receipts', { state: 'all', account, from: on, to: on });
}

const columnsFor = (linked: boolean): Column<LoanMoney>[] => [
  {
    key: 'at',
    label: '時間',
    cell: (row) => <DateText at={row.kind === 'distribution' ? dayOfRow(row) : row.at} />,
  },
  {
    key: 'kind',
    label: '款項',
    head: true,
    cell: (row) => {
      const path = linked ? pathOf(row) : null;
      return path ? (
        <Link className="office-row-link" to={path} data-stretch="" data-row="">
          {loanMoneyText[row.kind]}
        </Link>
      ) : (
        loanMoneyText[row.kind]
      );
    },
  },
  { key: 'amount', label: '金額', numeric: true, cell: (row) => <Money amount={row.amount} /> },
  {
    key: 'state',
    label: '狀態',
    cell: ({ state }) => {
      const word = state === null ? undefined : words[state];
      return word ? <Tag tone={word.tone}>{word.text}</Tag> : '—';
    },
  },
  {
    key: 'reference',
    label: '銀行序號',
    cell: (row) => <span className="office-mono">{row.reference ?? '—'}</span>,
  },
];

export function MoneyTab({ id }: { id: string }) {
  const url = useListUrl(PER_PAGE);
  const roles = useOperator().data?.data.roles ?? [];
  const query = useQuery({
    ...queryOf('servicing', 'loanMoney', { id, ...url.asks }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <List
        what="金流"
        query={query}
        columns={columnsFor(seesMoney(roles))}
        rowKey={(row) => row.id}
        caption={({ total }) => `款項，共 ${total} 筆`}
        none={{ title: '還沒有款項', hint: '撥款、還款與分配會列在這裡。' }}
        pages={url}
      />
      <EntriesCard loan={id} />
    </>
  );
}
