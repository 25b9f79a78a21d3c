// Round button that appears after scrolling 800 px and returns to the top.
import { ArrowUp } from 'lucide-react';
import { useEffect, useState } from 'react';

const APPEARS_AFTER_PX = 800;

/**
 * Scrolls to the top and moves the focus to the start of the content, because the button is about
 * to disappear.
 */
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
