// An open case as visitors see it: its terms and funding progress, nothing about the borrower.
import type { Answer } from '../api.ts';
import type { SiteCalls } from '../site/kit/calls.ts';
import { Go } from '../site/kit/Go.tsx';
import { investCase, login } from '../site/kit/paths.ts';
import { Countdown, Money, Percent } from '../ui/display/Amount.tsx';
import { Card } from '../ui/display/Card.tsx';
import { ProgressBar } from '../ui/display/ProgressBar.tsx';
import { Grade } from './words.tsx';

export type Highlight = Answer<
  SiteCalls['lending']['investorPagePlanInfo']
>['data']['highlights'][number];

/** Card as a list item with a third-level heading, for a list under a second-level heading. */
export function HighlightCard({ of }: { of: Highlight }) {
  return (
    <Card as="li" link className="case-card">
      <div className="case-top">
        <h3 className="case-plan">
          <Go to={login({ redirectTo: investCase(of.id) })} className="" data-stretch="">
            {of.planName}
            <span className="visually-hidden">，登入後查看這個案件</span>
          </Go>
        </h3>
        <Grade grade={of.grade} />
      </div>
      <p className="case-rate">
        <Percent value={of.annualRate} />
        <span>年化利率</span>
      </p>
      <dl className="case-facts">
        <div>
          <dt>金額</dt>
          <dd>
            <Money amount={of.amountVal} />
          </dd>
        </div>
        <div>
          <dt>期數</dt>
          <dd>{of.installments} 期</dd>
        </div>
      </dl>
      <div className="case-funded">
        <ProgressBar share={of.progress / 100} label={`已募 ${of.progress}%`} />
        <p>
          <span>
            {of.progress === 0 ? (
              '等待第一位出資人'
            ) : (
              <>
                已募 <b className="num">{of.progress}%</b>
              </>
            )}
          </span>
          <span className="case-time">
            <Countdown until={of.endsAt} />
          </span>
        </p>
      </div>
    </Card>
  );
}
