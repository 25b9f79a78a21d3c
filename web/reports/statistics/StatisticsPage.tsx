// Page /statistics: how all loans ever lent have done, from the files of the newest night, which
// anybody can download and recount.
import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { percentOfBps } from '#contract/core/money.ts';
import { type DefinitionId, definitions } from '#contract/reports/book/definitions.ts';
import { NIGHTS_A_PAGE } from '#contract/reports/book/fields.ts';
import type { Statistics } from '#contract/reports/book/statistics.ts';
import { renderContext } from '../../page-context.ts';
import { brand } from '../../site/kit/brand.ts';
import { headOf } from '../../site/kit/head.ts';
import * as paths from '../../site/kit/paths.ts';
import { EmptyState, ErrorState } from '../../ui/display/Alert.tsx';
import { DateText, Money, Percent } from '../../ui/display/Amount.tsx';
import { KeyFigures } from '../../ui/display/KeyFigures.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Defaults, Recovery } from './Defaults.tsx';
import { DefinitionLink, Dictionary } from './Dictionary.tsx';
import { Downloads } from './Downloads.tsx';
import { Growth } from './Growth.tsx';
import { Funding, Late, States } from './Standing.tsx';
import { Returns } from './Returns.tsx';
import '../../site/members.css';

/** Both parts are null if they could not be read. Answers 404 after the last page of nights. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { api, report } = context.get(renderContext);
  const asked = Number(new URL(request.url).searchParams.get('page') ?? 1);
  const page = Number.isSafeInteger(asked) && asked > 0 && asked < 1_000 ? asked : 1;
  const orNull = <T,>(answer: Promise<T>) =>
    answer.catch((error: unknown) => {
      report(error);
      return null;
    });
  const [book, nights] = await Promise.all([
    orNull(api.reports.statistics({})),
    orNull(
      api.reports.bookNights({
        item_per_page: NIGHTS_A_PAGE,
        offset: (page - 1) * NIGHTS_A_PAGE,
      }),
    ),
  ]);
  if (nights && nights.data.length === 0 && page > 1) throw new Response(null, { status: 404 });
  return { book, nights, page };
}

export const meta = (args: MetaArgs<typeof loader>) =>
  headOf(args, {
    title: '平台統計',
    description: `${brand.name}每一筆撥款的還款、逾期、違約與報酬，每晚更新，附公開資料檔與欄位說明。`,
    path: paths.statistics(),
    trail: [{ name: '平台統計', path: paths.statistics() }],
  });

const textOf = (id: DefinitionId) => definitions.find((one) => one.id === id)!;

function figureOf(id: DefinitionId, value: React.ReactNode, note?: string) {
  const { name, text } = textOf(id);
  return {
    name,
    about: (
      <>
        {text} <DefinitionLink id={id} />
      </>
    ),
    value,
    note,
  };
}

const bps = (value: number | null) =>
  value === null ? '—' : <Percent value={percentOfBps(value)} />;
const count = (loans: number) => `${formatNumber(loans)} 件`;

function Headline({ of }: { of: Statistics }) {
  const hours = of.funding.medianHours;
  const all = of.vintages.reduce((sum, { defaultedLoans }) => sum + defaultedLoans, 0);
  const figures = [
    figureOf(
      'outstanding',
      <Money amount={of.outstanding.principal} />,
      count(of.outstanding.loans),
    ),
    figureOf('lent', <Money amount={of.lent.principal} />, count(of.lent.loans)),
    figureOf('return', bps(of.returns.netBps), '最近 12 個完整月份'),
    figureOf('late', bps(of.late.over30Bps), '占在貸餘額'),
    figureOf('recovery', bps(of.recovery.recoveredBps), `曾違約 ${count(all)}`),
    figureOf(
      'funding',
      hours === null ? '—' : `${formatNumber(hours)} 小時`,
      hours === null ? '還沒有紀錄' : `${count(of.funding.loans)}的中位數`,
    ),
  ];
  return (
    <div className="lg:*:grid-cols-3">
      <KeyFigures figures={figures} />
    </div>
  );
}

export default function StatisticsPage() {
  const { book, nights, page } = useLoaderData<typeof loader>();
  const of = book?.data;
  return (
    <div className="container page grid grid-cols-[minmax(0,1fr)] gap-12">
      <header className="grid gap-2">
        <h1>平台統計</h1>
        <p className="max-w-[42em]">
          每一筆撥款都在這裡，包括逾期與違約的。數字每晚由公開資料檔算出，任何人都可以下載檔案重算一次。
        </p>
        {of && (
          <p className="text-sm text-ink-3">
            統計至 <DateText at={of.asOf} /> 結帳。過去績效不代表未來結果，平台不保證本金與收益。
          </p>
        )}
      </header>
      {!book && <ErrorState>統計資料暫時無法載入，請稍後再試。</ErrorState>}
      {book && !of && (
        <EmptyState title="還沒有統計資料">
          第一筆撥款後的隔夜，這裡會開始公布數字與檔案。
        </EmptyState>
      )}
      {of && (
        <>
          <Headline of={of} />
          <Growth of={of} />
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
            <States of={of} />
            <Late of={of} />
          </div>
          <Defaults of={of} />
          <Recovery of={of} />
          <Returns of={of} />
          <Funding of={of} />
          <Downloads of={of} nights={nights} page={page} />
          <Dictionary />
        </>
      )}
    </div>
  );
}
