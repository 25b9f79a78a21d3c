// Page of refunds: pending ones are selected and released in one batch; progress of the others.
import { sum as sumOf } from '#contract/core/money.ts';
import { Link } from '../../office/links/Link.tsx';
import { columnsOf } from '../../office/kit/columns.tsx';
import { refundList } from '#contract/investing/lists.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { refundReasons, refundStates, type Refund } from '#contract/investing/refunds.ts';
import { countText } from '#contract/core/lists.ts';
import { orderNoOf } from '#contract/investing/order-number.ts';
import { REFUND, REFUND_REASON } from '#contract/investing/refund-words.ts';
import type { Flag } from '#contract/tasks/flags.ts';
import { ApiFailure } from '../../api.ts';
import { api, queryOf } from '../../office/api.ts';
import { FlagsDialog } from '../../office/deciding/FlagsDialog.tsx';
import { SelectionBar } from '../../office/kit/bars/SelectionBar.tsx';
import { FilterBar } from '../../office/kit/FilterBar.tsx';
import { FilterLinks } from '../../office/kit/Listing.tsx';
import { useListUrl } from '../../office/kit/listing.ts';
import { TableButtons } from '../../office/kit/FileButton.tsx';
import { MoneyDesk } from '../../office/kit/MoneyDesk.tsx';
import { accountOf, PayeeFacts, PayeeName } from '../../office/kit/PayeeLine.tsx';
import { useOperator } from '../../office/operator.ts';
import * as paths from '../../office/paths.ts';
import { useAct } from '../../use-act.ts';
import { Button } from '../../ui/Button.tsx';
import { Tag } from '../../ui/display/Card.tsx';
import { formatMoney } from '../../ui/format.ts';
import { Table } from '../../ui/display/Table.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';
import { ListPage } from '../../office/kit/ListPage.tsx';

type Choice = { ids: ReadonlySet<string>; toggle: (ids: readonly string[], on: boolean) => void };

/** To whom a refund goes; what has left says it on the page of its batch. */
function Recipient({ of }: { of: Refund }) {
  if (of.payee) {
    return (
      <span className="grid gap-1">
        <PayeeName payee={of.payee} />
        <span className="num text-sm">{accountOf(of.payee)}</span>
        <PayeeFacts payee={of.payee} />
      </span>
    );
  }
  if (of.state === 'sent' || of.state === 'confirmed') {
    return of.thirdParty ? <Tag tone="attention">第三人款項</Tag> : '—';
  }
  return (
    <span className="text-danger">{of.thirdParty ? '匯款來源待確認' : '沒有生效中的帳戶'}</span>
  );
}

const columnsFor = (choice: Choice | null) =>
  columnsOf(refundList, {
    ...(choice && {
      choice: {
        cell: (row: Refund) => (
          <input
            type="checkbox"
            className="w-5.5 h-5.5 accent-primary align-middle"
            aria-label={`選取 ${orderNoOf(Number(row.orderId))} 的退款`}
            checked={choice.ids.has(row.id)}
            disabled={row.payee === null}
            onChange={(event) => choice.toggle([row.id], event.target.checked)}
          />
        ),
      },
    }),
    orderId: {
      head: true,
      cell: (row) =>
        row.taskId ? (
          <Link className="link" to={paths.task(row.taskId)}>
            {orderNoOf(Number(row.orderId))}
          </Link>
        ) : (
          orderNoOf(Number(row.orderId))
        ),
    },
    memberId: {
      cell: (row) => (
        <Link className="link" to={paths.member(row.memberId)}>
          {row.memberId}
        </Link>
      ),
    },
    reason: {},
    fee: {},
    amount: {},
    payee: {
      cell: (row) => <Recipient of={row} />,
    },
    state: {
      cell: (row) => (
        <span>
          <Tag tone={REFUND[row.state].office.tone}>{REFUND[row.state].office.text}</Tag>
          {row.batchId && (
            <Link className="link ms-2 text-sm" to={paths.money('batches', row.batchId)}>
              批次 {row.batchId}
            </Link>
          )}
          {row.why && <span className="block text-sm text-danger">{row.why}</span>}
          {row.cameBack && (row.state === 'payable' || row.state === 'held') && (
            <span className="block text-sm text-danger">曾遭退回：{row.cameBack}</span>
          )}
        </span>
      ),
    },
    createdAt: {},
  });

const isUnanswered = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure && error.code === 'FLAGS_UNANSWERED';

type Answers = { flag: string; answer: string }[];

/**
 * Releases the selected refunds; reports refunds that were left out, and opens the batch. `asked`
 * are the warnings that have to be answered first.
 */
