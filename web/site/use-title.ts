// The title of a page whose subject is known only in the browser, such as one case or one order.
import { useEffect } from 'react';
import { titleOf } from './kit/brand.ts';

/**
 * Names what the page shows in the title of the window, so that tabs, bookmarks and the history of
 * the browser tell two cases apart. Until `text` is known, the route's own title stands.
 */
export function useTitle(text: string | undefined): void {
  useEffect(() => {
    if (text !== undefined) document.title = titleOf(text);
  }, [text]);
}
