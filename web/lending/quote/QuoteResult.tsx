// The terms that the answers lead to; before there are any, the same lines without figures.
import type { RefObject } from 'react';
import type { Quote } from '#contract/lending/quote.ts';
import { memberStatus, useSession } from '../../session.ts';
import { Card } from '../../ui/display/Card.tsx';
import { formatMoney, formatPercent, formatTerm } from '../../ui/format.ts';
import { ApplyLink } from '../plans/ApplyLink.tsx';
import { CostRows } from '../plans/CostRows.tsx';

const NONE = '—';

const lacks: Record<Quote['missing'][number], string> = {
  ACCOUNT: '註冊會員，驗證電子郵件',
  VERIFICATION: '線上身分驗證：手機、身分證件與本人存摺',
  APPLICATION: '申請資料：公司名稱、資金用途與聯絡人',
  FINANCIAL_STATEMENT: '財力證明',
};

function Rows({ offer, quote }: { offer: Quote['offer']; quote: Quote | null }) {
  const rows = [
    {
      name: '總成本',
      about: '利息、平台服務費與匯費加總：除了本金，這筆借款一共要付多少。',
      value: offer ? formatMoney(offer.totalCost) : NONE,
    },
    {
      name: '總費用年百分率',
      about: '把總成本換算成年利率，可與其他借款比較。',
      value: offer ? formatPercent(offer.apr) : NONE,
    },
    { name: '年化利率', value: offer && quote ? formatPercent(quote.annualRate) : NONE },
    { name: '風險等級', value: (offer && quote?.grade) ?? NONE },
    {
      name: '可借金額與期數',
      value: offer ? `${formatMoney(offer.amount)}，${formatTerm(offer.installments)}` : NONE,
    },
    {
      name: '實際撥款金額',
      about: '可借金額扣除平台服務費與匯費。',
      value: offer ? formatMoney(offer.netPayout) : NONE,
    },
  ];
  return <CostRows rows={rows} />;
}

/** What to know about the figures above, in one sentence. */
function noteOf(quote: Quote | null, asked: number): string {
  if (!quote) return '回答六個問題，就會算出您的條件。不需註冊，我們不會儲存您的答案。';
  if (!quote.offer)
    return '以這些條件，目前還不能提供借款。可以試試較低的金額、較長的期數，或先減少其他負債。';
  if (quote.amount < asked) {
    return `依您的收入與負債，最多可借 ${formatMoney(quote.amount)}，以上以這個金額計算。`;
  }
  return '以財力證明核對相符、近 12 個月沒有遲繳計算；收入高於級距下限時，條件只會相同或更好。';
}

/** Returns which steps the signed-in member has behind them. */
function useDone(): ReadonlySet<Quote['missing'][number]> {
  const { user, verification, verificationStatus } = useSession();
  return new Set([
    ...(user ? (['ACCOUNT'] as const) : []),
    ...(verificationStatus === memberStatus.profileVerified ? (['VERIFICATION'] as const) : []),
    ...(verification?.isFinancialStatus ? (['FINANCIAL_STATEMENT'] as const) : []),
  ]);
}

/** What still has to be done and sent before the application is reviewed. */
function Missing({ quote }: { quote: Quote | null }) {
  const done = useDone();
  const all = quote?.missing ?? (Object.keys(lacks) as Quote['missing']);
  return (
    <div className="grid gap-1 text-sm">
      <h3 className="text-base">送件前還需要</h3>
      <ul className="list-disc ps-5 text-ink-3">
        {all
          .filter((code) => !done.has(code))
          .map((code) => (
            <li key={code} className={code === 'ACCOUNT' ? 'in-data-[session=in]:hidden' : ''}>
              {lacks[code]}
            </li>
          ))}
      </ul>
    </div>
  );
}

export function QuoteResult({
  quote,
  asked,
  slug,
  heading,
  onLeave,
}: {
  quote: Quote | null;
  /** Amount that the quote was asked for, in NT$. */
  asked: number;
  /** Plan of the link while there is no quote, when the link only keeps its place. */
  slug: string;
  heading: RefObject<HTMLHeadingElement | null>;
  onLeave: () => void;
}) {
  const offer = quote?.offer ?? null;
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 ref={heading} tabIndex={-1} className="text-h3">
        {quote ? `您的條件：${quote.plan.listName}` : '您的條件'}
      </h2>
      <div className="calculated">
        <div role="status">
          <p className="text-sm text-ink-3">每期還款</p>
          <p className="figure-number">{offer ? formatMoney(offer.instalment) : NONE}</p>
        </div>
        <Rows offer={offer} quote={quote} />
        <p className="mt-3 min-h-[4lh] text-sm text-ink-3">{noteOf(quote, asked)}</p>
      </div>
      <Missing quote={quote} />
      <div className={`grid gap-3 text-center ${offer ? '' : 'invisible'}`}>
        <ApplyLink slug={quote?.plan.slug ?? slug} size="lg" wide onLeave={onLeave}>
          以這個條件申貸
        </ApplyLink>
      </div>
    </Card>
  );
}
