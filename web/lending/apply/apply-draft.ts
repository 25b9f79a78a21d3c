// An application being written: sent to the server as it grows, kept on this device until it is.
import type { StoredDraft } from '#contract/lending/applying.ts';
import { now } from '../../ui/clock.ts';
import { uuid } from '../../uuid.ts';

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

type Saving = Pick<StoredDraft, 'version' | 'savedAt'>;

const TYPING_MS = 1_000;
const RETRY_MS = 15_000;

/** Keeps one member's draft; `save` sends it, `newerIn` reads a refusal for a newer one. */
export class DraftKeeper {
  #keeping: Keeping;
  #isSent: boolean;
  #isUsed = false;
  #sending: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #memberId: string;
  readonly #save: (draft: Draft) => Promise<Saving>;
  readonly #newerIn: (error: unknown) => Newer | null;

  constructor(
    memberId: string,
    opened: Keeping,
    save: (draft: Draft) => Promise<Saving>,
    newerIn: (error: unknown) => Newer | null,
  ) {
    this.#memberId = memberId;
    this.#keeping = opened;
    this.#isSent = opened.where !== 'device';
    this.#save = save;
    this.#newerIn = newerIn;
  }

  readonly current = (): Keeping => this.#keeping;

  readonly watch = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** While it is typed: kept here at once, sent a little later. */
  readonly typed = (values: Draft['values']): void => {
    this.#write({ values: { ...this.#keeping.draft.values, ...values } });
    this.#later(TYPING_MS);
  };

  /** At a step: kept and sent at once; answers once it was tried. */
  async keep(change?: Partial<Pick<Draft, 'values' | 'reached'>>): Promise<void> {
    if (change) {
      this.#write(change);
      this.#set({});
    }
    await this.#send();
  }

  /** Another device's writing takes the place of this one's. */
  take(stored: StoredDraft | null): void {
    dropUnsent(this.#memberId);
    this.#isSent = true;
    this.#set(openedDraft(null, stored));
  }

  /** This one's goes over another device's. */
  async insist(): Promise<void> {
    const { newer, draft } = this.#keeping;
    this.#write({ version: newer?.version ?? draft.version });
    this.#set({ newer: null });
    await this.#send();
  }

  /** Handed in: nothing is left, here or under way. */
  readonly used = (): void => {
    this.#isUsed = true;
    clearTimeout(this.#timer);
    dropUnsent(this.#memberId);
  };

  /** The page is left; what is not sent stays on this device. */
  rest(): void {
    void this.#send();
    clearTimeout(this.#timer);
  }

  #set(change: Partial<Keeping>): void {
    this.#keeping = { ...this.#keeping, ...change };
    for (const listener of this.#listeners) listener();
  }

  #later(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#send(), ms);
  }

  #write(change: Partial<Draft>): void {
    this.#isSent = false;
    this.#keeping = { ...this.#keeping, draft: { ...this.#keeping.draft, ...change } };
    keepUnsent(this.#memberId, this.#keeping.draft);
  }

  async #send(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#isSent || this.#isUsed || this.#keeping.newer) return;
    if (this.#sending) return this.#sending.then(() => this.#send());
    this.#sending = this.#sendOnce();
    await this.#sending;
    this.#sending = null;
    if (!this.#isSent && this.#keeping.where === 'server') this.#later(TYPING_MS);
  }

  async #sendOnce(): Promise<void> {
    const { draft } = this.#keeping;
    try {
      const { version, savedAt } = await this.#save(draft);
      if (this.#isUsed) return;
      this.#isSent = this.#keeping.draft === draft;
      const saved = { ...this.#keeping.draft, version };
      if (this.#isSent) dropUnsent(this.#memberId);
      else keepUnsent(this.#memberId, saved);
      this.#set({ draft: saved, where: 'server', at: Date.parse(savedAt) });
    } catch (error) {
      if (this.#isUsed) return;
      const newer = this.#newerIn(error);
      this.#set(newer ? { newer } : { where: 'device', at: now() });
      if (!newer) this.#later(RETRY_MS);
    }
  }
}
