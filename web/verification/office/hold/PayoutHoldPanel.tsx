// Panel in which the second person decides whether the payouts of a member are held, or the hold is
// lifted.
import {
  HELD_CANCEL_DAYS,
  HELD_DISBURSEMENT_DAYS,
  heldSentence,
  HOLD_LOOK_DAYS,
  holdActText,
  holdCauses,
} from '#contract/verification/payout-holds.ts';
import { Link } from '../../../office/links/Link.tsx';
import { DecisionForm } from '../../../office/deciding/DecisionForm.tsx';
import type { PanelProps } from '../../../office/panel.ts';
import * as paths from '../../../office/paths.ts';
import { Alert } from '../../../ui/display/Alert.tsx';
import { DateText, Money } from '../../../ui/display/Amount.tsx';
import { Card, CardHead, Facts } from '../../../ui/display/Card.tsx';

const upToText = (amount: number | null) => (amount === null ? '全部' : <Money amount={amount} />);
const untilText = (on: string | null) => (on === null ? '未定期限' : <DateText at={on} />);

/** What a hold stops and what it does not, with the words that the member reads. */
function Effects(of: Parameters<typeof heldSentence>[0]) {
  return (
    <Card as="section">
      <CardHead title="暫停的效力" />
      <ul className="list-disc pl-5">
        <li>停止：收益撥付、退款、借款撥款，以及新的出資、簽約與扣款授權。</li>
        <li>
          只暫停一部分時，由最早未付的款項起整筆留存，達到暫停金額為止，其餘照常撥付；命令正本請以附件加在本件的備註。
        </li>
        <li>定有期限的，期滿次日自動解除。</li>
        <li>不停止：還款、表決、查詢、申訴。</li>
        <li>會員的期限停止進行，解除後順延；逾期不限制再次申請。</li>
        <li>
          待撥款的案件：{HELD_DISBURSEMENT_DAYS} 個營業日後退回待簽約，{HELD_CANCEL_DAYS}{' '}
          個營業日後取消並全額退款，不收手續費。
        </li>
        <li>
          會員看到的文字：「
          {heldSentence(of)}」
        </li>
        <li>每 {HOLD_LOOK_DAYS} 個營業日重新檢視一次。</li>
      </ul>
    </Card>
  );
}

export function PayoutHoldPanel({ task }: PanelProps<'payout_hold'>) {
  const { act, amount, cause, heldAt, lifting, lookOn, memberId, reason = '' } = task.detail;
  const { heldUpTo, endsOn } = task.detail;
  return (
    <div className="office-case">
      <div className="grid gap-5">
        {task.status === 'open' && (
          <Alert tone="warn" title="這位會員的撥付與退款目前暫停">
            {holdActText[act ?? 'hold'].effect}
          </Alert>
        )}
        <Card as="section">
          <CardHead title={holdActText[act ?? 'hold'].title}>
            {memberId !== undefined && (
              <Link className="link" to={paths.member(memberId)}>
                會員資料
              </Link>
            )}
          </CardHead>
          <Facts
            facts={[
              ...(cause ? [{ name: '依據', value: holdCauses[cause] }] : []),
              { name: '暫停的原因', value: reason },
              ...(lifting ? [{ name: '解除的原因', value: lifting }] : []),
              ...(heldAt ? [{ name: '暫停時間', value: <DateText at={heldAt} /> }] : []),
              ...(amount === undefined
                ? []
                : [{ name: '待付的款項', value: <Money amount={amount} /> }]),
              ...(heldUpTo === undefined ? [] : [{ name: '暫停金額', value: upToText(heldUpTo) }]),
              ...(endsOn === undefined ? [] : [{ name: '暫停至', value: untilText(endsOn) }]),
              ...(lookOn ? [{ name: '下次檢視', value: <DateText at={lookOn} /> }] : []),
              { name: '提出', value: task.maker ?? '' },
            ]}
          />
        </Card>
        <Effects cause={cause ?? 'suspicion'} heldUpTo={heldUpTo ?? null} endsOn={endsOn ?? null} />
      </div>
      <DecisionForm
        task={task}
        summary={{
          facts: amount === undefined ? [] : [{ name: '待付', value: <Money amount={amount} /> }],
        }}
        reasonHint="給提出的同仁看，會留存備查"
      />
    </div>
  );
}
