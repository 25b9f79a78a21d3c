// Lists too long to count: newer and older from where one stands, kept in the address.
import { Link, useSearchParams } from 'react-router';
import { buttonShape } from '../../ui/Button.tsx';
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

/** What is said of such a list where nothing is found. */
export const noneFound = { title: '沒有符合條件的紀錄', hint: '請放寬條件再試一次。' };

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

/** The ways on in a list that is read from its newest row on and not back up. */
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

/** The ways on from a page of rows. */
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
