// Page numbers of a list; the current page is stored in the URL.
import { Link, useLocation } from 'react-router';
import { Pagination } from '../../ui/display/Pagination.tsx';

/** Links to the pages of a list as `?page=`; following a link scrolls to the top. */
export function Pages({ page, pages, ends }: { page: number; pages: number; ends?: boolean }) {
  const { pathname, search } = useLocation();
  const href = (to: number) => {
    const query = new URLSearchParams(search);
    if (to === 1) query.delete('page');
    else query.set('page', String(to));
    const text = query.toString();
    return text ? `${pathname}?${text}` : pathname;
  };
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
