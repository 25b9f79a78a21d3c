// Shows sanitised HTML from the server; links within the site navigate without a page load.
import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import { unbrokenHtml } from '#jsx/unbroken-html';
import { loadsDocument } from '../site/kit/paths.ts';

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/**
 * Matches pages and anchors of the site; does not match files, or paths that are separate
 * documents.
 */
const isWithin = (to: string) => /^(#|\/(?!\/))[^.]*$/.test(to) && !loadsDocument(to);

/** `html` must be output of the server's sanitiser. */
export function RichText({ html }: { html: string }) {
  const navigate = useNavigate();
  const follow = (event: MouseEvent<HTMLDivElement>) => {
    const to = (event.target as Element).closest('a')?.getAttribute('href');
    if (!to || event.defaultPrevented || !isPlainClick(event) || !isWithin(to)) return;
    event.preventDefault();
    void navigate(to);
  };
  // The links inside are the interactive elements, for mouse and keyboard; this element only
  // handles their clicks.
  /* oxlint-disable jsx-a11y/click-events-have-key-events */
  /* oxlint-disable jsx-a11y/no-static-element-interactions */
  return (
    <div
      className="rich"
      onClick={follow}
      dangerouslySetInnerHTML={{ __html: unbrokenHtml(html) }}
    />
  );
}
