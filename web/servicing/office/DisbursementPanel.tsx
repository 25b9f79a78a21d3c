// Disbursing a signed loan: amounts, receiving account, and whether the trust account has enough
// money for it.
import { DecisionForm } from '../../office/deciding/DecisionForm.tsx';
import type { DisbursementDetail } from '#contract/servicing/tasks.ts';
import type { PanelProps } from '../../office/panel.ts';
import { payeeFacts, PayeeLine } from '../../office/kit/PayeeLine.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Facts } from '../../ui/display/Card.tsx';
import { formatMoney } from '../../ui/format.ts';

function Sums({ of }: { of: DisbursementDetail }) {
  return (
    <Card as="section">
      <CardHead title="撥款金額" />
      <Facts
        align="end"
        facts={[
          { name: '借款金額', value: <Money amount={of.amount ?? 0} /> },
          { name: '平台服務費', value: <Money amount={-(of.platformFee ?? 0)} /> },
          { name: '匯款手續費', value: <Money amount={-(of.remittanceFee ?? 0)} /> },
          {
            name: <strong>實際匯出</strong>,
            value: (
              <strong className="text-h3">
                <Money amount={of.net ?? 0} />
              </strong>
            ),
          },
        ]}
      />
    </Card>
  );
}

function Account({ payee }: { payee: DisbursementDetail['payee'] }) {
  if (!payee) {
    return (
      <Alert tone="danger" title="借款人沒有生效中的銀行帳戶">
        請停止撥款並請借款人重新提供帳戶。
      </Alert>
    );
  }
  return (
    <Card as="section">
      <CardHead title="收款帳戶" />
      <PayeeLine payee={payee} />
    </Card>
  );
}

export function DisbursementPanel({
  task,
}: PanelProps<'disbursement_release'> | PanelProps<'disbursement_check'>) {
  const detail = task.detail;
  const { held = 0, amount = 0, net = 0, payee, returned } = detail;
  const isComplete = held === amount;
  const checked = `送出即表示您已核對金額 ${formatMoney(net)} 與收款帳戶。`;
  return (
    <div className="office-case">
      <div className="grid gap-5">
        {returned && (
          <Alert tone="warn" title="覆核人員退回">
            {returned}
          </Alert>
        )}
        {task.status === 'open' && !isComplete && (
          <Alert tone="danger" title="信託專戶的出資款與借款金額不符，無法撥款" />
        )}
        <Sums of={detail} />
        <Account payee={payee ?? null} />
        <Card as="section">
          <CardHead title="案件" />
          <Facts
            facts={[
              { name: '案號', value: detail.caseNo },
              { name: '出資', value: `${detail.orders ?? 0} 筆` },
              {
                name: '信託專戶內的出資款',
                value: <Money amount={held} />,
                ...(isComplete && { note: '與借款金額相符' }),
              },
              {
                name: '簽約時間',
                value: detail.signedAt ? <DateText at={detail.signedAt} /> : '尚未簽約',
              },
            ]}
          />
        </Card>
      </div>
      <DecisionForm
        task={task}
        summary={{
          facts: [...payeeFacts(payee), { name: '匯出', value: <Money amount={net} /> }],
        }}
        reasonHint={
          task.kind === 'disbursement_release' ? '會通知借款人，請寫清楚要怎麼處理' : '給放行人員看'
        }
        states={{ release: checked, approve: checked }}
      />
    </div>
  );
}
