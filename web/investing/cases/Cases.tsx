// Cases as members see them: filter, cards or table, pages. This code is separate from the code for
// visitors.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import type { Case } from '#contract/investing/calls.ts';
import { ApiFailure } from '../../api.ts';
import { queryOf } from '../../site/kit/api.ts';
import { GoButton } from '../../site/kit/Go.tsx';
import { Pages } from '../../site/kit/Pages.tsx';
import * as paths from '../../site/kit/paths.ts';
import { Queries } from '../../site/Queries.tsx';
import { EmptyState, ErrorState } from '../../ui/display/Alert.tsx';
import { announce } from '../../ui/overlay/toasts.tsx';
import {
  appliedOf,
  type CaseFilter,
  cleared,
  PAGE_SIZE,
  readFilter,
  searchOf,
} from './case-filter.ts';
import { CaseCard } from './CaseCard.tsx';
import { CaseFilters, type FilterPlan, useChange } from './CaseFilters.tsx';
import { CardsSkeleton } from './CardsSkeleton.tsx';
import { TABLE_FROM, useWide } from '../../ui/use-wide.ts';

/** Few members use the table, so it is loaded on demand. */
const CaseTable = lazy(() => import('./CaseTable.tsx'));

/** Id of the help article about investing; the footer links to it as well. */
const PROCESS_ARTICLE = '45';

function NoCases({ filtered, clearedQuery }: { filtered: boolean; clearedQuery: string }) {
  if (filtered) {
    return (
      <EmptyState
        title="沒有符合條件的案件"
        actions={<GoButton to={`${paths.investment()}${clearedQuery}`}>清除篩選</GoButton>}
      >
        放寬利率、期數或等級，會看到更多案件。
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="目前沒有募集中的案件"
      actions={
        <>
          <GoButton to={paths.article(PROCESS_ARTICLE)}>看看出資流程</GoButton>
          <GoButton to={paths.investment({ status: 'all' })} look="quiet">
            看看已滿額的案件
          </GoButton>
        </>
      }
    >
      新案件通過審核後會出現在這裡，請稍後再來看看。
    </EmptyState>
  );
}

/** Shows cards, or a table if it is selected and the screen is wide enough. */
function CaseResults({
  cases,
  filter,
  stale,
}: {
  cases: readonly Case[];
  filter: CaseFilter;
  stale: boolean;
}) {
  const wide = useWide(TABLE_FROM);
  const { set } = useChange();
  if (filter.view === 'table' && wide) {
    return (
      <Suspense fallback={<CardsSkeleton />}>
        <CaseTable
          cases={cases}
          sort={filter.sort}
          onSort={(sort) => set('sort', sort)}
          stale={stale}
        />
      </Suspense>
    );
  }
  return (
    <ul className="case-grid" data-stale={stale ? '' : undefined}>
      {cases.map((one) => (
        <CaseCard key={one.id} of={one} />
      ))}
    </ul>
  );
}

/** Returns the cases of the current page if the list contains all of them. */
const onPage = (cases: readonly Case[], { page }: CaseFilter) =>
  cases.length <= PAGE_SIZE ? cases : cases.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);

type Props = { plans: readonly FilterPlan[] };

function Searched({ plans }: Props) {
  const [query] = useSearchParams();
  const filter = readFilter(query);
  const search = useQuery({
    ...queryOf('investing', 'searchCases', searchOf(filter)),
    placeholderData: keepPreviousData,
  });
  const applied = appliedOf(filter, (slug) => slug);
  const total = search.data?.total;
  const settled = !search.isPlaceholderData && total !== undefined;
  useEffect(() => {
    if (settled) announce(`共 ${total} 件案件`);
  }, [settled, total]);
  const failure = search.error instanceof ApiFailure ? search.error : null;
  const rest = cleared(query).toString();
  return (
    <div className="grid gap-6">
      <CaseFilters filter={filter} plans={plans} count={total} />
      {search.isPending && <CardsSkeleton />}
      {search.isLoadingError && (
        <ErrorState
          title="案件載入失敗"
          onRetry={() => void search.refetch()}
          requestId={failure?.requestId}
        />
      )}
      {search.data && (
        <>
          {total === 0 ? (
            <NoCases filtered={applied.length > 0} clearedQuery={rest && `?${rest}`} />
          ) : (
            <CaseResults
              cases={onPage(search.data.data, filter)}
              filter={filter}
              stale={search.isPlaceholderData}
            />
          )}
          <Pages page={filter.page} pages={Math.ceil((total ?? 0) / PAGE_SIZE)} />
        </>
      )}
    </div>
  );
}

export default function Cases(props: Props) {
  return (
    <Queries>
      <Searched {...props} />
    </Queries>
  );
}
