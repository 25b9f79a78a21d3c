// The files of the newest night with their hashes, and the list of past nights.
import { useRouteLoaderData } from 'react-router';
import { type BookFileName, bookFileText, NIGHTS_A_PAGE } from '#contract/reports/book/fields.ts';
import type { BookFile, BookNight, Statistics } from '#contract/reports/book/statistics.ts';
import type { SiteContext } from '../../site/kit/head.ts';
import { Go } from '../../site/kit/Go.tsx';
import { Pages } from '../../site/kit/Pages.tsx';
import * as paths from '../../site/kit/paths.ts';
import { DateText } from '../../ui/display/Amount.tsx';
import { Card } from '../../ui/display/Card.tsx';
import { ErrorState } from '../../ui/display/Alert.tsx';
import { Table } from '../../ui/display/Table.tsx';
import { formatNumber } from '../../ui/format.ts';

const BYTES_A_KIB = 1024;
const sizeText = (bytes: number) =>
  bytes < BYTES_A_KIB * BYTES_A_KIB
    ? `${formatNumber(Math.ceil(bytes / BYTES_A_KIB))} KB`
    : `${formatNumber(Math.ceil((bytes / BYTES_A_KIB / BYTES_A_KIB) * 10) / 10)} MB`;

/** Address of a file at the API (call `reports.bookFile`). */
const addressOf = (day: string, name: BookFileName) => `/v1/statistics/nights/${day}/${name}`;

/** Link to a file; a page rendered on the server knows the address of the API as well. */
function FileLink({ day, name, children }: { day: string; name: BookFileName; children: string }) {
  const { apiUrl } = useRouteLoaderData<SiteContext>('root') ?? {};
  return (
    <a
      className="link inline-flex min-h-11 items-center"
      href={`${apiUrl ?? ''}${addressOf(day, name)}`}
      download
    >
      {children}
    </a>
  );
}

function Files({ day, files }: { day: string; files: readonly BookFile[] }) {
  return (
    <Table
      caption="檔案與雜湊值"
      hideCaption
      rows={files}
      rowKey={({ name }) => name}
      columns={[
        {
          key: 'file',
          label: '檔案',
          head: true,
          whole: true,
          cell: ({ name }) => (
            <FileLink day={day} name={name}>
              {bookFileText[name]}
            </FileLink>
          ),
        },
        { key: 'rows', label: '列數', numeric: true, cell: ({ rows }) => formatNumber(rows) },
        { key: 'size', label: '大小', numeric: true, cell: ({ bytes }) => sizeText(bytes) },
        {
          key: 'sha256',
          label: 'SHA-256',
          cell: ({ sha256 }) => <code className="text-xs wrap-anywhere">{sha256}</code>,
        },
      ]}
    />
  );
}

type Nights = { data: readonly BookNight[]; total: number } | null;

function Past({ nights, page }: { nights: NonNullable<Nights>; page: number }) {
  return (
    <>
      <ol aria-labelledby="nights" className="grid">
        {nights.data.map(({ day, files }) => (
          <li
            key={day}
            className="grid gap-x-6 border-t border-line py-1 md:grid-cols-[8em_minmax(0,1fr)]"
          >
            <b className="num flex min-h-11 items-center text-ink">
              <DateText at={day} />
            </b>
            <span className="flex flex-wrap gap-x-5">
              {files.map(({ name }) => (
                <FileLink key={name} day={day} name={name}>
                  {bookFileText[name]}
                </FileLink>
              ))}
            </span>
          </li>
        ))}
      </ol>
      {nights.total > NIGHTS_A_PAGE && (
        <Pages page={page} pages={Math.ceil(nights.total / NIGHTS_A_PAGE)} ends />
      )}
    </>
  );
}

export function Downloads({
  of,
  nights,
  page,
}: {
  of: Statistics & { files: readonly BookFile[] };
  nights: Nights;
  page: number;
}) {
  return (
    <Card as="section" aria-labelledby="downloads" className="grid gap-6 *:min-w-0">
      <div className="grid gap-2">
        <h2 id="downloads" className="text-h3">
          公開資料檔
        </h2>
        <p className="max-w-[42em]">
          檔案以 gzip 壓縮、UTF-8 編碼。下載後計算 SHA-256，與下表相同即為原檔；公布後不再變更。
        </p>
      </div>
      <p>
        <Go to={paths.verifyProof()}>驗證出資證明</Go>
      </p>
      <Files day={of.asOf} files={of.files} />
      <section aria-labelledby="nights" className="grid gap-3 *:min-w-0">
        <h3 id="nights">歷次公布</h3>
        {nights ? (
          <Past nights={nights} page={page} />
        ) : (
          <ErrorState compact title="歷次公布的清單暫時無法載入" />
        )}
      </section>
    </Card>
  );
}
