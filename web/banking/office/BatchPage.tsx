// Page of a batch: its file, the two persons, and each payment with the bank's result.
import { Link } from '../../office/links/Link.tsx';
import { columnsOf } from '../../office/kit/columns.tsx';
import { getBatch, paymentList } from '#contract/banking/lists.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { Batch } from '#contract/banking/office.ts';
import { api, queryOf } from '../../office/api.ts';
import { FileButton, TableButtons } from '../../office/kit/FileButton.tsx';
import { List } from '../../office/kit/ListPage.tsx';
import { useListUrl } from '../../office/kit/listing.ts';
import { MoneyDesk } from '../../office/kit/MoneyDesk.tsx';
import { useOperator } from '../../office/operator.ts';
import * as paths from '../../office/paths.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import { buttonShape } from '../../ui/Button.tsx';
import { Card, CardHead, Facts, Tag } from '../../ui/display/Card.tsx';
import { BatchTag } from './BatchesPage.tsx';
import { batchKindText, paymentWords } from '#contract/banking/words.ts';

const columns = columnsOf(paymentList, {
  reference: { head: true, cell: (row) => <span className="office-mono">{row.reference}</span> },
  account: {
    whole: true,
    cell: (row) => (
      <span>
        {row.bankCode}
        <span className="num">　末四碼 {row.accountTail}</span>
      </span>
    ),
  },
  memo: {},
  memberId: {
    cell: (row) =>
      row.memberId === null ? (
        '—'
      ) : (
        <Link className="link" to={paths.member(row.memberId)}>
          {row.memberId}
        </Link>
      ),
  },
  status: {
    cell: (row) => (
      <span>
        <Tag tone={paymentWords[row.status].tone}>{paymentWords[row.status].text}</Tag>
        {row.reason && <span className="block text-sm text-danger">{row.reason}</span>}
      </span>
    ),
  },
  settledOn: {},
  amount: {},
});

function TheFile({ batch }: { batch: Batch }) {
  const isFinance = useOperator().data?.data.roles.includes('finance');
  if (batch.state !== 'approved' && batch.state !== 'sent') return null;
  if (!isFinance) return <p className="text-sm text-ink-3">付款檔由出納下載。</p>;
  return (
    <div className="grid gap-2">
      <div>
        <FileButton
          label="下載付款檔"
          look="primary"
          filename={(type) => `batch-${batch.id}.${type.includes('xml') ? 'xml' : 'csv'}`}
          load={() => api.banking.batchFile({ id: batch.id })}
        />
      </div>
      <p className="text-sm text-ink-3">檔案含完整帳號與戶名，每次下載都會留下紀錄。</p>
    </div>
  );
}

function Summary({ batch }: { batch: Batch }) {
  return (
    <Card as="section">
      <CardHead title="批次內容">
        <BatchTag state={batch.state} />
      </CardHead>
      <div className="grid gap-5">
        <Facts
          look="strip"
          facts={[
            { name: '總額', value: <Money amount={batch.total} /> },
            { name: '筆數', value: `${batch.payments} 筆` },
            { name: '已匯出', value: `${batch.confirmed} 筆` },
            { name: '銀行退回', value: `${batch.cameBack} 筆` },
          ]}
        />
        <Facts
          facts={[
            { name: '放行', value: batch.releasedBy ?? '由各案放行人' },
            { name: '放行時間', value: <DateText at={batch.releasedAt} /> },
            { name: '覆核', value: batch.checkedBy ?? '尚未覆核' },
            {
              name: '送交銀行',
              value: batch.sentAt ? <DateText at={batch.sentAt} /> : '尚未送出',
            },
          ]}
        />
        <TheFile batch={batch} />
      </div>
    </Card>
  );
}

export function BatchPage() {
  const { id = '' } = useParams();
  const url = useListUrl();
  const query = useQuery({
    ...queryOf('banking', 'getBatch', { id, ...url.asks }),
    select: ({ data, payments, total }) => ({ batch: data, data: payments, total }),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  });
  const batch = query.data?.batch;
  return (
    <MoneyDesk
      title={batch ? `${batchKindText[batch.kind]}批次 ${batch.id}` : '付款批次'}
      back={{ to: paths.money('batches'), text: '全部批次' }}
      acts={
        !query.isLoadingError && (
          <TableButtons table={getBatch.tables.payments} of={id} input={{ id }} />
        )
      }
    >
      <List
        query={query}
        what="付款批次"
        above={({ batch: of }) => (
          <>
            {of.taskId && (
              <Alert tone="warn" title="這個批次等待另一位同仁覆核">
                <p className="mt-2">
                  <Link to={paths.task(of.taskId)} {...buttonShape()}>
                    前往覆核
                  </Link>
                </p>
              </Alert>
            )}
            <Summary batch={of} />
          </>
        )}
        none={{
          title: '沒有付款',
          hint: '覆核通過後，每筆付款與銀行的結果列在這裡；待覆核的收款人請見覆核工作。',
        }}
        caption={({ total }) => `付款明細，${total} 筆`}
        columns={columns}
        rowKey={(row) => row.id}
        pages={url}
      />
    </MoneyDesk>
  );
}
