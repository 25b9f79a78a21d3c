// What a list of content has around its table: its page in the address, and the ways to the others.
import { Link, useSearchParams } from 'react-router';
import { Pagination } from '../../ui/Pagination.tsx';

export const PER_PAGE = 25;

/** The page that the address names, and what a call wants of it. */
export function pageIn(query: URLSearchParams) {
  const page = Math.max(1, Math.floor(Number(query.get('page'))) || 1);
  return { page, asks: { item_per_page: PER_PAGE, offset: (page - 1) * PER_PAGE } };
}

/** The other pages of a list, narrowed as this one is. */
export function Pages({ page, total }: { page: number; total: number }) {
  const [query] = useSearchParams();
  return (
    <Pagination
      page={page}
      pages={Math.ceil(total / PER_PAGE)}
      link={({ page: to, label, current, children }) => {
        const next = new URLSearchParams(query);
        if (to > 1) next.set('page', String(to));
        else next.delete('page');
        return (
          <Link to={`?${next}`} aria-label={label} aria-current={current ? 'page' : undefined}>
            {children}
          </Link>
        );
      }}
    />
  );
}