function useRelease(onDone: () => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<readonly Flag[]>([]);
  const release = async (ids: string[], answers?: Answers) => {
    const { data } = await api.investing
      .releaseRefunds({ ids, ...(answers && { answers }) })
      .catch((error: unknown) => {
        if (isUnanswered(error)) setAsked(error.data['asked'] as readonly Flag[]);
        throw error;
      });
    const left = data.left.length > 0 ? `，${data.left.length} 筆留下未放行` : '';
    toast(`已放行 ${data.released} 筆、${formatMoney(data.amount)}，待另一位同仁覆核${left}`);
    setAsked([]);
    onDone();
    await client.invalidateQueries({ queryKey: ['tasks'] });
    void navigate(paths.money('batches', data.batchId));
  };
  const act = useAct(
    (ids: string[]) =>
      release(ids).catch((error: unknown) => {
        if (!isUnanswered(error)) throw error;
      }),
    {
      toasted: 'info',
      afterwards: () => client.invalidateQueries({ queryKey: ['investing', 'listRefunds'] }),
    },
  );
  return { busy: act.busy, run: act.run, release, asked, clear: () => setAsked([]) };
}

function Rows({ rows, choosing }: { rows: readonly Refund[]; choosing: boolean }) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const { busy, run, release, asked, clear } = useRelease(() => setIds(new Set()));
  const toggle: Choice['toggle'] = (some, on) => {
    const rest = [...ids].filter((id) => !some.includes(id));
    setIds(new Set(on ? [...rest, ...some] : rest));
  };
  const possible = rows.filter(({ payee }) => payee !== null);
  const chosen = possible.filter(({ id }) => ids.has(id));
  const sum = sumOf(chosen.map(({ amount }) => amount));
  const every = chosen.length === possible.length;
  return (
    <>
      <Table
        caption="退款"
        hideCaption
        columns={columnsFor(choosing ? { ids, toggle } : null)}
        rows={rows}
        rowKey={({ id }) => id}
      />
      {choosing && possible.length > 0 && (
        <SelectionBar
          status={
            <>
              已選 <strong>{chosen.length}</strong> 筆，共 <strong>{formatMoney(sum)}</strong>
            </>
          }
        >
          <Button
            look="quiet"
            onClick={() =>
              toggle(
                possible.map(({ id }) => id),
                !every,
              )
            }
          >
            {every ? '全部取消' : '選取本頁全部'}
          </Button>
          <Button
            look="primary"
            busy={busy}
            busyLabel="放行中……"
            disabledReason={chosen.length === 0 ? '請先選取要放行的退款' : undefined}
            onClick={() => void run(chosen.map(({ id }) => id))}
          >
            放行成一個批次
          </Button>
        </SelectionBar>
      )}
      <FlagsDialog
        id={`refunds ${[...ids].join(' ')}`}
        flags={asked}
        button="放行成一個批次"
        onClose={clear}
        onAnswer={(answers) =>
          release(
            chosen.map(({ id }) => id),
            answers,
          )
        }
      />
    </>
  );
}

export function RefundsPage() {
  const url = useListUrl();
  const roles = useOperator().data?.data.roles ?? [];
  const all = 'all';
  const state = url.one('state', [...refundStates, all]) ?? 'payable';
  const reason = url.one('reason', refundReasons);
  const input = {
    ...(state !== all && { state }),
    ...(reason && { reason }),
    ...url.asks,
  };
  const query = useQuery({
    ...queryOf('investing', 'listRefunds', input),
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      frame={MoneyDesk}
      title="退款"
      acts={<TableButtons table={refundList.tables.data} input={input} />}
      query={query}
      none={{
        title: state === 'payable' && !reason ? '沒有待放行的退款' : '沒有符合的退款',
        hint: '溢繳、逾期入帳與未成立案件的款項會列在這裡。',
      }}
      rows={({ data, total, sum, fees }) => (
        <>
          <p>
            {countText(total, '筆')}
            {sum !== null && `，匯出合計 ${formatMoney(sum)}`}
            {fees !== null && `，手續費合計 ${formatMoney(fees)}`}
          </p>
          <Rows
            key={`${state}${reason}${url.page}`}
            rows={data}
            choosing={state === 'payable' && roles.includes('finance')}
          />
        </>
      )}
      pages={url}
    >
      <div className="grid gap-4">
        <FilterLinks
          label="狀態"
          name="state"
          chosen={state}
          url={url}
          links={[
            ...refundStates.map((value) => ({ text: REFUND[value].office.text, value })),
            { text: '全部', value: all },
          ]}
        />
        <FilterBar
          filters={[
            {
              kind: 'choice',
              name: 'reason',
              label: '原因',
              options: refundReasons.map((value) => ({ value, label: REFUND_REASON[value] })),
            },
          ]}
        />
      </div>
    </ListPage>
  );
}
