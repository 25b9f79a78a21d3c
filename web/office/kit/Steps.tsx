// Newer/older paging for lists too long to count; the position is stored in the URL.
import { useSearchParams } from 'react-router';
import { Link } from '../links/Link.tsx';
import { buttonShape } from '../../ui/Button.tsx';
import { chosenIn, type Filter } from './FilterBar.tsx';

/**
 * Reads filters and position from the URL; returns the call's input, and URLs of other positions.
 */
export function useSteps(filters: readonly Filter[]) {
  const [query] = useSearchParams();
  const chosen = chosenIn(query, filters);
  const [before, after] = [query.get('before'), query.get('after')];
  return {
    chosen,
    before,
    after,
    input: { ...chosen, ...(before && { before }), ...(after && { after }) } as object,
    to: (place: { before?: string; after?: string }) =>
      `?${new URLSearchParams({ ...chosen, ...place })}`,
  };
}

/** Text shown for a list without results. */
export const emptyResult = { title: '沒有符合條件的紀錄', hint: '請放寬條件再試一次。' };

/** Links to newer and older rows; null if there are none in that direction. */
export function Steps({
  newer,
  newerText = '較新',
  older,
  olderText = '較早',
}: {
  newer: string | null;
  newerText?: string;
  older: string | null;
  olderText?: string;
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
          {olderText}
        </Link>
      )}
    </nav>
  );
}

/** Paging links of a list that can only be read from the newest row downwards. */
export function OlderSteps({
  answer: { data, older },
  at: { before, to },
}: {
  answer: { data: readonly { id: string }[]; older: boolean };
  at: Pick<ReturnType<typeof useSteps>, 'before' | 'to'>;
}) {
  return (
    <Steps
      newer={before ? to({}) : null}
      newerText="最新"
      older={older ? to({ before: data.at(-1)?.id ?? '' }) : null}
    />
  );
}

/** Paging links of a page of rows. */
export function StepsOf({
  answer: { data, newer, older },
  to,
}: {
  answer: { data: readonly { id: string }[]; newer: boolean; older: boolean };
  to: ReturnType<typeof useSteps>['to'];
}) {
  return (
    <Steps
      newer={newer ? to({ after: data[0]?.id ?? '' }) : null}
      older={older ? to({ before: data.at(-1)?.id ?? '' }) : null}
    />
  );
}
