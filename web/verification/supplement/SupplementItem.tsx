// Frame of one supplement item: the reason at the top, the previous values, and the form.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { requestedFields } from '#contract/verification/changes.ts';
import { ApiFailure, type Answer } from '../../api.ts';
import { refreshVerification, type Verification } from '../../session.ts';
import { queryOf } from '../../site/kit/api.ts';
import { deferredApi } from '../../site/kit/deferred-calls.ts';
import type { SiteCalls } from '../../site/kit/calls.ts';
import { Go, GoButton } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { Alert, EmptyState, ErrorState, Loading, Skeleton } from '../../ui/display/Alert.tsx';
import { Facts } from '../../ui/display/Card.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';
import { useObjectUrl } from '../../ui/object-url.ts';
import { Stack } from '../../ui/Layout.tsx';
import { RequestedFields } from '../Asked.tsx';
import { fieldNames } from '../steps/field-names.ts';
import { stepOf } from '../steps/steps.ts';
import '../verification.css';

type Item = Answer<SiteCalls['verification']['verifySupplemental']>['data']['items'][number];

/** Called after an item is submitted: returns to the list of missing items. */
export function useItemDone(id: Item['item']) {
  const navigate = useNavigate();
  const client = useQueryClient();
  return async (answer: { info: Verification }) => {
    await client.invalidateQueries({ queryKey: ['verification', 'verifySupplemental'] });
    void client.invalidateQueries({ queryKey: ['identity', 'accountInfo'] });
    await refreshVerification(async () => answer);
    toast(`${stepOf(id).name}已補上`);
    await navigate(paths.supplement());
  };
}

function Thumbnail({ id, field }: { id: string; field: string }) {
  const [picture, setPicture] = useState<Blob>();
  const url = useObjectUrl(picture);
  useEffect(() => {
    const leaving = new AbortController();
    void (async () => {
      try {
        const file = await deferredApi.verification.ownUpload({ id }, { signal: leaving.signal });
        if (!leaving.signal.aborted) setPicture(file);
      } catch {
        // A failure is ignored, because the thumbnail of the previous picture is optional.
      }
    })();
    return () => leaving.abort();
  }, [id]);
  const name = `先前的${fieldNames[field] ?? '影像'}`;
  return (
    <figure className="grid gap-1">
      {url ? (
        <img
          className="w-40 h-26 object-cover border border-line rounded-[var(--r-input,8px)]"
          src={url}
          alt={name}
        />
      ) : (
        <Skeleton
          shape="block"
          className="w-40 h-26 object-cover border border-line rounded-[var(--r-input,8px)]"
        />
      )}
      <figcaption className="text-sm text-ink-3">{name}</figcaption>
    </figure>
  );
}

function Before({ item }: { item: Item }) {
  const facts = Object.entries(item.previous).map(([field, value]) => ({
    name: fieldNames[field] ?? field,
    value,
  }));
  if (facts.length === 0 && item.uploads.length === 0) return null;
  return (
    <section className="grid gap-6 p-5 border border-line rounded-card bg-card md:p-8">
      <h2 className="text-h3">先前提供的內容</h2>
      {facts.length > 0 && <Facts facts={facts} />}
      {item.uploads.length > 0 && (
        <div className="flex flex-wrap gap-4">
          {item.uploads.map(({ id, field }) => (
            <Thumbnail key={id} id={id} field={field} />
          ))}
        </div>
      )}
    </section>
  );
}

/** `children` renders the form for the requested fields. */
export function SupplementItem({
  id,
  children,
}: {
  id: Item['item'];
  children: (fields: readonly string[], item: Item) => ReactNode;
}) {
  const list = useQuery(queryOf('verification', 'verifySupplemental', {}));
  const item = list.data?.data.items.find((one) => one.item === id);
  const fields = item && requestedFields(item.item, item.fields);
  return (
    <div className="container page">
      <Stack>
        <Go to={paths.supplement()} className="link inline-flex items-center gap-2">
          <ArrowLeft size={16} aria-hidden="true" />
          補件
        </Go>
        <h1>補件：{stepOf(id).name}</h1>
        {list.isPending && (
          <Loading>
            <Skeleton shape="block" className="h-72" />
          </Loading>
        )}
        {list.isLoadingError && (
          <ErrorState
            onRetry={() => void list.refetch()}
            requestId={list.error instanceof ApiFailure ? list.error.requestId : undefined}
          />
        )}
        {list.data && !item && (
          <EmptyState
            title="目前沒有需要補件的項目"
            actions={
              <GoButton to={paths.verification()} look="primary">
                回到身分驗證
              </GoButton>
            }
          />
        )}
        {item && fields && (
          <>
            <Alert tone="warn" title="退回原因">
              {item.reason}
            </Alert>
            <Before item={item} />
            <RequestedFields value={fields}>{children(fields, item)}</RequestedFields>
          </>
        )}
      </Stack>
    </div>
  );
}
