// History of a loan or an order, newest first, with the layout of a member's history.
import type { UseQueryResult } from '@tanstack/react-query';
import type { OfficeHappening } from '#contract/verification/members.ts';
import { Link } from '../../office/links/Link.tsx';
import { wordsOf } from '../../api.ts';
import { ErrorState, Loading, Skeleton } from '../../ui/display/Alert.tsx';
import { Card, CardHead } from '../../ui/display/Card.tsx';
import { Pagination } from '../../ui/display/Pagination.tsx';
import { Happening } from '../../verification/office/MemberTimeline.tsx';

export const PER_PAGE = 25;

export function History({
  query,
  page,
  to,
}: {
  query: UseQueryResult<{ data: OfficeHappening[]; total: number }>;
  page: number;
  to: (page: number) => string;
}) {
  return (
    <Card as="section">
      <CardHead title="歷程" />
      {query.isPending ? (
        <Loading>
          <Skeleton shape="block" className="h-96" />
        </Loading>
      ) : query.isLoadingError ? (
        <ErrorState compact title={wordsOf(query.error)} onRetry={() => void query.refetch()} />
      ) : query.data.total === 0 ? (
        <p className="py-6 text-ink-3">還沒有紀錄</p>
      ) : (
        <div className="grid gap-4">
          <ol className="office-history">
            {query.data.data.map((item) => (
              <Happening key={item.id} item={item} />
            ))}
          </ol>
          <Pagination
            page={page}
            pages={Math.ceil(query.data.total / PER_PAGE)}
            link={({ page: other, label, current, children }) => (
              <Link
                to={to(other)}
                preventScrollReset
                aria-label={label}
                aria-current={current ? 'page' : undefined}
              >
                {children}
              </Link>
            )}
          />
        </div>
      )}
    </Card>
  );
}
