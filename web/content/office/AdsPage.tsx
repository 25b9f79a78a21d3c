// Every advertisement of the home page: coming, running, over.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { Answered } from '../../office/Answered.tsx';
import { api, asked } from '../../office/api.ts';
import { chosenIn, FilterBar, type Filter } from '../../office/FilterBar.tsx';
import { useArrows } from '../../office/keyboard.ts';
import { PageTitle } from '../../office/PageTitle.tsx';
import * as paths from '../../office/paths.ts';
import { TableButtons } from '../../office/TableButtons.tsx';
import { EmptyState } from '../../ui/Alert.tsx';
import { DateText } from '../../ui/Amount.tsx';
import { buttonShape } from '../../ui/Button.tsx';
import { Tag } from '../../ui/Card.tsx';
import { Table, type Column } from '../../ui/Table.tsx';
import type { Ad, AdRow } from './ad.ts';
import { useMayWrite } from './editing.ts';
import { pageIn, Pages } from './ListTools.tsx';
import { PictureBox } from './PictureBox.tsx';
import { Touched } from './Touched.tsx';
import { adStateWords } from './words.ts';

const filters: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'state',
    label: '狀態',
    options: Object.entries(adStateWords).map(([value, { text }]) => ({ value, label: text })),
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

const columns: Column<AdRow>[] = [
  {
    key: 'title',
    label: '廣告',
    head: true,
    cell: (ad) => (
      <span className="office-ad">
        <PictureBox picture={ad.image} decorative />
        <Link className="office-row-link" to={paths.ad(ad.id)} data-stretch="" data-row="">
          {ad.title}
        </Link>
      </span>
    ),
  },
  {
    key: 'state',
    label: '狀態',
    cell: ({ state }) => <Tag tone={adStateWords[state].tone}>{adStateWords[state].text}</Tag>,
  },
  { key: 'period', label: '刊登期間', cell: (ad) => <Period ad={ad} /> },
  { key: 'link', label: '連到', cell: (ad) => <code>{ad.link}</code> },
  { key: 'position', label: '順序', numeric: true, cell: (ad) => ad.position },
  {
    key: 'updated',
    label: '最近修改',
    cell: (row) => <Touched at={row.updatedAt} by={row.updatedBy} />,
  },
];

function Rows({ rows, total, page }: { rows: readonly AdRow[]; total: number; page: number }) {
  const ref = useArrows();
  if (rows.length === 0) {
    return <EmptyState title="沒有符合的廣告">沒有刊登中的廣告時，首頁不顯示輪播。</EmptyState>;
  }
  return (
    <div ref={ref} className="office-rows grid gap-5">
      <Table caption={`共 ${total} 則`} columns={columns} rows={rows} rowKey={(row) => row.id} />
      <Pages page={page} total={total} />
    </div>
  );
}

export function AdsPage() {
  const [query] = useSearchParams();
  const mayWrite = useMayWrite();
  const chosen = chosenIn(query, filters) as object;
  const { page, asks } = pageIn(query);
  const list = useQuery({
    ...asked('content', 'listAds', { ...chosen, ...asks }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="grid gap-6">
      <PageTitle>廣告</PageTitle>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>廣告</h1>
        <div className="flex flex-wrap gap-3">
          <TableButtons name="廣告" input={chosen} read={api.content.adsTable} />
          {mayWrite && (
            <Link to={paths.newAd()} {...buttonShape({ look: 'primary' })}>
              <Plus size={18} aria-hidden="true" />
              新增廣告
            </Link>
          )}
        </div>
      </div>
      <FilterBar filters={filters} />
      <Answered query={list} what="廣告">
        {({ data, total }) => <Rows rows={data} total={total} page={page} />}
      </Answered>
    </div>
  );
}
