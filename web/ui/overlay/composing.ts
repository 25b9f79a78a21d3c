// The Enter key that ends the input of Chinese words belongs to the input method, not to the page.

/**
 * Keeps the page from answering an Enter with which somebody chooses a word. Safari sends it after
 * the composition has ended, with the old key code 229 only. Returns a function that ends this.
 */
export function leaveEnterToInputMethods(): () => void {
  const hold = (event: KeyboardEvent) => {
    const composes = event.isComposing || event.keyCode === 229;
    if (event.key !== 'Enter' || !composes) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener('keydown', hold, { capture: true });
  return () => window.removeEventListener('keydown', hold, { capture: true });
}
