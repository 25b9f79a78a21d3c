// What an office page shows in the place of an answer that is not there: coming, refused or failed.
import { ApiFailure, wordsOf } from '../api.ts';
import { EmptyState, ErrorState, Loading, Skeleton } from '../ui/Alert.tsx';

/** `what` names what was asked for, `whom` the colleagues who may see it. */
export function NotYet({
  of,
  what,
  whom,
}: {
  of: { error: unknown; refetch: () => Promise<unknown> };
  what: string;
  whom: string;
}) {
  const { error } = of;
  if (error === null) {
    return (
      <Loading>
        <Skeleton shape="block" className="h-96" />
      </Loading>
    );
  }
  if (error instanceof ApiFailure && error.status === 403) {
    return <EmptyState title={`您的角色無法查看${what}`}>{`需要時請洽${whom}。`}</EmptyState>;
  }
  return (
    <ErrorState title={`${what}載入失敗`} onRetry={() => void of.refetch()}>
      {wordsOf(error)}
    </ErrorState>
  );
}
