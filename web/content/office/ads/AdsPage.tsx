// Page listing all advertisements of the home page: upcoming, current, past.
import { Link } from '../../../office/links/Link.tsx';
import { columnsOf } from '../../../office/kit/columns.tsx';
import { adList } from '#contract/content/lists.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { queryOf } from '../../../office/api.ts';
import { chosenIn, FilterBar, type Filter } from '../../../office/kit/FilterBar.tsx';
import { useListUrl } from '../../../office/kit/listing.ts';
import { ListPage, NewLink } from '../../../office/kit/ListPage.tsx';
import { PER_PAGE } from '../listing.ts';
import * as paths from '../../../office/paths.ts';
import { TableButtons } from '../../../office/kit/FileButton.tsx';
import { DateText } from '../../../ui/display/Amount.tsx';
import type { Ad } from './ad.ts';
import { useMayWrite } from '../../../office/editing/editing.ts';
import { PictureBox } from '../picture/PictureBox.tsx';
import { States } from '../release/States.tsx';
import { LastChange } from '../LastChange.tsx';
import { adWords } from '#contract/content/words.ts';

const filters: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'state',
    label: '狀態',
    options: Object.entries(adWords).map(([value, { text }]) => ({ value, label: text })),
  },
  { kind: 'text', name: 'q', label: '標題', placeholder: '標題中的字' },
];

export function Period({ ad: { startsOn, endsOn } }: { ad: Pick<Ad, 'startsOn' | 'endsOn'> }) {
  return (
    <span>
      <DateText at={startsOn} /> 起
      {endsOn ? (
        <>
          ，至 <DateText at={endsOn} />
        </>
      ) : (
        '，不限'
      )}
    </span>
  );
}

const columns = columnsOf(adList, {
  title: {
    head: true,
    cell: (ad) => (
      <span
        className="grid grid-cols-[7rem_minmax(0,1fr)] gap-3 items-center md:min-w-[18rem]
          md:max-lg:grid-cols-[4.5rem_minmax(0,1fr)] md:max-lg:min-w-[15rem]"
      >
        <PictureBox picture={ad.image} decorative />
        <Link className="office-row-link" to={paths.ad(ad.id)} data-stretch="" data-row="">
          {ad.title}
        </Link>
      </span>
    ),
  },
  state: { cell: ({ state, isWaiting }) => <States of={adWords[state]} isWaiting={isWaiting} /> },
  period: { cell: (ad) => <Period ad={ad} /> },
  link: { whole: true, cell: (ad) => <code>{ad.link}</code> },
  position: {},
  updatedAt: { cell: (row) => <LastChange at={row.updatedAt} by={row.updatedBy} /> },
});

export function AdsPage() {
  const [query] = useSearchParams();
  const mayWrite = useMayWrite();
  const url = useListUrl(PER_PAGE);
  const chosen = chosenIn(query, filters) as object;
  const list = useQuery({
    ...queryOf('content', 'listAds', { ...chosen, ...url.asks }),
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      title="廣告"
      acts={
        <>
          <TableButtons table={adList.tables.data} input={chosen} />
          {mayWrite && <NewLink to={paths.newAd()} text="新增廣告" />}
        </>
      }
      query={list}
      none={{ title: '沒有符合的廣告', hint: '沒有刊登中的廣告時，首頁不顯示輪播。' }}
      caption={({ total }) => `共 ${total} 則`}
      columns={columns}
      rowKey={(row) => row.id}
      pages={url}
    >
      <FilterBar filters={filters} />
    </ListPage>
  );
}
