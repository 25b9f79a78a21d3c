// Card that leads to the monthly reports of the trust account.
import { GoButton } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { Card, CardHead } from '../../ui/display/Card.tsx';

export function TrustCard() {
  return (
    <Card as="section">
      <CardHead title="信託專戶月報" />
      <p className="mb-5 text-ink-3">每月底專戶的餘額與歸屬，並可驗證您的款項計入總額。</p>
      <GoButton to={paths.myTrustReports()}>查看專戶月報</GoButton>
    </Card>
  );
}
