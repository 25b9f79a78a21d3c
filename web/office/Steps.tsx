// Lists too long to count: newer and older from where one stands, kept in the address.
import { Link, useSearchParams } from 'react-router';
import { buttonShape } from '../ui/Button.tsx';
import { chosenIn, type Filter } from './FilterBar.tsx';

/** What narrows the list, what it is asked by, and the address of another place in it. */
export function useSteps(filters: readonly Filter[]) {
  const [query] = useSearchParams();
  const chosen = chosenIn(query, filters);
  const [before, after] = [query.get('before'), query.get('after')];
  return {
    chosen,
    before,
    input: { ...chosen, ...(before && { before }), ...(after && { after }) } as object,
    to: (place: { before?: string; after?: string }) =>
      `?${new URLSearchParams({ ...chosen, ...place })}`,
  };
}

/** The ways on; null where there is nothing that way. */
export function Steps({
  newer,
  newerText = '較新',
  older,
}: {
  newer: string | null;
  newerText?: string;
  older: string | null;
}) {
  return (
    <nav aria-label="分頁" className="flex justify-between gap-3">
      {newer === null ? (
        <span />
      ) : (
        <Link {...buttonShape({})} to={newer}>
          {newerText}
        </Link>
      )}
      {older !== null && (
        <Link {...buttonShape({})} to={older}>
          較早
        </Link>
      )}
    </nav>
  );
}
