// Loans by state, outstanding principal by how late it is, and how long cases took to be funded;
// each as bars in a table.
import {
  type BookState,
  bookStates,
  fundingBandText,
  lateBandText,
} from '#contract/reports/book/fields.ts';
import type { Statistics } from '#contract/reports/book/statistics.ts';
import { LOAN } from '#contract/lending/loan-status.ts';
import { Money } from '../../ui/display/Amount.tsx';
import { Card } from '../../ui/display/Card.tsx';
import { ShareBars } from '../../ui/display/ShareBars.tsx';
import { formatNumber, formatPercent, formatShare } from '../../ui/format.ts';
import { SectionHead } from './Dictionary.tsx';

const statuses = Object.values(LOAN);
const stateText = Object.fromEntries(
  bookStates.map((state) => [state, statuses.find(({ code }) => code === state)?.text ?? state]),
) as Record<BookState, string>;
const looks: Record<BookState, string> = {
  repaying: 'fill-water',
  grace: 'fill-water-thin',
  overdue: 'fill-kaki',
  violation: 'fill-danger',
  negotiating: 'fill-warn',
  legal: 'fill-danger',
  settled: 'fill-ok',
  written_off: 'fill-ink-3',
};

const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);

export function States({ of }: { of: Statistics }) {
  return (
    <Card as="section" aria-labelledby="states" className="grid gap-3 *:min-w-0">
      <SectionHead id="states" title="借款狀態" definition="state" />
      <ShareBars
        caption={`共 ${formatNumber(of.lent.loans)} 件；長度為件數占比`}
        rows={of.states.map(({ state, loans, outstanding }) => ({
          name: stateText[state],
          share: share(loans, of.lent.loans),
          look: looks[state],
          value: (
            <>
              <span className="num">{formatNumber(loans)}</span> 件
              {outstanding > 0 && (
                <>
                  ，未償 <Money amount={outstanding} />
                </>
              )}
            </>
          ),
        }))}
      />
    </Card>
  );
}

export function Late({ of }: { of: Statistics }) {
  const all = of.outstanding.principal;
  return (
    <Card as="section" aria-labelledby="late" className="grid gap-3 *:min-w-0">
      <SectionHead id="late" title="逾期天數" definition="late" />
      <ShareBars
        caption="未償本金；長度為占在貸餘額的比率"
        rows={of.late.bands.map(({ band, loans, principal }, i) => ({
          name: lateBandText[band],
          share: share(principal, all),
          look: i === 0 ? 'fill-water' : i < 3 ? 'fill-kaki' : 'fill-danger',
          value: (
            <>
              <Money amount={principal} />
              <span className="text-sm text-ink-3">
                （{formatPercent(100 * share(principal, all))}，{formatNumber(loans)} 件）
              </span>
            </>
          ),
        }))}
      />
    </Card>
  );
}

export function Funding({ of }: { of: Statistics }) {
  const { loans: all, medianHours, bands } = of.funding;
  return (
    <Card as="section" aria-labelledby="funding" className="grid gap-3 *:min-w-0">
      <SectionHead id="funding" title="募滿時間" definition="funding" />
      <ShareBars
        caption={
          medianHours === null
            ? '還沒有紀錄'
            : `半數案件在 ${formatNumber(medianHours)} 小時內募滿；長度為件數占比`
        }
        rows={bands.map(({ band, loans }) => ({
          name: fundingBandText[band],
          share: share(loans, all),
          look: 'fill-water',
          value: (
            <>
              <span className="num">{formatNumber(loans)}</span> 件（
              {formatShare(share(loans, all))}）
            </>
          ),
        }))}
      />
    </Card>
  );
}
