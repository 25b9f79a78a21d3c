// Releasing a day's payouts: each with its recipient, the largest first, and the total.
import type { PayeeLine as PayeeOfTask } from '#contract/banking/payees.ts';
import type { TaskOf } from '#contract/tasks/calls.ts';
import { DecisionForm } from '../../office/deciding/DecisionForm.tsx';
import type { PanelProps } from '../../office/panel.ts';
import {
  accountOf,
  MemberLink,
  PayeeFacts,
  payeeFacts,
  PayeeName,
} from '../../office/kit/PayeeLine.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Facts } from '../../ui/display/Card.tsx';
import { formatMoney } from '../../ui/format.ts';
import { type Column, moneyColumn, Table } from '../../ui/display/Table.tsx';

const kindText: Record<string, string> = { surplus: '溢繳退款' };

type Payout = NonNullable<TaskOf<'payout_release'>['detail']['payouts']>[number];
type Row = Payout & { payee: PayeeOfTask | null };

const columns: Column<Row>[] = [
  {
    key: 'member',
    label: '收款人',
    head: true,
    cell: ({ payee, memberId }) =>
      payee ? <PayeeName payee={payee} /> : <MemberLink id={String(memberId)} name={null} />,
  },
  {
    key: 'account',
    label: '收款帳戶',
    cell: ({ payee }) => <span className="num">{payee ? accountOf(payee) : '—'}</span>,
  },
  {
    key: 'facts',
    label: '往來',
    cell: ({ payee }) => (payee ? <PayeeFacts payee={payee} /> : '—'),
  },
  {
    key: 'kind',
    label: '類型',
    cell: ({ id, kind }) => (
      <span>
        {kindText[kind] ?? '還款撥付'}
        <span className="num block text-sm text-ink-3">{id}</span>
      </span>
    ),
  },
];

export function PayoutPanel({ task }: PanelProps<'payout_release'>) {
  const { returned, day, count = 0, amount = 0, payouts = [], payees = [] } = task.detail;
  const payeeOf = new Map(payees.map(({ id, payee }) => [id, payee]));
  return (
    <div className="office-case">
      <div className="grid gap-5">
        {returned && (
          <Alert tone="warn" title="覆核人員退回">
            {returned}
          </Alert>
        )}
        <Card as="section">
          <CardHead title="撥付總額" />
          <Facts
            look="strip"
            facts={[
              { name: '總額', value: <Money amount={amount} /> },
              { name: '筆數', value: `${count} 筆` },
              { name: '撥付日', value: day ? <DateText at={day} weekday /> : '' },
            ]}
          />
        </Card>
        {payouts.length > 0 ? (
          <Table
            caption={
              count > payouts.length ? `撥付明細（金額最大的 ${payouts.length} 筆）` : '撥付明細'
            }
            rows={payouts.map((row) => ({ ...row, payee: payeeOf.get(row.id) ?? null }))}
            rowKey={(row) => row.id}
            columns={[
              ...columns,
              moneyColumn(
                'amount',
                '金額',
                count === payouts.length ? { foot: <Money amount={amount} /> } : {},
              ),
            ]}
          />
        ) : (
          <Card as="section">
            <p className="text-ink-3">沒有待放行的撥付</p>
          </Card>
        )}
      </div>
      <DecisionForm
        task={task}
        summary={{
          facts: [
            ...payeeFacts(count === 1 ? payees[0]?.payee : null),
            { name: '筆數', value: `${count} 筆` },
            { name: '總額', value: <Money amount={amount} /> },
          ],
        }}
        confirm={{ release: `我已核對 ${count} 筆、總額 ${formatMoney(amount)}` }}
      />
    </div>
  );
}
