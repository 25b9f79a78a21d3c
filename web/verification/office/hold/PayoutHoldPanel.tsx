// Panel in which the second person decides whether the payouts of a member are held, or the hold is
// lifted.
import { Link } from '../../../office/links/Link.tsx';
import { DecisionForm } from '../../../office/deciding/DecisionForm.tsx';
import type { PanelProps } from '../../../office/panel.ts';
import * as paths from '../../../office/paths.ts';
import { Alert } from '../../../ui/display/Alert.tsx';
import { DateText, Money } from '../../../ui/display/Amount.tsx';
import { Card, CardHead, Facts } from '../../../ui/display/Card.tsx';

export function PayoutHoldPanel({ task }: PanelProps<'payout_hold'>) {
  const { act, amount, heldAt, lifting, memberId, reason = '' } = task.detail;
  return (
    <div className="office-case">
      <div className="grid gap-5">
        {task.status === 'open' && (
          <Alert tone="warn" title="這位會員的撥付與退款目前暫停">
            {act === 'lift' ? '同意解除前持續暫停。' : '不同意時立即解除。'}
          </Alert>
        )}
        <Card as="section">
          <CardHead title={act === 'lift' ? '解除暫停撥付' : '暫停撥付'}>
            {memberId !== undefined && (
              <Link className="link" to={paths.member(memberId)}>
                會員資料
              </Link>
            )}
          </CardHead>
          <Facts
            facts={[
              { name: '暫停的原因', value: reason },
              ...(lifting ? [{ name: '解除的原因', value: lifting }] : []),
              ...(heldAt ? [{ name: '暫停時間', value: <DateText at={heldAt} /> }] : []),
              ...(amount === undefined
                ? []
                : [{ name: '暫停中的款項', value: <Money amount={amount} /> }]),
              { name: '提出', value: task.maker ?? '' },
            ]}
          />
        </Card>
      </div>
      <DecisionForm task={task} reasonHint="給提出的同事看，會留存備查" />
    </div>
  );
}
