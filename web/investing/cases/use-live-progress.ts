// Keeps an open case up to date while others fund it, without reloading it.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Answer } from '../../api.ts';
import { ApiFailure } from '../../api.ts';
import { api, queryOf } from '../../site/kit/api.ts';
import type { SiteCalls } from '../../site/kit/calls.ts';

type CaseAnswer = Answer<SiteCalls['investing']['getCase']>;

const AGAIN_MS = 3_000;
/** Polling interval if the account has too many streams open in other windows. */
const ASK_MS = 15_000;

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((settle) => {
    const timer = setTimeout(settle, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), settle()), { once: true });
  });

/** Follows the case's stream while the page is visible; reconnects if the stream ends. */
export function useLiveProgress(id: string): void {
  const queries = useQueryClient();
  useEffect(() => {
    let current: AbortController | null = null;
    const follow = async ({ signal }: AbortController) => {
      while (!signal.aborted) {
        try {
          for await (const news of api.investing.caseProgress({ id }, { signal })) {
            queries.setQueryData(
              queryOf('investing', 'getCase', { id }).queryKey,
              (before: CaseAnswer | undefined) => before && { data: { ...before.data, ...news } },
            );
          }
        } catch (error) {
          if (error instanceof ApiFailure && error.code === 'TOO_MANY_REQUESTS') {
            await pause(ASK_MS, signal);
            if (signal.aborted) return;
            await queries.invalidateQueries(queryOf('investing', 'getCase', { id }));
            continue;
          }
          if (error instanceof ApiFailure && error.code === 'CASE_NOT_FOUND') {
            // The member can no longer see this case; reloading the data makes the page say so.
            await queries.invalidateQueries(queryOf('investing', 'getCase', { id }));
          }
          // Any other refusal is final, and the page keeps what it shows.
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
