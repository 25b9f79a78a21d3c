// The round button that appears after 800 px and leads back to the top.
import { ArrowUp } from 'lucide-react';
import { useEffect, useState } from 'react';

const APPEARS_AFTER_PX = 800;

/** The button is about to go, so the focus goes with the view: to the top of the content. */
function toTop(): void {
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  window.scrollTo({ top: 0, behavior: still ? 'instant' : 'smooth' });
  document.getElementById('main')?.focus({ preventScroll: true });
}

export function GoToTop() {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const look = () => setShown(window.scrollY > APPEARS_AFTER_PX);
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  return (
    <button
      type="button"
      className="go-top no-print"
      data-hidden={shown ? undefined : ''}
      aria-label="回到頂端"
      title="回到頂端"
      tabIndex={shown ? 0 : -1}
      onClick={toTop}
    >
      <ArrowUp size={22} aria-hidden="true" />
    </button>
  );
}
