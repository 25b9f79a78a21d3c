// Card of the account page that leads to webhooks.
import { GoButton } from '../site/kit/Go.tsx';
import * as paths from '../site/kit/paths.ts';
import { Card, CardHead } from '../ui/display/Card.tsx';

export function WebhooksCard() {
  return (
    <Card as="section">
      <CardHead title="Webhook" />
      <p className="mb-5 text-ink-3">訂單、還款與撥付一有變動，就通知您自己的伺服器。</p>
      <GoButton to={paths.myWebhooks()}>管理 Webhook</GoButton>
    </Card>
  );
}
