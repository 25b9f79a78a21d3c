// Panel of the second person: the money, its proposed owner, and what assigning it would do.
import { orderNoOf } from '#contract/investing/order-number.ts';
import type { MatchTarget, TargetOwner } from '#contract/banking/matches.ts';
import { DecisionForm } from '../../office/deciding/DecisionForm.tsx';
import type { PanelProps } from '../../office/panel.ts';
import { Money } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Facts } from '../../ui/display/Card.tsx';
import { formatMoney } from '../../ui/format.ts';
import { effectFacts, ownerFacts } from './MatchEffect.tsx';
import { ReceiptCard } from './ReceiptCard.tsx';

const numberOf = ({ type, id, caseNo }: MatchTarget) =>
  type === 'order' ? `出資訂單 ${orderNoOf(id)}（案號 ${caseNo}）` : `案號 ${caseNo}`;

function Proposal({
  target,
  owner,
  maker,
  note,
}: {
  target: MatchTarget;
  owner: TargetOwner | undefined;
  maker: string;
  note: string | null;
}) {
  const { memberId } = target;
  return (
    <Card as="section">
      <CardHead title="提議記入" />
      <Facts
        facts={[
          {
            name: '對象',
            value: numberOf(target),
          },
          { name: '會員編號', value: String(memberId) },
          ...(owner ? ownerFacts(owner) : []),
          ...effectFacts(target),
          { name: '提議人', value: maker },
          ...(note ? [{ name: '備註', value: note }] : []),
        ]}
      />
    </Card>
  );
}

export function MatchCheckPanel({ task }: PanelProps<'match_check'>) {
  const detail = task.detail;
  const { target, owner, amount = 0, note = null } = detail;
  return (
    <div className="office-case">
      <div className="grid gap-5">
        {target && <Proposal target={target} owner={owner} note={note} maker={task.maker ?? '—'} />}
        <ReceiptCard detail={detail} />
      </div>
      <DecisionForm
        task={task}
        summary={{
          facts: [
            { name: '金額', value: <Money amount={amount} /> },
            ...(target ? [{ name: '記入', value: numberOf(target) }] : []),
          ],
        }}
        reasonHint="給提議的同仁看"
        confirm={{ approve: `我已核對付款人與對象，將 ${formatMoney(amount)} 記入` }}
      />
    </div>
  );
}
