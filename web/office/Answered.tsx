// What an office page shows in place of an answer until it is there: coming, refused or failed.
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiFailure, wordsOf } from '../api.ts';
import { EmptyState, ErrorState, Loading, Skeleton } from '../ui/Alert.tsx';

type Named = {
  /** What was asked for, as in 「…載入失敗」. */
  what: string;
  /** The colleagues who may see it. */
  whom?: string;
};

export function NotYet({
  of: { error, refetch },
  what,
  whom = '管理同事',
}: Named & { of: { error: unknown; refetch: () => Promise<unknown> } }) {
  if (error === null) {
    return (
      <Loading label={`${what}載入中`}>
        <Skeleton shape="block" className="h-96" />
      </Loading>
    );
  }
  const status = error instanceof ApiFailure ? error.status : 0;
  if (status === 403) {
    return <EmptyState title={`您的角色無法查看${what}`}>{`需要時請洽${whom}。`}</EmptyState>;
  }
  if (status === 404 || status === 400) {
    return <EmptyState title={`找不到${what}`}>請確認網址是否正確。</EmptyState>;
  }
  return (
    <ErrorState title={`${what}載入失敗`} onRetry={() => void refetch()}>
      {wordsOf(error)}
    </ErrorState>
  );
}

/** Shows `children` of the answer. */
export function Answered<T>({
  query,
  children,
  ...named
}: Named & { query: UseQueryResult<T>; children: (answer: T) => ReactNode }) {
  if (query.isPending || query.isLoadingError) return <NotYet of={query} {...named} />;
  return children(query.data);
}
