// Placeholder of the cases while they load: six cards of about the same height.
import { Loading, Skeleton } from '../../ui/display/Alert.tsx';

export function CardsSkeleton() {
  return (
    <Loading label="案件載入中">
      <div className="case-grid">
        {Array.from({ length: 6 }, (_, i) => (
          <Skeleton key={i} className="h-30 md:h-80" />
        ))}
      </div>
    </Loading>
  );
}
