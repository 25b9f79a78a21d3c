// What was typed into long forms, kept in this tab: there again after a session has run out.
const PREFIX = 'form-draft:';

/** By form and member: nobody else who signs in here sees it. */
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
    // The form still holds it as long as the page is open.
  }
}

export function dropFormDraft(key: DraftKey): void {
  try {
    sessionStorage.removeItem(nameOf(key));
  } catch {
    // What cannot be kept need not be removed.
  }
}

/** This tab's, but for one member's: whoever logs out, or comes after, finds nothing of others. */
export function dropFormDrafts({ but }: { but?: string } = {}): void {
  try {
    const names = Array.from({ length: sessionStorage.length }, (_, i) => sessionStorage.key(i));
    for (const name of names) {
      const kept = but !== undefined && name?.startsWith(`${PREFIX}${but}:`);
      if (name?.startsWith(PREFIX) && !kept) sessionStorage.removeItem(name);
    }
  } catch {
    // Nor need these.
  }
}
