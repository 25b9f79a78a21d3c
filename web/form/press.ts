// Whether a pointer is pressed. A field that is left by pressing something else is judged once the
// pointer is released: a message that comes or goes moves what is pressed away, and the press would
// be lost.
let released = Promise.resolve();

/** What ends a press; the last two in case that its own end is never told. */
const ENDS = ['pointerup', 'pointercancel', 'pointerdown', 'keydown'] as const;

function press(): void {
  released = new Promise((settle) => {
    const waiting = new AbortController();
    const end = () => {
      waiting.abort();
      // The click follows the release, before the next task.
      setTimeout(settle);
    };
    const { signal } = waiting;
    for (const name of ENDS) window.addEventListener(name, end, { capture: true, signal });
  });
}

if (typeof document !== 'undefined') document.addEventListener('pointerdown', press, true);

/** Resolves once no pointer is pressed, after the click that the release has made. */
export const untilReleased = (): Promise<void> => released;
