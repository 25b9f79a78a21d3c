// Table of contents: above the text, or beside it if there is room.
import { ChevronDown } from 'lucide-react';
import type { Toc as Headings } from '#contract/content/shapes.ts';
import { Link } from 'react-router';

const ENOUGH = 3;

/** Table of contents with links to the headings; empty if the text has only few headings. */
export function Toc({ of }: { of: Headings }) {
  if (of.length < ENOUGH) return <div className="toc-none" />;
  return (
    <nav aria-label="目錄" className="toc no-print">
      <details open>
        <summary>
          目錄
          <ChevronDown size={18} aria-hidden="true" />
        </summary>
        <ol>
          {of.map(({ id, text, level }) => (
            <li key={id} data-level={level}>
              <Link to={{ hash: `#${id}` }}>{text}</Link>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
}
