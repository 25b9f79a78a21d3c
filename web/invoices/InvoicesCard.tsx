// Card on the account page: how the member gets invoices, with the way to all of them.
import { useQuery } from '@tanstack/react-query';
import { carrierText } from '#contract/invoices/words.ts';
import { queryOf } from '../site/kit/api.ts';
import { GoButton } from '../site/kit/Go.tsx';
import * as paths from '../site/kit/paths.ts';
import { Loading, Skeleton } from '../ui/display/Alert.tsx';
import { Card, CardHead, Tag } from '../ui/display/Card.tsx';

export function InvoicesCard() {
  const { data, isPending, isLoadingError } = useQuery(
    queryOf('invoices', 'invoicePreference', {}),
  );
  return (
    <Card as="section">
      <CardHead title="電子發票">
        {data && <Tag tone="info">{carrierText[data.data.kind]}</Tag>}
      </CardHead>
      {isPending && (
        <Loading>
          <Skeleton className="w-2/3" />
        </Loading>
      )}
      {isLoadingError && <p className="text-ink-3">暫時無法載入，請稍後再試。</p>}
      {data && <p>服務費與手續費的發票都在這裡，也可以改用手機條碼、捐贈或公司統編。</p>}
      <div className="mt-4">
        <GoButton to={paths.myInvoices()}>查看電子發票</GoButton>
      </div>
    </Card>
  );
}
