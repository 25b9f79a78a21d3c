// How many notices are unread, for the bell of the header; only members load it.
import { useQuery } from '@tanstack/react-query';
import { asked } from './api.ts';
import { Queries } from './Queries.tsx';

type Props = { children: (unread: number) => React.ReactNode };

function Counted({ children }: Props) {
  const list = useQuery({
    ...asked('notices', 'listNotices', { item_per_page: 1 }),
    staleTime: 60_000,
  });
  return children(Object.values(list.data?.unread ?? {}).reduce((sum, n) => sum + n, 0));
}

export default function Unread(props: Props) {
  return (
    <Queries>
      <Counted {...props} />
    </Queries>
  );
}
