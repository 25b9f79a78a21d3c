// Releasing a day's payouts: each with its recipient, the largest first, and the total.
import { Link } from '../../office/links/Link.tsx';
import { DecisionForm } from '../../office/deciding/DecisionForm.tsx';
import type { PanelProps } from '../../office/panel.ts';
import * as paths from '../../office/paths.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Facts } from '../../ui/display/Card.tsx';
import { formatMoney } from '../../ui/format.ts';
import { Table } from '../../ui/display/Table.tsx';

const kindText: Record<string, string> = { surplus: '溢繳退款' };

export function PayoutPanel({ task }: PanelProps<'payout_release'>) {
  const { returned, day, count = 0, amount = 0, payouts = [] } = task.detail;
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
            rows={payouts}
            rowKey={(row) => row.id}
            columns={[
              {
                key: 'member',
                label: '會員',
                head: true,
                cell: ({ memberId }) => (
                  <Link className="link num" to={paths.member(String(memberId))}>
                    {memberId}
                  </Link>
                ),
              },
              { key: 'id', label: '撥付編號', cell: (row) => row.id },
              { key: 'kind', label: '類型', cell: (row) => kindText[row.kind] ?? '還款撥付' },
              {
                key: 'amount',
                label: '金額',
                numeric: true,
                cell: (row) => <Money amount={row.amount} />,
                ...(count === payouts.length && { foot: <Money amount={amount} /> }),
              },
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
        confirm={{ release: `我已核對 ${count} 筆、總額 ${formatMoney(amount)}` }}
      />
    </div>
  );
}
