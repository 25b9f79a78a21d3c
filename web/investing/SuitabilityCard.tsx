// Card on the account page: how much risk the member may take.
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../site/kit/api.ts';
import { GoButton } from '../site/kit/Go.tsx';
import * as paths from '../site/kit/paths.ts';
import { Loading, Skeleton } from '../ui/display/Alert.tsx';
import { Card, CardHead, Tag } from '../ui/display/Card.tsx';
import { formatDay } from '../ui/format.ts';

export function SuitabilityCard() {
  const { data, isPending, isLoadingError } = useQuery(queryOf('investing', 'suitability', {}));
  const profile = data?.data.profile;
  return (
    <Card as="section">
      <CardHead title="風險屬性">
        {profile && <Tag tone="info">{profile.description}</Tag>}
      </CardHead>
      {isPending && (
        <Loading>
          <Skeleton className="w-2/3" />
        </Loading>
      )}
      {isLoadingError && <p className="text-ink-3">暫時無法載入，請稍後再試。</p>}
      {data && (
        <p>
          {profile
            ? `有效至 ${formatDay(profile.validUntil)}，到期後需重新評估才能出資。`
            : '出資前需要先完成風險屬性評估，約 2 分鐘。'}
        </p>
      )}
      <div className="mt-4">
        <GoButton to={paths.suitability()}>{profile ? '查看評估結果' : '開始評估'}</GoButton>
      </div>
    </Card>
  );
}
