// Drafts of long forms, stored in the tab so that they survive a session timeout.
const PREFIX = 'form-draft:';

/** Drafts are stored by form and member, so that nobody else who signs in sees them. */
export type DraftKey = { form: string; memberId: string };

const nameOf = ({ form, memberId }: DraftKey) => `${PREFIX}${memberId}:${form}`;

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
    // Storage failed; the form still has the values as long as the page is open.
  }
}

export function dropFormDraft(key: DraftKey): void {
  try {
    sessionStorage.removeItem(nameOf(key));
  } catch {
    // Storage is unavailable, so nothing was stored that would have to be removed.
  }
}

/**
 * Deletes the drafts in this tab, except those of the member `but`, so that nobody finds the drafts
 * of other members.
 */
export function dropFormDrafts({ but }: { but?: string } = {}): void {
  try {
    const names = Array.from({ length: sessionStorage.length }, (_, i) => sessionStorage.key(i));
    for (const name of names) {
      const kept = but !== undefined && name?.startsWith(`${PREFIX}${but}:`);
      if (name?.startsWith(PREFIX) && !kept) sessionStorage.removeItem(name);
    }
  } catch {
    // Storage is unavailable, so there is nothing to delete.
  }
}
