// Page of one statement file: import progress, the result of each line, and lines that could not be
// read.
import { statementLineList } from '#contract/banking/lists.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useParams } from 'react-router';
import type { ImportedStatement } from '#contract/banking/statements.ts';
import { Link } from '../../../office/links/Link.tsx';
import { api, queryOf } from '../../../office/api.ts';
import { Answered } from '../../../office/kit/Answered.tsx';
import { Pages } from '../../../office/kit/Listing.tsx';
import { PER_PAGE, useListUrl } from '../../../office/kit/listing.ts';
import { MoneyDesk } from '../../../office/kit/MoneyDesk.tsx';
import { useOperator } from '../../../office/operator.ts';
import * as paths from '../../../office/paths.ts';
import { TableButtons } from '../../../office/kit/FileButton.tsx';
import { useAct } from '../../../use-act.ts';
import { Alert } from '../../../ui/display/Alert.tsx';
import { DateText } from '../../../ui/display/Amount.tsx';
import { Button, buttonShape } from '../../../ui/Button.tsx';
import { Card, CardHead, Facts } from '../../../ui/display/Card.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { ProgressBar } from '../../../ui/display/ProgressBar.tsx';
import { Table } from '../../../ui/display/Table.tsx';
import { toast } from '../../../ui/overlay/toasts.tsx';
import { PreviewCard, StatementLines } from './StatementPreview.tsx';
import { RollbackButton, RollbackState } from './StatementRollback.tsx';
import { isUnderWay, StatementTag, WATCH_MS } from './StatementsPage.tsx';

function Again({ id }: { id: string }) {
  const client = useQueryClient();
  const { busy, run: again } = useAct(
    async () => {
      await api.banking.readAgain({ id });
      toast('重新讀取中，讀完後由另一位同仁核定');
    },
    { toasted: 'info', afterwards: () => client.invalidateQueries({ queryKey: ['banking'] }) },
  );
  return (
    <div>
      <Button
        busy={busy}
        icon={<RotateCcw size={18} aria-hidden="true" />}
        onClick={() => void again()}
      >
        依目前的格式重新讀取
      </Button>
    </div>
  );
}

/** A file takes effect only after another operator has approved it. */
function Proposed({ of, mayWithdraw }: { of: ImportedStatement; mayWithdraw: boolean }) {
  const client = useQueryClient();
  const { id, taskId } = of;
  const { busy, run: withdraw } = useAct(
    async () => {
      await api.banking.withdrawStatement({ id });
      toast('已撤回，沒有入帳');
    },
    { toasted: 'info', afterwards: () => client.invalidateQueries({ queryKey: ['banking'] }) },
  );
  return (
    <Alert title="這個檔案尚未入帳，待另一位同仁核定">
      <div className="mt-3 flex flex-wrap gap-3">
        {taskId !== null && (
          <Link to={paths.task(taskId)} {...buttonShape({ look: 'primary' })}>
            前往核定
          </Link>
        )}
        {mayWithdraw && (
          <Button busy={busy} onClick={() => void withdraw()}>
            撤回這個檔案
          </Button>
        )}
      </div>
    </Alert>
  );
}

function Counts({ of }: { of: ImportedStatement }) {
  const count = (name: string, value: number) => ({ name, value: formatNumber(value) });
  return (
    <Card as="section">
      <CardHead title="讀取結果">
        <StatementTag of={of} />
      </CardHead>
      <div className="grid gap-5">
        {isUnderWay(of) && (
          <div className="grid gap-1">
            <ProgressBar share={of.progress / 100} label="讀取進度" threads={false} />
            <p className="text-sm text-ink-3" role="status">
              已讀取 {formatNumber(of.lines)} 行（{of.progress}%），可以離開這一頁
            </p>
          </div>
        )}
        <Facts
          look="strip"
          facts={[
            count('行數', of.lines),
            count('新入帳', of.booked),
            count('其中待比對', of.suspended),
            count('已入帳過', of.known),
            count('不需入帳', of.passedOver),
            count('錯誤', of.problems),
          ]}
        />
        <Facts
          facts={[
            { name: '格式', value: of.layout },
            { name: '大小', value: `${formatNumber(of.size)} 位元組` },
            { name: 'SHA-256', value: <span className="office-mono">{of.sha256}</span> },
            { name: '匯入', value: of.importedBy ?? '—' },
            ...(of.committedBy === null ? [] : [{ name: '核定', value: of.committedBy }]),
            { name: '匯入時間', value: <DateText at={of.importedAt} /> },
            {
              name: '讀取完成',
              value: of.finishedAt ? <DateText at={of.finishedAt} /> : '尚未完成',
            },
          ]}
        />
        {of.suspended > 0 && (
          <p>
            <Link className="link" to={paths.money('receipts')}>
              前往待比對的入帳
            </Link>
          </p>
        )}
      </div>
    </Card>
  );
}

const mayReadAgain = ({ state, problems }: ImportedStatement) =>
  state === 'failed' || state === 'proposed' || (state === 'done' && problems > 0);

export function StatementPage() {
  const { id = '' } = useParams();
  const url = useListUrl();
  const isFinance = useOperator().data?.data.roles.includes('finance') ?? false;
  const query = useQuery({
    ...queryOf('banking', 'getStatement', { id, item_per_page: PER_PAGE, offset: url.offset }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data.data) ? WATCH_MS : false),
  });
  return (
    <MoneyDesk
      title={query.data?.data.filename ?? '對帳單'}
      back={{ to: paths.money('statements'), text: '全部對帳單' }}
    >
      <Answered query={query} what="對帳單">
        {({ data, problems }) => (
          <>
            {data.failure && (
              <Alert tone="danger" title="檔案無法讀取">
                {data.failure}
              </Alert>
            )}
            <RollbackState of={data} />
            {data.state === 'proposed' && <Proposed of={data} mayWithdraw={isFinance} />}
            {data.state === 'proposed' && data.preview ? (
              <>
                <PreviewCard of={data.preview} sha256={data.sha256} proposedBy={data.proposedBy} />
                <StatementLines id={data.id} lines={data.lines} />
              </>
            ) : (
              <Counts of={data} />
            )}
            {data.state === 'done' && data.lines > 0 && (
              <TableButtons table={statementLineList.tables.data} of={data.id} input={{ id }} />
            )}
            {isFinance && mayReadAgain(data) && <Again id={data.id} />}
            {isFinance && <RollbackButton of={data} />}
            {problems.length > 0 && (
              <div className="grid gap-5">
                <Table
                  caption={`無法入帳的行，${data.problems} 行`}
                  rows={problems}
                  rowKey={({ line }) => line}
                  columns={[
                    {
                      key: 'line',
                      label: '行號',
                      head: true,
                      cell: ({ line }) => formatNumber(line),
                    },
                    { key: 'why', label: '原因', cell: ({ why }) => why },
                  ]}
                />
                <Pages url={url} total={data.problems} />
              </div>
            )}
          </>
        )}
      </Answered>
    </MoneyDesk>
  );
}
