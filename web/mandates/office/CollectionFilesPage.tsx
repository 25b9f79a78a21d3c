// The files of debits and mandates that the bank was given, with their hashes, and its answers.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { countText } from '#contract/core/lists.ts';
import { collectionFileList } from '#contract/mandates/lists.ts';
import {
  type CollectionAnswerRow,
  type CollectionFileRow,
  collectionFileTypes,
} from '#contract/mandates/office.ts';
import { fileTypeText } from '#contract/mandates/words.ts';
import { Link } from '../../office/links/Link.tsx';
import { api, queryOf } from '../../office/api.ts';
import { columnsOf } from '../../office/kit/columns.tsx';
import { FileButton, TableButtons } from '../../office/kit/FileButton.tsx';
import { FilterLinks } from '../../office/kit/Listing.tsx';
import { List } from '../../office/kit/ListPage.tsx';
import { useListUrl } from '../../office/kit/listing.ts';
import { useOperator } from '../../office/operator.ts';
import * as paths from '../../office/paths.ts';
import { DateText } from '../../ui/display/Amount.tsx';
import { Tag } from '../../ui/display/Card.tsx';
import { type Column, Table } from '../../ui/display/Table.tsx';
import { MandateDesk } from './MandateDesk.tsx';

/** The beginning of a hash, with the whole one for who points at it. */
function Hash({ of }: { of: string }) {
  return (
    <span className="office-mono" title={of}>
      {of.slice(0, 12)}…
    </span>
  );
}

/** The name, which leads to the debits of the file. */
function Name({ file }: { file: CollectionFileRow }) {
  const name = <span className="office-mono">{file.reference}</span>;
  if (file.type === 'P02') return name;
  return (
    <Link className="link" to={paths.moneyOf('debits', { file: file.id })}>
      {name}
    </Link>
  );
}

function Download({ file }: { file: CollectionFileRow }) {
  const isFinance = useOperator().data?.data.roles.includes('finance');
  if (!isFinance) return '出納可下載';
  return (
    <FileButton
      label={`下載 ${file.reference}`}
      filename={`${file.reference}.txt`}
      load={() => api.mandates.collectionFile({ id: file.id })}
    />
  );
}

const columns = columnsOf(collectionFileList, {
  reference: { head: true, whole: true, cell: (file) => <Name file={file} /> },
  type: {},
  records: {},
  agreed: {},
  refused: {
    cell: ({ refused }) => (refused > 0 ? <b className="text-danger">{refused}</b> : refused),
  },
  createdAt: {},
  sentAt: {
    cell: ({ sentAt, attempts }) =>
      sentAt ? (
        <DateText at={sentAt} />
      ) : attempts > 0 ? (
        <Tag tone="problem">傳送失敗 {attempts} 次</Tag>
      ) : (
        <Tag tone="progress">待送出</Tag>
      ),
  },
  sha256: { cell: ({ sha256 }) => <Hash of={sha256} /> },
  total: {},
  file: { cell: (file) => <Download file={file} /> },
});

const answerColumns: readonly Column<CollectionAnswerRow>[] = [
  {
    key: 'name',
    label: '檔名',
    head: true,
    cell: ({ name }) => <span className="office-mono">{name}</span>,
  },
  { key: 'records', label: '筆數', numeric: true, cell: ({ records }) => records },
  { key: 'readAt', label: '讀取時間', cell: ({ readAt }) => <DateText at={readAt} /> },
  {
    key: 'state',
    label: '狀態',
    cell: ({ failure }) =>
      failure === null ? <Tag tone="done">已讀取</Tag> : <Tag tone="problem">無法讀取</Tag>,
  },
  { key: 'sha256', label: '雜湊值', cell: ({ sha256 }) => <Hash of={sha256} /> },
];

function Answers() {
  const query = useQuery(queryOf('mandates', 'collectionAnswers', {}));
  const rows = query.data?.data ?? [];
  if (rows.length === 0) return null;
  return (
    <section className="grid gap-4">
      <h2 className="text-h3">銀行的回覆</h2>
      <Table
        caption={`最近 ${rows.length} 份回覆檔`}
        columns={answerColumns}
        rows={rows}
        rowKey={({ id }) => id}
      />
    </section>
  );
}

export function CollectionFilesPage() {
  const url = useListUrl();
  const type = url.one('type', collectionFileTypes);
  const chosen = type ? { type } : {};
  const query = useQuery({
    ...queryOf('mandates', 'listCollectionFiles', { ...chosen, ...url.asks }),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  });
  return (
    <MandateDesk
      title="扣款檔與回覆"
      acts={<TableButtons table={collectionFileList.tables.data} input={chosen} />}
    >
      <FilterLinks
        label="內容"
        name="type"
        chosen={type}
        url={url}
        links={[
          { text: '全部', value: undefined },
          ...collectionFileTypes.map((value) => ({ text: fileTypeText[value], value })),
        ]}
      />
      <p className="text-sm text-ink-3">
        檔案含完整帳號與身分證字號，每次下載都會留下紀錄。雜湊值可證明內容與送交銀行時相同。
      </p>
      <List
        query={query}
        what="扣款檔"
        whom="出納或稽核同仁"
        none={{
          title: type ? '沒有這種檔案' : '還沒有檔案',
          hint: '授權與扣款送交銀行時，每次成為一個檔案。',
        }}
        columns={columns}
        rowKey={({ id }) => id}
        caption={({ total }) => countText(total, '個檔案')}
        pages={url}
      />
      <Answers />
    </MandateDesk>
  );
}
