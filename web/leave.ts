// Leaves the current document for another one.
let leaving = false;

/** Whether this document is being left for another one, for example after the session has ended. */
export const isLeaving = () => leaving;

/**
 * Loads another document, but only once: several API calls of a page may find out at the same time
 * that the session has ended, and a second navigation would only abort the first.
 */
export function leaveFor(path: string): void {
  if (leaving) return;
  leaving = true;
  // The browser's back button may restore this page as it was left, so the flag is reset.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) leaving = false;
  });
  window.location.assign(path);
}
