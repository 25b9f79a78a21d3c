// Panel for releasing a refund: its reason, its amount, and the bank account to which it goes.
import { add, ZERO } from '#contract/core/money.ts';
import { DecisionForm } from '../../office/deciding/DecisionForm.tsx';
import { MemberLink, payeeFacts, PayeeLine } from '../../office/kit/PayeeLine.tsx';
import type { PanelProps } from '../../office/panel.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Money } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Facts } from '../../ui/display/Card.tsx';
import { formatMoney } from '../../ui/format.ts';

/** What has to happen before a refund without an account can be paid. */
function NoAccount({ thirdParty }: { thirdParty: boolean }) {
  return (
    <Alert tone="danger" title={thirdParty ? '匯款來源尚待確認' : '會員沒有生效中的收款帳戶'}>
      {thirdParty
        ? '兩位同仁確認第三人的付款帳戶後才能退款。'
        : '會員更新帳戶並通過審核後才能退款。'}
    </Alert>
  );
}

export function RefundPanel({ task }: PanelProps<'refund_release'>) {
  const detail = task.detail;
  const { amount = ZERO, fee = ZERO, payee, returned, thirdParty = false } = detail;
  return (
    <div className="office-case">
      <div className="grid gap-5">
        {returned && (
          <Alert tone="warn" title="上次未能匯出">
            {returned}
          </Alert>
        )}
        {!payee && task.status === 'open' && <NoAccount thirdParty={thirdParty} />}
        {thirdParty && payee && (
          <Alert tone="warn" title="第三人的款項">
            這筆款項不是由會員的帳戶匯入，只退回原付款帳戶。
          </Alert>
        )}
        <Card as="section">
          <CardHead title="退款" />
          <Facts
            facts={[
              { name: '出資訂單', value: detail.orderNo ?? '' },
              {
                name: '會員',
                value: detail.memberId ? <MemberLink id={detail.memberId} name={null} /> : '',
              },
              { name: '退款原因', value: detail.reason ?? '' },
            ]}
          />
        </Card>
        {payee && (
          <Card as="section">
            <CardHead title="收款帳戶" />
            <PayeeLine payee={payee} />
          </Card>
        )}
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
        summary={{
          facts: [...payeeFacts(payee), { name: '匯出', value: <Money amount={amount} /> }],
        }}
        confirm={{ release: `我已核對金額 ${formatMoney(amount)} 與收款帳戶` }}
      />
    </div>
  );
}
