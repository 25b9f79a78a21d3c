// Panel for releasing a refund: its reason, its amount, and the bank account to which it goes.
import { add, ZERO } from '#contract/core/money.ts';
import { DecisionForm } from '../../office/deciding/DecisionForm.tsx';
import type { PanelProps } from '../../office/panel.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Money } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Facts } from '../../ui/display/Card.tsx';
import { formatMoney } from '../../ui/format.ts';

export function RefundPanel({ task }: PanelProps<'refund_release'>) {
  const detail = task.detail;
  const { amount = ZERO, fee = ZERO, account, returned } = detail;
  return (
    <div className="office-case">
      <div className="grid gap-5">
        {returned && (
          <Alert tone="warn" title="上次未能匯出">
            {returned}
          </Alert>
        )}
        {!account && (
          <Alert tone="danger" title="會員沒有生效中的收款帳戶">
            會員更新帳戶並通過審核後才能退款。
          </Alert>
        )}
        <Card as="section">
          <CardHead title="退款" />
          <Facts
            facts={[
              { name: '出資訂單', value: detail.orderNo ?? '' },
              { name: '會員編號', value: detail.memberId ?? '' },
              { name: '退款原因', value: detail.reason ?? '' },
              { name: '收款帳戶', value: account ?? '沒有' },
            ]}
          />
        </Card>
        <Card as="section">
          <CardHead title="金額" />
          <Facts
            align="end"
            facts={[
              { name: '應退', value: <Money amount={add(amount, fee)} /> },
              { name: '退款手續費', value: <Money amount={-fee} /> },
              {
                name: <strong>實際匯出</strong>,
                value: (
                  <strong className="text-h3">
                    <Money amount={amount} />
                  </strong>
                ),
              },
            ]}
          />
        </Card>
      </div>
      <DecisionForm
        task={task}
        confirm={{ release: `我已核對金額 ${formatMoney(amount)} 與收款帳戶` }}
      />
    </div>
  );
}
