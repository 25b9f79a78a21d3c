// Page /statistics: how all loans have done, month by month and in groups of at least five
// borrowers (decision 047).
import { type MetaArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { formatDay } from '#contract/core/day.ts';
import { yearReturn } from '#contract/content/year-return.ts';
import type { Statistics } from '#contract/reports/book/statistics.ts';
import { renderContext } from '../../page-context.ts';
import { brand } from '../../site/kit/brand.ts';
import { Go } from '../../site/kit/Go.tsx';
import { headOf } from '../../site/kit/head.ts';
import * as paths from '../../site/kit/paths.ts';
import { EmptyState, ErrorState } from '../../ui/display/Alert.tsx';
import { DateText, Money, Tenths } from '../../ui/display/Amount.tsx';
import { KeyFigures } from '../../ui/display/KeyFigures.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Groups, Months, TOO_FEW } from './Lateness.tsx';
import '../../site/members.css';

/** Null if it could not be read. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { api, report } = context.get(renderContext);
  return api.reports.statistics({}).catch((error: unknown) => {
    report(error);
    return null;
  });
}

export const meta = (args: MetaArgs<typeof loader>) =>
  headOf(args, {
    title: '平台統計',
    description: `${brand.name}全部撥款的餘額、逾期與報酬，每月月底公布，不透露個別借款人。`,
    path: paths.statistics(),
    trail: [{ name: '平台統計', path: paths.statistics() }],
  });

function Headline({ of }: { of: Statistics }) {
  const { lateness } = of;
  const until = lateness ? `統計至 ${formatDay(lateness.asOf)}` : TOO_FEW;
  const figures = [
    {
      name: '在貸餘額',
      about: '尚未償還的本金合計，四捨五入至百萬元；轉銷後仍在追償的本金包含在內，不含利息與費用。',
      value: of.outstanding === 0 ? '未滿 50 萬元' : <Money amount={of.outstanding} />,
      note: `統計至 ${formatDay(of.asOf)}`,
    },
    {
      name: '累計撥款',
      about: '至統計日為止所有撥款的本金合計。',
      value: <Money amount={of.lent} />,
      note: `${formatNumber(of.loans)} 件，借款人 ${formatNumber(of.borrowers)} 位`,
    },
    {
      name: yearReturn.name,
      about: yearReturn.definition,
      value:
        typeof lateness?.returnPercent === 'number' ? (
          <Tenths value={lateness.returnPercent} />
        ) : (
          '—'
        ),
      note: until,
    },
    {
      name: '逾期 30 天以上',
      about:
        '逾期 30 天以上、協商、法律程序與已轉銷案件的未償本金，金額四捨五入至萬元，' +
        '占在貸餘額的比率進位至 0.1%。',
      value: lateness ? <Tenths value={lateness.percent} /> : '—',
      note: lateness ? (
        <>
          <Money amount={lateness.principal} />，{until}
        </>
      ) : (
        until
      ),
    },
  ];
  return <KeyFigures figures={figures} />;
}

/** What is published and what is not, and since when. */
function Rules({ withdrawnOn }: { withdrawnOn: string | null }) {
  return (
    <section aria-labelledby="rules" className="grid max-w-[42em] gap-3">
      <h2 id="rules" className="text-h3">
        公布的原則
      </h2>
      <ul className="grid list-disc gap-2 ps-5">
        <li>每月月底統計一次，銀行結帳後公布，公布後不再變更。</li>
        <li>只公布一群借款人的合計；逾期與未逾期的借款人都至少 5 位，才會單獨列出。</li>
        <li>與以前任何一次公布相比，變動的借款人至少 5 位才會更新；不足時保留上一次的數字。</li>
        <li>每位借款人只計一次，依第一筆撥款的等級、撥款季與期數歸類。</li>
      </ul>
      {withdrawnOn !== null && (
        <p>
          <b className="text-ink">
            以前每晚公布的逐筆資料檔已於 <DateText at={withdrawnOn} /> 撤下並刪除
          </b>
          ：檔案雖不含姓名，與募集中的案件逐筆對照仍可能認出個別借款人。已下載者請勿再散布。
        </p>
      )}
      <p>
        <Go to={paths.verifyProof()}>驗證出資證明</Go>
      </p>
    </section>
  );
}

export default function StatisticsPage() {
  const book = useLoaderData<typeof loader>();
  const of = book?.data;
  return (
    <div className="container page grid grid-cols-[minmax(0,1fr)] gap-12">
      <header className="grid gap-2">
        <h1>平台統計</h1>
        <p className="max-w-[42em]">
          全部撥款都計入，包括逾期與轉銷的。每月月底公布，只公布合計，不透露個別借款人。
        </p>
        {of && <p className="text-sm text-ink-3">過去績效不代表未來結果，平台不保證本金與收益。</p>}
      </header>
      {!book && <ErrorState>統計資料暫時無法載入，請稍後再試。</ErrorState>}
      {book && !of && (
        <EmptyState title="還沒有統計資料">
          第一筆撥款當月的月底結帳後，這裡會開始公布數字。
        </EmptyState>
      )}
      {of && (
        <>
          <Headline of={of} />
          <Groups of={of.lateness} />
          <Months months={book.months} />
        </>
      )}
      {book && <Rules withdrawnOn={book.withdrawnOn} />}
    </div>
  );
}
