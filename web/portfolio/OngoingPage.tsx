// Page /account/invest/ongoing: outstanding, received and overdue amounts, and each holding.
import { useQuery } from '@tanstack/react-query';
import { ApiFailure } from '../api.ts';
import { queryOf } from '../site/kit/api.ts';
import { titleOf } from '../site/kit/brand.ts';
import { GoButton } from '../site/kit/Go.tsx';
import * as paths from '../site/kit/paths.ts';
import { EmptyState, ErrorState, Loading, Skeleton } from '../ui/display/Alert.tsx';
import { HeldPayouts } from '../identity/account/HeldPayouts.tsx';
import { Composition } from './Composition.tsx';
import { Headline } from './Headline.tsx';
import { HoldingList } from './HoldingList.tsx';
import { InvestHead } from '../investing/InvestNav.tsx';
import { Outlook } from './Outlook.tsx';
import { Waiting } from '../investing/order/Waiting.tsx';
import { ALL, Rest, useFrom } from '../investing/order/Rest.tsx';
import '../investing/own.css';

export const meta = () => [
  { title: titleOf('進行中的出資') },
  { name: 'robots', content: 'noindex' },
];

export default function OngoingPage() {
  const offset = useFrom();
  const query = useQuery(
    queryOf('investing', 'holdings', {
      orderby: 'created_at',
      is_orderby_asc: false,
      item_per_page: ALL,
      offset,
      status: 'all',
    }),
  );
  const failure = query.error instanceof ApiFailure ? query.error : null;
  const holdings = query.data?.data;
  const total = query.data?.total ?? 0;
  return (
    <div className="container page">
      <InvestHead here="ongoing" />
      {/* On a phone the parts that are folded follow each other without gaps. */}
      <div
        className="my-tables grid gap-5 lg:gap-8 [&>.accordion+.accordion]:-mt-5
          max-lg:[&_.accordion>summary]:min-h-12 max-lg:[&_.accordion>summary]:py-2.5"
      >
        <HeldPayouts />
        <Waiting />
        {query.isPending && (
          <Loading>
            <div className="grid gap-5 lg:gap-8">
              <Skeleton shape="block" className="h-102 lg:h-36" />
              <Skeleton shape="block" className="h-44" />
            </div>
          </Loading>
        )}
        {query.isLoadingError && (
          <ErrorState onRetry={() => void query.refetch()} requestId={failure?.requestId} />
        )}
        {holdings && total === 0 && (
          <EmptyState
            title="還沒有進行中的出資"
            actions={
              <GoButton to={paths.investment()} look="primary">
                看看募集中的案件
              </GoButton>
            }
          >
            您出資的案件募滿後，本金、利息與每期進度會顯示在這裡。
          </EmptyState>
        )}
        {holdings && holdings.length > 0 && (
          <>
            {offset === 0 && (
              <>
                <Headline holdings={holdings} />
                <Outlook />
                <Composition holdings={holdings} />
              </>
            )}
            <HoldingList holdings={holdings} />
          </>
        )}
        <Rest total={total} shown={holdings?.length ?? total} />
      </div>
    </div>
  );
}
