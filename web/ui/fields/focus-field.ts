// Scrolls to a field, given the id of its control, and focuses it; corrects the one with the focus.

/** Sorts ids in the order of their elements on the page; ids without an element come last. */
export function inPageOrder(ids: readonly string[]): string[] {
  const places = new Map(ids.map((id) => [id, document.getElementById(id)]));
  return ids.toSorted((one, other) => {
    const [a, b] = [places.get(one), places.get(other)];
    if (!a || !b) return Number(!a) - Number(!b);
    return a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
  });
}

const isDisplayed = (element: HTMLElement) => element.getClientRects().length > 0;

/**
 * Returns the part of a field that can get the focus: the field itself, or in a group the first
 * invalid control, otherwise the group's first control. A file input is hidden, and the button
 * beside it opens it.
 */
function controlOf(element: HTMLElement): HTMLElement {
  if (element.matches('input[type="file"]')) {
    const buttons = [...(element.parentElement?.querySelectorAll('button') ?? [])];
    return buttons.find(isDisplayed) ?? element;
  }
  if (element.matches('input, select, textarea, button')) return element;
  const wrong = element.querySelector<HTMLElement>('[aria-invalid="true"]');
  return wrong ?? element.querySelector<HTMLElement>('input, select, textarea, button') ?? element;
}

/**
 * Scrolls a field into the middle of the window, so that no bar covers it, and focuses its control.
 * Returns false if there is no such field or it is not displayed.
 */
export function focusField(id: string): boolean {
  const element = document.getElementById(id);
  if (!element || !isDisplayed(element)) return false;
  (element.closest<HTMLElement>('.field') ?? element).scrollIntoView({ block: 'center' });
  controlOf(element).focus({ preventScroll: true });
  return true;
}

/**
 * Tells the focused field within `part` that it lost the focus, because fields correct their text
 * (full-width characters, capital letters) only then.
 */
export function correctFocused(part: Element): void {
  const { activeElement: focused } = document;
  if (part.contains(focused)) {
    focused?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  }
}
