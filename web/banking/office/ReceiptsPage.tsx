// Page of receipts in the trust account by state, account, amount and day; receipts without an
// owner link to their tasks.
import { Link } from '../../office/links/Link.tsx';
import { columnsOf } from '../../office/kit/columns.tsx';
import { receiptList } from '#contract/banking/lists.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { receiptStates } from '#contract/banking/office.ts';
import { countText } from '#contract/core/lists.ts';
import { queryOf } from '../../office/api.ts';
import { accountText, amountText } from '../../office/filtering/filter-texts.ts';
import { FilterBar } from '../../office/kit/FilterBar.tsx';
import { FilterLinks } from '../../office/kit/Listing.tsx';
import { useListUrl } from '../../office/kit/listing.ts';
import { TableButtons } from '../../office/kit/FileButton.tsx';
import { MoneyDesk } from '../../office/kit/MoneyDesk.tsx';
import * as paths from '../../office/paths.ts';
import { buttonShape } from '../../ui/Button.tsx';
import { DateText } from '../../ui/display/Amount.tsx';
import { Tag } from '../../ui/display/Card.tsx';
import { formatMoney } from '../../ui/format.ts';
import { ListPage } from '../../office/kit/ListPage.tsx';
import { receiptSubjectText, receiptWords } from '#contract/banking/words.ts';

const columns = columnsOf(receiptList, {
  day: {
    head: true,
    cell: (row) =>
      row.taskId ? (
        <Link className="office-row-link" to={paths.task(row.taskId)} data-stretch="" data-row="">
          <DateText at={row.day} />
        </Link>
      ) : (
        <DateText at={row.day} />
      ),
  },
  amount: {},
  virtualAccount: { cell: (row) => <span className="num">{row.virtualAccount}</span> },
  payer: {
    cell: (row) =>
      row.fromBank ? (
        <span className="num">
          {row.fromBank} ****{row.fromAccountTail ?? ''}
        </span>
      ) : (
        '未提供'
      ),
  },
  seq: { cell: (row) => <span className="office-mono">{row.seq}</span> },
  state: {
    cell: (row) => (
      <span>
        <Tag tone={receiptWords[row.state].tone}>{receiptWords[row.state].text}</Tag>
        {row.why && <span className="block text-sm text-ink-3">{row.why}</span>}
      </span>
    ),
  },
  subjectType: {
    cell: (row) =>
      row.subjectType && row.subjectNumber ? (
        <span>
          {receiptSubjectText[row.subjectType]} <span className="num">{row.subjectNumber}</span>
          {row.state === 'suspense' && '（虛擬帳號）'}
        </span>
      ) : (
        '—'
      ),
  },
});

const all = 'all';
const states = [
  ...(['suspense', 'matched', 'returned', 'reversed'] as const).map((value) => ({
    text: receiptWords[value].text,
    value,
  })),
  { text: '全部', value: all },
];

export function ReceiptsPage() {
  const url = useListUrl();
  const chosen = url.one('state', [...receiptStates, all]) ?? 'suspense';
  const account = url.text('account', accountText.fits);
  const amount = url.text('amount', amountText.fits);
  const number = url.text('number', /^.{1,40}$/);
  const [from, to] = [url.day('from'), url.day('to')];
  const isNarrowed = [account, amount, number, from, to].some((one) => one !== undefined);
  const input = {
    ...(chosen !== all && { state: chosen }),
    ...(account && { account }),
    ...(amount && { amount: Number(amount) }),
    ...(number && { number }),
    ...(from && { from }),
    ...(to && { to }),
    ...url.asks,
  };
  const query = useQuery({
    ...queryOf('banking', 'listReceipts', input),
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      frame={MoneyDesk}
      title="入帳"
      acts={
        <>
          <Link {...buttonShape({ look: 'primary' })} to={paths.receiptLot()}>
            整批處理待比對的入帳
          </Link>
          <TableButtons table={receiptList.tables.data} input={input} />
        </>
      }
      query={query}
      none={
        chosen === 'suspense' && !isNarrowed
          ? { title: '沒有待比對的入帳', hint: '每一筆款項都找到了主人。' }
          : { title: '沒有符合的入帳', hint: '請調整篩選條件。' }
      }
      caption={({ total, sum }) =>
        countText(total, '筆') + (sum === null ? '' : `，共 ${formatMoney(sum)}`)
      }
      columns={columns}
      rowKey={({ id }) => id}
      pages={url}
    >
      <div className="grid gap-4">
        <FilterLinks label="狀態" name="state" chosen={chosen} url={url} links={states} />
        <FilterBar
          filters={[
            {
              kind: 'text',
              name: 'account',
              label: '虛擬帳號',
              of: accountText,
              inputMode: 'numeric',
            },
            { kind: 'text', name: 'amount', label: '金額', of: amountText, inputMode: 'numeric' },
            { kind: 'text', name: 'number', label: '訂單編號、案號或序號' },
            { kind: 'day', name: 'from', label: '入帳日起' },
            { kind: 'day', name: 'to', label: '入帳日迄' },
          ]}
        />
      </div>
    </ListPage>
  );
}
