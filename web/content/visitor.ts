// Random id of this browser, so that a visitor's vote counts only once.
import { uuid } from '../uuid.ts';

const KEY = 'visitor';
let storedId: string | undefined;

/** Returns the id from local storage if that is allowed; otherwise it lasts only for this page. */
export function visitorId(): string {
  if (storedId) return storedId;
  try {
    storedId = localStorage.getItem(KEY) ?? uuid();
    localStorage.setItem(KEY, storedId);
  } catch {
    storedId ??= uuid();
  }
  return storedId;
}
