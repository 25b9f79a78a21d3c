// Draft of an application: sent to the server while the user types, and stored on this device until
// it is sent.
import type { StoredDraft } from '#contract/lending/applying.ts';
import { storedName } from '../../drafts.ts';
import { now } from '../../ui/clock.ts';
import { uuid } from '../../uuid.ts';

/** Values entered so far, with the field names of the contract's application. */
export type Draft = {
  values: Record<string, unknown>;
  /** Number of the furthest step that the user has reached. */
  reached: number;
  /** Version of the server's draft on which this draft is based; 0 before the first save. */
  version: number;
  /**
   * Identifies the device that saves, so that repeating a save whose answer was lost does no harm.
   */
  device: string;
};

const keyOf = (memberId: string) => `${storedName.application}${memberId}`;

/**
 * Returns the draft stored on this device that may be missing on the server; null if there is none.
 */
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
    // Storing on the device failed; the draft is still sent to the server.
  }
}

export function dropUnsent(memberId: string): void {
  try {
    localStorage.removeItem(keyOf(memberId));
  } catch {
    // Local storage is unavailable, so no draft was stored in it and none must be removed.
  }
}

/** Newer draft saved by another device; version 0 if the draft was deleted. */
export type Newer = { version: number; savedAt: string | null };

/**
 * `server` means that everything is saved on the server; `device` that the latest changes are only
 * on this device.
 */
export type Keeping = {
  draft: Draft;
  where: 'nowhere' | 'server' | 'device';
  /** Time of the last save in ms. */
  at: number;
  newer: Newer | null;
};

const alike = (one: Pick<Draft, 'values'>, other: Pick<Draft, 'values'>) =>
  JSON.stringify(one.values) === JSON.stringify(other.values);

/**
 * Chooses the draft to open: changes on this device that were not sent take precedence over the
 * server's draft.
 */
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

/**
 * Saves the draft of one member; `save` sends the draft, and `newerIn` reads another device's newer
 * draft from a refusal.
 */
export class DraftKeeper {
  #keeping: Keeping;
  #isSent: boolean;
  #isUsed = false;
  #sending: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #typedListeners = new Set<() => void>();
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

  /** The answers so far, and how to watch them; `watch` does not report what is being typed. */
  readonly values = (): Draft['values'] => this.#keeping.draft.values;
  readonly watchTyped = (listener: () => void): (() => void) => {
    this.#typedListeners.add(listener);
    return () => this.#typedListeners.delete(listener);
  };

  /**
   * Called while the user types: stores the draft on this device at once and sends it a little
   * later.
   */
  readonly typed = (values: Draft['values']): void => {
    this.#write({ values: { ...this.#keeping.draft.values, ...values } });
    this.#later(TYPING_MS);
  };

  /**
   * Called when the step changes: stores and sends the draft at once, and resolves after the
   * attempt.
   */
  async keep(change?: Partial<Pick<Draft, 'values' | 'reached'>>): Promise<void> {
    if (change) {
      this.#write(change);
      this.#set({});
    }
    await this.#send();
  }

  /** Replaces this device's draft by the draft of the other device. */
  take(stored: StoredDraft | null): void {
    dropUnsent(this.#memberId);
    this.#isSent = true;
    this.#set(openedDraft(null, stored));
  }

  /** Overwrites the other device's draft with this one. */
  async insist(): Promise<void> {
    const { newer, draft } = this.#keeping;
    this.#write({ version: newer?.version ?? draft.version });
    this.#set({ newer: null });
    await this.#send();
  }

  /** Called after submission: removes the stored draft and cancels pending saves. */
  readonly used = (): void => {
    this.#isUsed = true;
    clearTimeout(this.#timer);
    dropUnsent(this.#memberId);
  };

  /** Called when the user leaves the page; unsent changes stay on this device. */
  rest(): void {
    void this.#send();
    clearTimeout(this.#timer);
  }

  #set(change: Partial<Keeping>): void {
    this.#keeping = { ...this.#keeping, ...change };
    for (const listener of [...this.#listeners, ...this.#typedListeners]) listener();
  }

  #later(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#send(), ms);
  }

  #write(change: Partial<Draft>): void {
    this.#isSent = false;
    this.#keeping = { ...this.#keeping, draft: { ...this.#keeping.draft, ...change } };
    keepUnsent(this.#memberId, this.#keeping.draft);
    for (const listener of this.#typedListeners) listener();
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
