// What a late borrower owes today: overdue by what it is made of, and the rest of the principal.
import { sum } from '#contract/core/money.ts';
import type { Loan } from '#contract/lending/calls.ts';
import { Money } from '../../../ui/display/Amount.tsx';
import { Card, CardHead } from '../../../ui/display/Card.tsx';
import { ShareBars } from '../../../ui/display/ShareBars.tsx';
import { formatMoney } from '../../../ui/format.ts';
import { owedNow } from './owed-now.ts';

export function OwedNow({ loan }: { loan: Loan }) {
  const parts = owedNow(loan);
  const all = sum(parts.map(({ amount }) => amount));
  const hasLater = parts.some(({ isOverdue }) => !isOverdue);
  // A notice says what becomes of the rest, which is then not due as planned for certain.
  const later = hasLater && !loan.notice ? '；尚未到期的本金照原定日期還款' : '';
  return (
    <Card as="section" aria-labelledby="owed-title">
      <CardHead
        title={<span id="owed-title">{hasLater ? '欠款合計（含尚未到期）' : '欠款合計'}</span>}
        level={3}
      >
        <b>
          <Money amount={all} />
        </b>
      </CardHead>
      <ShareBars
        caption={`今天應還 ${formatMoney(loan.overdue?.amount ?? 0)} 的組成${later}`}
        rows={parts.map(({ name, amount, isOverdue }) => ({
          name,
          share: all > 0 ? amount / all : 0,
          look: isOverdue ? 'fill-kaki' : 'fill-edge',
          value: <Money amount={amount} />,
        }))}
      />
    </Card>
  );
}
