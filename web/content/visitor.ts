// A random name for this browser, so that one visitor's opinion counts once.
import { uuid } from '../uuid.ts';

const KEY = 'visitor';
let kept: string | undefined;

/** Kept in the browser where it may be; else for this page only. */
export function visitorId(): string {
  if (kept) return kept;
  try {
    kept = localStorage.getItem(KEY) ?? uuid();
    localStorage.setItem(KEY, kept);
  } catch {
    kept ??= uuid();
  }
  return kept;
}
