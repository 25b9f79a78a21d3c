// Loans waiting for disbursement: released by one person, then checked in batches by a second.
import { sum as sumOf } from '#contract/core/money.ts';
import { disbursementWords } from '#contract/servicing/words.ts';
import { Link } from '../../office/links/Link.tsx';
import { columnsOf } from '../../office/kit/columns.tsx';
import { disbursementList } from '#contract/servicing/lists.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { WaitingDisbursement } from '#contract/servicing/payouts.ts';
import { api, queryOf } from '../../office/api.ts';
import { SelectionBar } from '../../office/kit/bars/SelectionBar.tsx';
import { FilterLinks } from '../../office/kit/Listing.tsx';
import { useListUrl } from '../../office/kit/listing.ts';
import { TableButtons } from '../../office/kit/FileButton.tsx';
import { MoneyDesk } from '../../office/kit/MoneyDesk.tsx';
import { mayDecide, useOperator } from '../../office/operator.ts';
import * as paths from '../../office/paths.ts';
import { useAct } from '../../use-act.ts';
import { Button } from '../../ui/Button.tsx';
import { formatMoney } from '../../ui/format.ts';
import { Table } from '../../ui/display/Table.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';
import { ListPage } from '../../office/kit/ListPage.tsx';

const columns = columnsOf(disbursementList, {
  caseNo: {
    head: true,
    cell: (row) => (
      <Link className="link" to={paths.task(row.taskId)}>
        {row.caseNo}
      </Link>
    ),
  },
  amount: {},
  net: {},
  step: {},
  maker: {},
  since: {},
});

function useApprove(onDone: () => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useAct(
    async (loans: string[]) => {
      const { data } = await api.servicing.approveDisbursements({ loans });
      toast(`已覆核 ${data.loans} 件撥款、${formatMoney(data.amount)}`);
      onDone();
      void navigate(paths.money('batches', data.batchId));
    },
    {
      toasted: 'info',
      afterwards: async () => {
        await client.invalidateQueries({ queryKey: ['servicing', 'listDisbursements'] });
        await client.invalidateQueries({ queryKey: ['tasks'] });
      },
    },
  );
}

function Rows({ rows }: { rows: readonly WaitingDisbursement[] }) {
  const who = useOperator().data?.data;
  const [ids, setIds] = useState<readonly string[]>([]);
  const { busy, run: approve } = useApprove(() => setIds([]));
  const mine = ({ step, maker }: WaitingDisbursement) =>
    step === 'check' && who !== undefined && maker !== who.name;
  const choosing = mayDecide('disbursement_check', who?.roles ?? []) && rows.some(mine);
  const chosen = rows.filter((row) => ids.includes(row.loanId) && mine(row));
  const sum = sumOf(chosen.map(({ net }) => net));
  const choose = columnsOf(disbursementList, {
    choice: {
      cell: (row) => (
        <input
          type="checkbox"
          className="w-5.5 h-5.5 accent-primary align-middle"
          aria-label={`選取案號 ${row.caseNo}`}
          checked={ids.includes(row.loanId)}
          disabled={!mine(row)}
          onChange={(event) => {
            const rest = ids.filter((id) => id !== row.loanId);
            setIds(event.target.checked ? [...rest, row.loanId] : rest);
          }}
        />
      ),
    },
  });
  return (
    <>
      <Table
        caption="待撥款的案件"
        hideCaption
        columns={choosing ? [...choose, ...columns] : columns}
        rows={rows}
        rowKey={({ taskId }) => taskId}
      />
      {choosing && (
        <SelectionBar
          status={
            <>
              已選 <strong>{chosen.length}</strong> 件，匯出 <strong>{formatMoney(sum)}</strong>
            </>
          }
        >
          <Button
            look="primary"
            busy={busy}
            busyLabel="覆核中……"
            disabledReason={chosen.length === 0 ? '請先選取待覆核的案件' : undefined}
            onClick={() => void approve(chosen.map(({ loanId }) => loanId))}
          >
            覆核成一個批次
          </Button>
        </SelectionBar>
      )}
    </>
  );
}

export function DisbursementsPage() {
  const url = useListUrl();
  const step = url.one('step', ['release', 'check']);
  const input = {
    ...(step && { step }),
    ...url.asks,
  };
  const query = useQuery({
    ...queryOf('servicing', 'listDisbursements', input),
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      frame={MoneyDesk}
      title="撥款"
      acts={<TableButtons table={disbursementList.tables.data} input={input} />}
      query={query}
      none={{
        title: step ? `沒有「${disbursementWords[step].text}」的案件` : '沒有等待撥款的案件',
        hint: '借款人完成簽約後會列在這裡。',
      }}
      rows={({ data, total, sum }) => (
        <>
          <p>
            {total} 件，實際匯出合計 {formatMoney(sum)}
          </p>
          <Rows key={`${step}${url.page}`} rows={data} />
        </>
      )}
      pages={url}
    >
      <FilterLinks
        label="階段"
        name="step"
        chosen={step}
        url={url}
        links={[
          { text: '全部', value: undefined },
          { text: disbursementWords.release.text, value: 'release' },
          { text: disbursementWords.check.text, value: 'check' },
        ]}
      />
    </ListPage>
  );
}
