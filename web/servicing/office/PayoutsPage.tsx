// Payouts: totals per day, and single payouts including those that the bank returned and what
// became of them.
import { Link } from '../../office/links/Link.tsx';
import { columnsOf } from '../../office/kit/columns.tsx';
import { payoutDayList, payoutList } from '#contract/servicing/lists.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { day as dayOf } from '#contract/core/day.ts';
import { countText } from '#contract/core/lists.ts';
import { type Holds, payoutStates } from '#contract/servicing/payouts.ts';
import { queryOf } from '../../office/api.ts';
import { idText } from '../../office/filtering/filter-texts.ts';
import { FilterBar } from '../../office/kit/FilterBar.tsx';
import { FilterLinks } from '../../office/kit/Listing.tsx';
import { ID, useListUrl, type ListUrl } from '../../office/kit/listing.ts';
import { TableButtons } from '../../office/kit/FileButton.tsx';
import { MoneyDesk } from '../../office/kit/MoneyDesk.tsx';
import * as paths from '../../office/paths.ts';
import { payoutWords } from '#contract/servicing/words.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import { buttonShape } from '../../ui/Button.tsx';
import { Tag } from '../../ui/display/Card.tsx';
import { formatMoney } from '../../ui/format.ts';
import { List } from '../../office/kit/ListPage.tsx';

type Per = { count: number; amount: number };

const sumOf = (per: Per) =>
  per.count === 0 ? (
    '—'
  ) : (
    <span>
      {per.count} 筆
      <span className="ms-2">
        <Money amount={per.amount} />
      </span>
    </span>
  );

const dayColumns = columnsOf(payoutDayList, {
  day: {
    head: true,
    cell: (row) => (
      <Link className="link" to={paths.moneyOf('payouts', { view: 'list', day: row.day })}>
        <DateText at={row.day} weekday />
      </Link>
    ),
  },
  payable: { numeric: true, cell: (row) => sumOf(row.payable) },
  under: { numeric: true, cell: (row) => sumOf(row.under) },
  held: { numeric: true, cell: (row) => sumOf(row.held) },
  confirmed: { numeric: true, cell: (row) => sumOf(row.confirmed) },
});

const columns = columnsOf(payoutList, {
  id: {
    head: true,
    cell: (row) =>
      row.taskId ? (
        <Link className="link" to={paths.task(row.taskId)}>
          {row.id}
        </Link>
      ) : (
        row.id
      ),
  },
  createdOn: {},
  memberId: {
    cell: (row) => (
      <Link className="link" to={paths.member(row.memberId)}>
        {row.memberId}
      </Link>
    ),
  },
  kind: {},
  amount: {},
  state: {
    cell: (row) => (
      <span>
        <Tag tone={payoutWords[row.state].tone}>{payoutWords[row.state].text}</Tag>
        {row.batchId && (
          <Link className="link ms-2 text-sm" to={paths.money('batches', row.batchId)}>
            批次 {row.batchId}
          </Link>
        )}
        {row.why && (
          <span
            className={`block text-sm ${row.state === 'withdrawn' ? 'text-ink-2' : 'text-danger'}`}
          >
            {row.why}
          </span>
        )}
      </span>
    ),
  },
  attempts: {},
  settledOn: {},
});

/** Members whose payouts two operators hold, so that nobody forgets the money. */
function HoldAlert({ holds }: { holds: Holds }) {
  const more = holds.total - holds.data.length;
  return (
    <Alert tone="warn" title={`${holds.total} 位會員暫停撥付，共 ${formatMoney(holds.amount)}`}>
      <ul>
        {holds.data.map(({ memberId, heldAt, amount }) => (
          <li key={memberId}>
            <Link className="link" to={paths.member(memberId)}>
              會員 {memberId}
            </Link>
            ：<Money amount={amount} />
            ，自 <DateText at={heldAt} /> 起
          </li>
        ))}
      </ul>
      {more > 0 && <p>另有 {more} 位</p>}
    </Alert>
  );
}

