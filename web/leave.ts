// Leaving the page for another document.
let leaving = false;

/**
 * Loads another document, once: of a page's calls several find out together that its session has
 * ended, and a second loading would only break off the first.
 */
export function leaveFor(path: string): void {
  if (leaving) return;
  leaving = true;
  // Whoever comes back by the browser's button may find this very page again, as it was left.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) leaving = false;
  });
  window.location.assign(path);
}
