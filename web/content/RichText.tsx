// Sanitised HTML of the server as it is read: links within the site move inside the page.
import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import { loadsDocument } from '../site/kit/paths.ts';

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** Pages and places of a page; not files, and not what loads a document of its own. */
const isWithin = (to: string) => /^(#|\/(?!\/))[^.]*$/.test(to) && !loadsDocument(to);

/** `html` must come from the server's sanitiser and from nowhere else. */
export function RichText({ html }: { html: string }) {
  const navigate = useNavigate();
  const follow = (event: MouseEvent<HTMLDivElement>) => {
    const to = (event.target as Element).closest('a')?.getAttribute('href');
    if (!to || event.defaultPrevented || !isPlainClick(event) || !isWithin(to)) return;
    event.preventDefault();
    void navigate(to);
  };
  // The links inside are what is clicked, by mouse and keyboard alike; this only hears of it.
  /* oxlint-disable jsx-a11y/click-events-have-key-events */
  /* oxlint-disable jsx-a11y/no-static-element-interactions */
  return <div className="rich" onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />;
}