function Days({ url }: { url: ListUrl }) {
  const query = useQuery({
    ...queryOf('servicing', 'payoutDays', url.asks),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="grid gap-5">
      <List
        query={query}
        what="收益撥付"
        above={({ gathering, holds, taskId }) => (
          <>
            {holds.total > 0 && <HoldAlert holds={holds} />}
            {taskId && (
              <Alert tone="info" title="有待放行的撥付">
                <p className="mt-2">
                  <Link to={paths.task(taskId)} {...buttonShape({ look: 'primary' })}>
                    前往放行
                  </Link>
                </p>
              </Alert>
            )}
            <p>
              {gathering.members} 位會員共 {formatMoney(gathering.amount)} 累積中；每位滿{' '}
              {formatMoney(gathering.least)} 或到月底最後一個營業日才撥付。
            </p>
          </>
        )}
        none={{ title: '還沒有撥付', hint: '分配後的下一個營業日會彙整成撥付。' }}
        caption={({ total }) => `撥付日，${total} 天`}
        columns={dayColumns}
        rowKey={({ day }) => day}
        pages={url}
      />
    </div>
  );
}

/** Reads the filters from the URL; the list and its export use the same ones. */
const narrowedBy = (url: ListUrl) => ({
  state: url.one('state', payoutStates),
  day: url.day('day'),
  member: url.text('member', ID),
});

function inputOf(url: ListUrl) {
  const { state, day, member } = narrowedBy(url);
  return {
    ...(state && { state }),
    ...(day && { day: dayOf(day) }),
    ...(member && { member }),
    ...url.asks,
  };
}

function Lines({ url }: { url: ListUrl }) {
  const { state } = narrowedBy(url);
  const input = inputOf(url);
  const query = useQuery({
    ...queryOf('servicing', 'listPayouts', input),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <div className="grid gap-4">
        <FilterLinks
          label="狀態"
          name="state"
          chosen={state}
          url={url}
          links={[
            { text: '全部狀態', value: undefined },
            ...payoutStates.map((value) => ({ text: payoutWords[value].text, value })),
          ]}
        />
        <FilterBar
          filters={[
            { kind: 'day', name: 'day', label: '彙整日' },
            { kind: 'text', name: 'member', label: '會員編號', of: idText, inputMode: 'numeric' },
          ]}
        />
      </div>
      {state === 'held' && (
        <Alert title="退回或暫停的撥付如何再次匯出">
          暫停撥付與名單比對由兩位同仁在會員的頁面或待辦解除。遭銀行退匯的，會員已收到通知。會員的新帳戶生效後會自動恢復待放行；要匯往同一帳戶時，由兩位同仁在「退匯待新帳戶」的待辦決定。
        </Alert>
      )}
      <List
        query={query}
        what="收益撥付"
        none={{ title: '沒有符合的撥付', hint: '請調整篩選條件。' }}
        caption={({ total, sum }) =>
          countText(total, '筆') + (sum === null ? '' : `，共 ${formatMoney(sum)}`)
        }
        columns={columns}
        rowKey={({ id }) => id}
        pages={url}
      />
    </>
  );
}

export function PayoutsPage() {
  const url = useListUrl();
  const view = url.one('view', ['list']);
  return (
    <MoneyDesk
      title="收益撥付"
      acts={
        view === 'list' ? (
          <TableButtons table={payoutList.tables.data} input={inputOf(url)} />
        ) : (
          <TableButtons table={payoutDayList.tables.data} input={{}} />
        )
      }
    >
      <FilterLinks
        label="檢視"
        name="view"
        chosen={view}
        url={{ ...url, to: ({ view: to }) => (to ? `?view=${to}` : '?') }}
        links={[
          { text: '依日期', value: undefined },
          { text: '逐筆', value: 'list' },
        ]}
      />
      {view === 'list' ? <Lines url={url} /> : <Days url={url} />}
    </MoneyDesk>
  );
}
