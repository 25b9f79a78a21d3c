// Drafts of long forms, stored in the tab so that they survive a session timeout.
const PREFIX = 'form-draft:';

/**
 * Key of a draft: the form and the member or operator, so that nobody else who signs in sees the
 * draft.
 */
export type DraftKey = { form: string; userId: string };

const nameOf = ({ form, userId }: DraftKey) => `${PREFIX}${userId}:${form}`;

export function readFormDraft(key: DraftKey): Record<string, unknown> | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(nameOf(key)) ?? 'null');
    return typeof kept === 'object' ? (kept as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}

export function keepFormDraft(key: DraftKey, values: Readonly<Record<string, unknown>>): void {
  try {
    sessionStorage.setItem(nameOf(key), JSON.stringify(values));
  } catch {
    // Storing failed; the form still has its values as long as the page is open.
  }
}

export function dropFormDraft(key: DraftKey): void {
  try {
    sessionStorage.removeItem(nameOf(key));
  } catch {
    // Storage is unavailable, so no draft was stored and there is none to remove.
  }
}

/** Names of items in the browser's storage that belong to a member; some have a suffix. */
export const storedName = {
  /** Application for a loan that the server may not have yet; the id of the member follows. */
  application: 'loan-draft:',
  /** How far a contract was read, and how far its signing went; the contract number follows. */
  contractRead: 'contract-read:',
  signing: 'signing:',
  /** E-mail and token of somebody who registers. */
  registration: 'registerDraft',
  /** Page to which a registration leads; in the browser's storage, as the mail opens a new tab. */
  registrationTarget: 'registerTarget',
  newcomer: 'googleNewcomer',
  /** Answers of a quote for the application; in the browser's storage for the same reason. */
  quote: 'loan-quote',
} as const;
const personal = [PREFIX, ...Object.values(storedName)];

/** Deletes the items of a storage that begin with one of the names, unless they are `kept`. */
function dropFrom(
  storage: Storage,
  names: readonly string[],
  kept: (item: string) => boolean = () => false,
): void {
  const items = Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? '');
  for (const item of items) {
    if (names.some((name) => item.startsWith(name)) && !kept(item)) storage.removeItem(item);
  }
}

/** Deletes what this tab alone stores of a member. */
export function dropOfTab(): void {
  try {
    dropFrom(sessionStorage, personal);
  } catch {
    // Storage is unavailable, so there is nothing to delete.
  }
}

/**
 * Deletes what this browser stores of any member, in this tab and for all tabs: after a logout
 * nothing personal may be found on a computer that others use.
 */
export function dropPersonal(): void {
  dropOfTab();
  try {
    dropFrom(localStorage, personal);
  } catch {
    // Storage is unavailable, so there is nothing to delete.
  }
}

/** Deletes the drafts of everybody but this member or operator, who has signed in. */
export function dropDraftsOfOthers(userId: string): void {
  const own = `${storedName.application}${userId}`;
  try {
    dropFrom(sessionStorage, [PREFIX], (item) => item.startsWith(`${PREFIX}${userId}:`));
    dropFrom(localStorage, [storedName.application], (item) => item === own);
  } catch {
    // Storage is unavailable, so there is nothing to delete.
  }
}

/** Written and removed again at a logout, which tells the other tabs of it. */
const LOGOUT_KEY = 'logout';

/** Lets the other tabs delete what they store, which they keep after a session that expired. */
export function tellOtherTabs(): void {
  try {
    localStorage.setItem(LOGOUT_KEY, 'now');
    localStorage.removeItem(LOGOUT_KEY);
  } catch {
    // Without storage no tab has a draft.
  }
}

/** Returns whether another tab tells by this event that its user has logged out. */
export const tellsLogout = ({ key, newValue }: StorageEvent): boolean =>
  key === LOGOUT_KEY && newValue !== null;

const unsent = new Set<() => Promise<void>>();

/** Registers what a page still has to send before a logout; returns a function that ends this. */
export function beforeLogout(send: () => Promise<void>): () => void {
  unsent.add(send);
  return () => unsent.delete(send);
}

/** Sends what pages have not sent yet, because a logout deletes it here; waits so long at most. */
export async function sendBeforeLogout(mostMs = 3_000): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, mostMs));
  await Promise.race([Promise.allSettled([...unsent].map((send) => send())), late]);
}
