// Page numbers of a list; the current page is stored in the URL.
import { useEffect } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { Pagination } from '../../ui/display/Pagination.tsx';

/**
 * Links to the pages of a list as `?page=`; following a link scrolls to the top. A page past the
 * end, from an old link to a list that has become shorter, leads to the last one.
 */
export function Pages({ page, pages, ends }: { page: number; pages: number; ends?: boolean }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const href = (to: number) => {
    const query = new URLSearchParams(search);
    if (to === 1) query.delete('page');
    else query.set('page', String(to));
    const text = query.toString();
    return text ? `${pathname}?${text}` : pathname;
  };
  const last = Math.max(1, pages);
  const past = page > last ? href(last) : null;
  useEffect(() => {
    if (past !== null) void navigate(past, { replace: true });
  }, [past, navigate]);
  return (
    <Pagination
      page={page}
      pages={pages}
      {...(ends && { ends })}
      link={({ page: to, label, current, children }) => (
        <Link to={href(to)} aria-label={label} aria-current={current ? 'page' : undefined}>
          {children}
        </Link>
      )}
    />
  );
}
