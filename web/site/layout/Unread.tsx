// Counts unread notices for the header's bell; loaded only for members.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryOf } from '../kit/api.ts';
import { Queries } from '../Queries.tsx';

type Props = { onCount: (unread: number) => void };

function Counted({ onCount }: Props) {
  const list = useQuery({
    ...queryOf('notices', 'listNotices', { item_per_page: 1 }),
    staleTime: 60_000,
  });
  const unread = Object.values(list.data?.unread ?? {}).reduce((sum, n) => sum + n, 0);
  useEffect(() => onCount(unread), [onCount, unread]);
  return null;
}

/** Renders nothing, because the bell itself is in the header from the start. */
export default function Unread(props: Props) {
  return (
    <Queries>
      <Counted {...props} />
    </Queries>
  );
}
