// Card of the account page that leads to the authorisation of debits.
import { mandateWords } from '#contract/mandates/status.ts';
import { GoButton } from '../site/kit/Go.tsx';
import * as paths from '../site/kit/paths.ts';
import { Card, CardHead, Tag } from '../ui/display/Card.tsx';
import { useMandate } from '../lending/loan/use-mandate.ts';

export function MandateCard() {
  const overview = useMandate().data?.data;
  const mandate = overview?.mandate;
  if (overview && !overview.offered) return null;
  return (
    <Card as="section">
      <CardHead title="授權扣款">
        {mandate && (
          <Tag tone={mandateWords[mandate.status].tone}>{mandateWords[mandate.status].text}</Tag>
        )}
      </CardHead>
      <p className="mb-5 text-ink-3">還款與出資款由本人帳戶自動扣取，隨時可以停止。</p>
      <GoButton to={paths.myMandate()}>{mandate ? '查看授權扣款' : '設定授權扣款'}</GoButton>
    </Card>
  );
}
