// Marks on a box that scrolls sideways: whether content continues before or after what is visible.

/**
 * Keeps `data-more` of a box up to date (`before`, `after`, both or empty); the stylesheet fades
 * the named edges. `onChange` receives whether the box scrolls. Returns a function that stops this.
 *
 * A script does this because Chromium 150 crashes the whole page when a box whose fade is animated
 * by its own scroll position (`animation-timeline: scroll(self)`) appears during a navigation.
 */
export function markScrollEdges(
  box: HTMLElement | null,
  onChange?: (scrolls: boolean) => void,
): (() => void) | undefined {
  if (!box) return undefined;
  const mark = () => {
    const { scrollLeft } = box;
    const hidden = box.scrollWidth - box.clientWidth;
    // Tolerates a difference of one pixel, because zoomed pages have fractions of a pixel.
    box.dataset['more'] =
      `${scrollLeft > 1 ? 'before' : ''} ${hidden - scrollLeft > 1 ? 'after' : ''}`;
    onChange?.(hidden > 0);
  };
  const sizes = new ResizeObserver(mark);
  [box, ...box.children].forEach((one) => sizes.observe(one));
  box.addEventListener('scroll', mark);
  return () => sizes.disconnect();
}
