// Shown by an office page while its data is loading, was refused or could not be loaded.
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from '../links/Link.tsx';
import { ApiFailure, wordsOf } from '../../api.ts';
import { EmptyState, ErrorState, Loading, Skeleton } from '../../ui/display/Alert.tsx';
import { buttonShape } from '../../ui/Button.tsx';
import { DryRiver } from '../../ui/drawings/drawings.tsx';
import type { Back } from './DetailHead.tsx';

type Named = {
  /** Name of the data that is loaded, as in 「…載入失敗」. */
  what: string;
  /** Roles of operators who may see the data. */
  whom?: string;
  /** Possible reason why the data does not exist. */
  missing?: string;
  /** Where to go instead if the data does not exist. */
  back?: Back;
};

const refusedWith = (error: unknown) =>
  error instanceof ApiFailure && [400, 403, 404].includes(error.status) ? error.status : null;

export function NotYet({
  of: { error, refetch },
  what,
  whom = '管理同事',
  missing = '可能已經刪除，或網址不正確。',
  back,
}: Named & { of: { error: unknown; refetch: () => Promise<unknown> } }) {
  if (error === null) {
    return (
      <Loading label={`${what}載入中`}>
        <Skeleton shape="block" className="h-96" />
      </Loading>
    );
  }
  const status = refusedWith(error);
  if (status === 403) {
    return <EmptyState title={`您的角色無法查看${what}`}>{`需要時請洽${whom}。`}</EmptyState>;
  }
  if (status) {
    const action = back && (
      <Link to={back.to} {...buttonShape()}>
        回{back.text}
      </Link>
    );
    return (
      <EmptyState drawing={<DryRiver />} title={`找不到${what}`} actions={action}>
        {missing}
      </EmptyState>
    );
  }
  return (
    <ErrorState title={`${what}載入失敗`} onRetry={() => void refetch()}>
      {wordsOf(error)}
    </ErrorState>
  );
}

/**
 * Renders `children` with the answer. Earlier data stays visible if loading it again fails, unless
 * it no longer exists.
 */
export function Answered<T>({
  query,
  children,
  ...named
}: Named & { query: UseQueryResult<T>; children: (answer: T) => ReactNode }) {
  if (query.data === undefined || refusedWith(query.error)) return <NotYet of={query} {...named} />;
  return children(query.data);
}
