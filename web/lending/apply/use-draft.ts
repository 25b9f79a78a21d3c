// Hook for the application draft: loads it once, saves changes, and retries when back online.
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { StoredDraft } from '#contract/lending/applying.ts';
import { ApiFailure } from '../../api.ts';
import { beforeLogout } from '../../drafts.ts';
import { api } from '../../site/kit/api.ts';
import { dropQuote, readQuote, withQuote } from '../quote/kept-quote.ts';
import { DraftKeeper, openedDraft, readUnsent, type Draft, type Newer } from './apply-draft.ts';

const save = async ({ version, device, reached, values }: Draft) =>
  (await api.lending.saveLoanDraft({ version, device, reached, values })).data;

function newerIn(error: unknown): Newer | null {
  if (!(error instanceof ApiFailure) || error.code !== 'DRAFT_CHANGED') return null;
  const { version, savedAt } = error.data;
  return { version: Number(version), savedAt: typeof savedAt === 'string' ? savedAt : null };
}

/** Opens the draft, with the answers of a quote from which the member has just come. */
function openedNow(memberId: string, stored: StoredDraft | null) {
  const opened = openedDraft(readUnsent(memberId), stored);
  const quote = readQuote();
  if (!quote) return opened;
  const { draft } = opened;
  return { ...opened, draft: { ...draft, values: withQuote(draft.values, quote) } };
}

export function useDraft(memberId: string, stored: StoredDraft | null) {
  const [keeper] = useState(
    () => new DraftKeeper(memberId, openedNow(memberId, stored), save, newerIn),
  );
  const keeping = useSyncExternalStore(keeper.watch, keeper.current, keeper.current);
  useEffect(() => {
    const send = () => void keeper.keep();
    // Stores the answers of a quote with the draft before they are dropped.
    void keeper.keep(readQuote() ? { values: keeper.values() } : undefined);
    dropQuote();
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
