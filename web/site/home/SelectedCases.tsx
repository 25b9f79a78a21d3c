// The cases chosen for members, asked for in the browser.
import { useQuery } from '@tanstack/react-query';
import { CaseCard } from '../../investing/cases/CaseCard.tsx';
import { ErrorState, Loading, Skeleton } from '../../ui/display/Alert.tsx';
import { asked } from '../kit/api.ts';
import { Queries } from '../Queries.tsx';
import { NoCases } from './Cases.tsx';

const SHOWN = 3;

function Selected() {
  const cases = useQuery(asked('investing', 'selectedCases', {}));
  if (cases.isPending) {
    return (
      <Loading label="案件載入中">
        <div className="home-cases">
          {Array.from({ length: SHOWN }, (_, i) => (
            <Skeleton key={i} shape="pebble" className="h-80" />
          ))}
        </div>
      </Loading>
    );
  }
  if (cases.isLoadingError) {
    return <ErrorState compact title="案件暫時無法載入" onRetry={() => void cases.refetch()} />;
  }
  const shown = cases.data.data.slice(0, SHOWN);
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
