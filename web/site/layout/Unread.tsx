// Counts the unread notices for the bell of the header; only members load it.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { asked } from '../kit/api.ts';
import { Queries } from '../Queries.tsx';

type Props = { onCount: (unread: number) => void };

function Counted({ onCount }: Props) {
  const list = useQuery({
    ...asked('notices', 'listNotices', { item_per_page: 1 }),
    staleTime: 60_000,
  });
  const unread = Object.values(list.data?.unread ?? {}).reduce((sum, n) => sum + n, 0);
  useEffect(() => onCount(unread), [onCount, unread]);
  return null;
}

/** Draws nothing: the bell itself stands there from the start. */
export default function Unread(props: Props) {
  return (
    <Queries>
      <Counted {...props} />
    </Queries>
  );
}
