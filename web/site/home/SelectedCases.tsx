// Cases selected for members, loaded in the browser.
import { useQuery } from '@tanstack/react-query';
import { CaseCard } from '../../investing/cases/CaseCard.tsx';
import { ErrorState, Loading, Skeleton } from '../../ui/display/Alert.tsx';
import { queryOf } from '../kit/api.ts';
import { Queries } from '../Queries.tsx';
import { NoCases } from './NoCases.tsx';

const CASES_MAX = 3;

function Selected() {
  const cases = useQuery(queryOf('investing', 'selectedCases', {}));
  if (cases.isPending) {
    return (
      <Loading label="案件載入中">
        <div className="home-cases">
          {Array.from({ length: CASES_MAX }, (_, i) => (
            <Skeleton key={i} className="h-80" />
          ))}
        </div>
      </Loading>
    );
  }
  if (cases.isLoadingError) {
    return <ErrorState compact title="案件暫時無法載入" onRetry={() => void cases.refetch()} />;
  }
  const shown = cases.data.data.slice(0, CASES_MAX);
  if (shown.length === 0) return <NoCases />;
  return (
    <ul className="home-cases">
      {shown.map((one) => (
        <CaseCard key={one.id} of={one} />
      ))}
    </ul>
  );
}

export default function SelectedCases() {
  return (
    <Queries>
      <Selected />
    </Queries>
  );
}
