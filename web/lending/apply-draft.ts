// An application being written: sent to the server as it grows, kept on this device until it is.
import type { StoredDraft } from '#contract/lending-applying.ts';
import { now } from '../ui/clock.ts';
import { uuid } from '../uuid.ts';

/** What has been filled in so far, by the names of the contract's application. */
export type Draft = {
  values: Record<string, unknown>;
  /** The farthest step that was reached. */
  reached: number;
  /** The server's version that this follows; 0 before the first. */
  version: number;
  /** Who writes, so that an answer that was lost on its way does no harm. */
  device: string;
};

const keyOf = (memberId: string) => `loan-draft:${memberId}`;

/** What this device has and the server may not; null where there is nothing. */
export function readUnsent(memberId: string): Draft | null {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(memberId)) ?? 'null') as Draft | null;
    return kept && typeof kept.values === 'object' && typeof kept.device === 'string' ? kept : null;
  } catch {
    return null;
  }
}

export function keepUnsent(memberId: string, draft: Draft): void {
  try {
    localStorage.setItem(keyOf(memberId), JSON.stringify(draft));
  } catch {
    // What cannot be kept here is still sent.
  }
}

export function dropUnsent(memberId: string): void {
  try {
    localStorage.removeItem(keyOf(memberId));
  } catch {
    // What cannot be kept need not be removed.
  }
}

/** What another device has written meanwhile; version 0 where the draft is gone. */
export type Newer = { version: number; savedAt: string | null };

/** `server` says that everything is there; `device` that the last of it is only here. */
export type Keeping = {
  draft: Draft;
  where: 'nowhere' | 'server' | 'device';
  /** When it was last kept, ms. */
  at: number;
  newer: Newer | null;
};

const alike = (one: Pick<Draft, 'values'>, other: Pick<Draft, 'values'>) =>
  JSON.stringify(one.values) === JSON.stringify(other.values);

/** Where to begin: what this device has not sent goes before what the server has of it. */
export function openedDraft(unsent: Draft | null, stored: StoredDraft | null): Keeping {
  const draft: Draft = {
    values: stored?.values ?? {},
    reached: stored?.reached ?? 0,
    version: stored?.version ?? 0,
    device: uuid(),
  };
  const at = stored ? Date.parse(stored.savedAt) : 0;
  if (!unsent || (stored && alike(unsent, stored))) {
    return { draft, where: stored ? 'server' : 'nowhere', at, newer: null };
  }
  const isBehind = unsent.version !== draft.version;
  const newer = isBehind ? { version: draft.version, savedAt: stored?.savedAt ?? null } : null;
  return { draft: unsent, where: 'device', at: 0, newer };
}

export type Keeper = {
  current(): Keeping;
  watch(listener: () => void): () => void;
  /** While it is typed: kept here at once, sent a little later. */
  typed(values: Draft['values']): void;
  /** At a step: kept and sent at once; answers once it was tried. */
  keep(change?: Partial<Pick<Draft, 'values' | 'reached'>>): Promise<void>;
  /** Another device's writing takes the place of this one's. */
  take(stored: StoredDraft | null): void;
  /** This one's goes over another device's. */
  insist(): Promise<void>;
  /** Handed in: nothing is left, here or under way. */
  used(): void;
  /** The page is left; what is not sent stays on this device. */
  rest(): void;
};

type Saving = Pick<StoredDraft, 'version' | 'savedAt'>;

const TYPING_MS = 1_000;
const RETRY_MS = 15_000;

/** Keeps one member's draft; `save` sends it, `newerIn` reads a refusal for a newer one. */
export function draftKeeper(
  memberId: string,
  opened: Keeping,
  save: (draft: Draft) => Promise<Saving>,
  newerIn: (error: unknown) => Newer | null,
): Keeper {
  let keeping = opened;
  let isSent = opened.where !== 'device';
  let sending: Promise<void> | null = null;
  let isUsed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  const set = (change: Partial<Keeping>) => {
    keeping = { ...keeping, ...change };
    for (const listener of listeners) listener();
  };
  const later = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void send(), ms);
  };
  const write = (change: Partial<Draft>) => {
    isSent = false;
    keeping = { ...keeping, draft: { ...keeping.draft, ...change } };
    keepUnsent(memberId, keeping.draft);
  };

  async function sendOnce(): Promise<void> {
    const { draft } = keeping;
    try {
      const { version, savedAt } = await save(draft);
      if (isUsed) return;
      isSent = keeping.draft === draft;
      const saved = { ...keeping.draft, version };
      if (isSent) dropUnsent(memberId);
      else keepUnsent(memberId, saved);
      set({ draft: saved, where: 'server', at: Date.parse(savedAt) });
    } catch (error) {
      if (isUsed) return;
      const newer = newerIn(error);
      set(newer ? { newer } : { where: 'device', at: now() });
      if (!newer) later(RETRY_MS);
    }
  }

  async function send(): Promise<void> {
    clearTimeout(timer);
    if (isSent || isUsed || keeping.newer) return;
    if (sending) return sending.then(() => send());
    sending = sendOnce();
    await sending;
    sending = null;
    if (!isSent && keeping.where === 'server') later(TYPING_MS);
  }

  return {
    current: () => keeping,
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    typed(values) {
      write({ values: { ...keeping.draft.values, ...values } });
      later(TYPING_MS);
    },
    async keep(change) {
      if (change) {
        write(change);
        set({});
      }
      await send();
    },
    take(stored) {
      dropUnsent(memberId);
      isSent = true;
      set(openedDraft(null, stored));
    },
    async insist() {
      write({ version: keeping.newer?.version ?? keeping.draft.version });
      set({ newer: null });
      await send();
    },
    used() {
      isUsed = true;
      clearTimeout(timer);
      dropUnsent(memberId);
    },
    rest() {
      void send();
      clearTimeout(timer);
    },
  };
}
