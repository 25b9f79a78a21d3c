// Keeps a case that is looked at up to date while others fund it, without asking again.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Answer } from '../../api.ts';
import { ApiFailure } from '../../api.ts';
import { api, asked } from '../../site/kit/api.ts';
import type { SiteCalls } from '../../site/kit/calls.ts';

type Found = Answer<SiteCalls['investing']['getCase']>;

const AGAIN_MS = 3_000;
/** Where the account follows in too many windows already, this one asks so often instead. */
const ASK_MS = 15_000;

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((settle) => {
    const timer = setTimeout(settle, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), settle()), { once: true });
  });

/** Follows the case's stream while the page is seen; a stream that ends is taken up again. */
export function useLiveProgress(id: string): void {
  const queries = useQueryClient();
  useEffect(() => {
    let current: AbortController | null = null;
    const follow = async ({ signal }: AbortController) => {
      while (!signal.aborted) {
        try {
          for await (const news of api.investing.caseProgress({ id }, { signal })) {
            queries.setQueryData(
              asked('investing', 'getCase', { id }).queryKey,
              (before: Found | undefined) => before && { data: { ...before.data, ...news } },
            );
          }
        } catch (error) {
          if (error instanceof ApiFailure && error.code === 'TOO_MANY_REQUESTS') {
            await pause(ASK_MS, signal);
            if (signal.aborted) return;
            await queries.invalidateQueries(asked('investing', 'getCase', { id }));
            continue;
          }
          if (error instanceof ApiFailure && error.code === 'CASE_NOT_FOUND') {
            // The case has ended for this member; the page asks again and says so.
            await queries.invalidateQueries(asked('investing', 'getCase', { id }));
          }
          // Any other refusal is final: what is shown then stays as it is.
          if (error instanceof ApiFailure && error.status < 500) return;
        }
        await pause(AGAIN_MS, signal);
      }
    };
    const onVisibility = () => {
      current?.abort();
      current = document.visibilityState === 'visible' ? new AbortController() : null;
      if (current) void follow(current);
    };
    onVisibility();
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      current?.abort();
    };
  }, [id, queries]);
}
