// Shown by an office page while its data is loading, was refused or could not be loaded.
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from '../links/Link.tsx';
import { ApiFailure, wordsOf } from '../../api.ts';
import { EmptyState, ErrorState, Loading, Skeleton } from '../../ui/display/Alert.tsx';
import { buttonShape } from '../../ui/Button.tsx';
import { DryRiver } from '../../ui/drawings/drawings.tsx';
import type { Back } from './DetailHead.tsx';
import { PageTitle } from './PageTitle.tsx';

type Named = {
  /** Name of the data that is loaded, as in 「…載入失敗」. */
  what: string;
  /** Roles of operators who may see the data. */
  whom?: string;
  /** Possible reason why the data does not exist. */
  missing?: string;
  /**
   * Where to go instead if the data does not exist. Given by pages of one subject, whose title is
   * part of the data, so that the refusal becomes the page's title.
   */
  back?: Back;
};

const refusedWith = (error: unknown) =>
  error instanceof ApiFailure && [400, 403, 404].includes(error.status) ? error.status : null;

export function NotYet({
  of: { error, refetch },
  what,
  whom = '管理同仁',
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
  const words =
    status === 403 ? `您的角色無法查看${what}` : status ? `找不到${what}` : `${what}載入失敗`;
  return (
    <>
      {back && <PageTitle>{words}</PageTitle>}
      {status ? (
        <EmptyState
          level={back ? 'h1' : 'h2'}
          drawing={status === 403 ? undefined : <DryRiver />}
          title={words}
          actions={
            back && (
              <Link to={back.to} {...buttonShape()}>
                回{back.text}
              </Link>
            )
          }
        >
          {status === 403 ? `需要時請洽${whom}。` : missing}
        </EmptyState>
      ) : (
        <ErrorState title={words} onRetry={() => void refetch()}>
          {wordsOf(error)}
        </ErrorState>
      )}
    </>
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
