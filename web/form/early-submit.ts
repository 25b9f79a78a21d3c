// Submits of forms whose script has not loaded yet: they are held back and repeated later.
import { type RefObject, useEffect } from 'react';

type Submitted = HTMLFormElement & { isHydrated?: boolean; wasSubmitted?: boolean };

/**
 * Script in the head. Before a form's own script has loaded, the browser would send the form itself
 * and show the server's answer as a page; instead it is only noted that it was submitted.
 */
export const holdSubmits =
  `addEventListener('submit',function(e){var f=e.target;` +
  `if(f.getAttribute('method')==='post'&&!f.isHydrated)` +
  `{e.preventDefault();f.wasSubmitted=true}},true);`;

/** Repeats a submit that was held back, once the form handles submits itself. */
export function useHeldSubmit(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const held = form.current as Submitted | null;
    if (!held) return;
    const { wasSubmitted } = held;
    Object.assign(held, { isHydrated: true, wasSubmitted: false });
    if (wasSubmitted) held.requestSubmit();
  }, [form]);
}
