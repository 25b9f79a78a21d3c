// What stands in place of a list until it is there: waiting, not one's role, or what went wrong.
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiFailure, wordsOf } from '../api.ts';
import { EmptyState, ErrorState, Loading, Skeleton } from '../ui/Alert.tsx';

/** Shows `children` of the answer; `what` names it in 「…載入失敗」. */
export function Answered<T>({
  query,
  what,
  children,
}: {
  query: UseQueryResult<T>;
  what: string;
  children: (answer: T) => ReactNode;
}) {
  if (query.isPending) {
    return (
      <Loading>
        <Skeleton shape="block" className="h-96" />
      </Loading>
    );
  }
  if (query.isError) {
    const { error } = query;
    if (error instanceof ApiFailure && error.code === 'ROLE_REQUIRED') {
      return <EmptyState title={`您的角色無法查看${what}`}>需要時請洽管理同事。</EmptyState>;
    }
    return (
      <ErrorState title={`${what}載入失敗`} onRetry={() => void query.refetch()}>
        {wordsOf(error)}
      </ErrorState>
    );
  }
  return children(query.data);
}
