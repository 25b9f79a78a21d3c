// Drafts of long forms, stored in the tab so that they survive a session timeout.
const PREFIX = 'form-draft:';

/** Key of a draft: the form and the member, so that nobody else who signs in sees the draft. */
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
