// Card that leads to the member's electronic invoices.
import { GoButton } from '../site/kit/Go.tsx';
import * as paths from '../site/kit/paths.ts';
import { Card, CardHead } from '../ui/display/Card.tsx';

export function InvoicesCard() {
  return (
    <Card as="section">
      <CardHead title="電子發票" />
      <p className="mb-5 text-ink-3">服務費與手續費的發票，可以改用手機條碼、捐贈或公司統編。</p>
      <GoButton to={paths.myInvoices()}>查看電子發票</GoButton>
    </Card>
  );
}
