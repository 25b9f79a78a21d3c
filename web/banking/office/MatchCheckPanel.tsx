// Panel of the second person: the money, its proposed owner, and what assigning it would do.
import { orderNoOf } from '#contract/investing/order-number.ts';
import type { MatchTarget, TargetOwner } from '#contract/banking/matches.ts';
import { DecisionForm } from '../../office/deciding/DecisionForm.tsx';
import type { PanelProps } from '../../office/panel.ts';
import { Card, CardHead, Facts } from '../../ui/display/Card.tsx';
import { formatMoney } from '../../ui/format.ts';
import { effectFacts, ownerFacts } from './MatchEffect.tsx';
import { ReceiptCard } from './ReceiptCard.tsx';

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
  const { type, id, caseNo, memberId } = target;
  return (
    <Card as="section">
      <CardHead title="提議記入" />
      <Facts
        facts={[
          {
            name: '對象',
            value:
              type === 'order' ? `出資訂單 ${orderNoOf(id)}（案號 ${caseNo}）` : `案號 ${caseNo}`,
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
        reasonHint="給提議的同仁看"
        confirm={{ approve: `我已核對付款人與對象，將 ${formatMoney(amount)} 記入` }}
      />
    </div>
  );
}
