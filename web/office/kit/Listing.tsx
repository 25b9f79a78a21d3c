// Parts of every list at the office: links that filter, and paging.
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { Link } from '../links/Link.tsx';
import { Pagination } from '../../ui/display/Pagination.tsx';
import type { ListUrl } from './listing.ts';

export type FilterLink = { text: string; value: string | undefined; count?: number };

/** One filter as a row of links; the empty value is 「全部」. */
export function FilterLinks({
  label,
  name,
  links,
  chosen,
  url,
}: {
  label: string;
  name: string;
  links: readonly FilterLink[];
  chosen: string | undefined;
  url: ListUrl;
}) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-2">
        {links.map(({ text, value, count }) => (
          <li key={text}>
            <Link
              className="office-filter"
              to={url.to({ [name]: value })}
              aria-current={chosen === value ? 'page' : undefined}
            >
              {text}
              {count !== undefined && <span className="num">{count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A page past the end, of a list that has become shorter, leads to the last one. */
export function Pages({ url, total }: { url: ListUrl; total: number }) {
  const navigate = useNavigate();
  const pages = Math.ceil(total / url.perPage);
  const last = Math.max(1, pages);
  const past = url.page > last ? url.to({ page: last }) : null;
  useEffect(() => {
    if (past !== null) void navigate(past, { replace: true });
  }, [past, navigate]);
  return (
    <Pagination
      page={url.page}
      pages={pages}
      link={({ page, label, current, children }) => (
        <Link to={url.to({ page })} aria-label={label} aria-current={current ? 'page' : undefined}>
          {children}
        </Link>
      )}
    />
  );
}
