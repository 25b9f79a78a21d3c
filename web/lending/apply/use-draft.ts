// Hook for the application draft: loads it once, saves changes, and retries when back online.
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { StoredDraft } from '#contract/lending/applying.ts';
import { ApiFailure } from '../../api.ts';
import { beforeLogout } from '../../drafts.ts';
import { api } from '../../site/kit/api.ts';
import { DraftKeeper, openedDraft, readUnsent, type Draft, type Newer } from './apply-draft.ts';

const save = async ({ version, device, reached, values }: Draft) =>
  (await api.lending.saveLoanDraft({ version, device, reached, values })).data;

function newerIn(error: unknown): Newer | null {
  if (!(error instanceof ApiFailure) || error.code !== 'DRAFT_CHANGED') return null;
  const { version, savedAt } = error.data;
  return { version: Number(version), savedAt: typeof savedAt === 'string' ? savedAt : null };
}

export function useDraft(memberId: string, stored: StoredDraft | null) {
  const [keeper] = useState(
    () => new DraftKeeper(memberId, openedDraft(readUnsent(memberId), stored), save, newerIn),
  );
  const keeping = useSyncExternalStore(keeper.watch, keeper.current, keeper.current);
  useEffect(() => {
    const send = () => void keeper.keep();
    send();
    window.addEventListener('online', send);
    const undo = beforeLogout(() => keeper.keep());
    return () => {
      window.removeEventListener('online', send);
      undo();
      keeper.rest();
    };
  }, [keeper]);
  return { keeper, keeping };
}
