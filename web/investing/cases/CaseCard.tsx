// Card of a case: its rate, term, funding progress, and deadline.
import type { Case } from '#contract/investing/calls.ts';
import { Go } from '../../site/kit/Go.tsx';
import { investCase } from '../../site/kit/paths.ts';
import { Countdown, Money, Percent } from '../../ui/display/Amount.tsx';
import { Card } from '../../ui/display/Card.tsx';
import { useNow } from '../../ui/clock.ts';
import { ProgressBar } from '../../ui/display/ProgressBar.tsx';
import { NetRate } from '../NetRate.tsx';
import { CaseTag, Grade } from '../words.tsx';

const SOON_MS = 24 * 3_600_000;

/** Shows 「已募 72%，尚餘 $ 33,600」, or that nothing is left. */
export function FundedText({ of }: { of: Case }) {
  return (
    <span>
      {of.progress === 0 ? (
        '等待第一位出資人'
      ) : (
        <>
          已募 <b className="num">{of.progress}%</b>
        </>
      )}
      {of.remainingAmount > 0 && (
        <>
          ，尚餘 <Money amount={of.remainingAmount} />
        </>
      )}
    </span>
  );
}

/** Shows the time left for funding, or the outcome if it is over. */
export function TimeLeft({ of }: { of: Case }) {
  const now = useNow();
  if (of.status !== 40 || of.remainingAmount === 0) return <CaseTag {...of} />;
  const soon = now > 0 && Date.parse(of.endsAt) - now < SOON_MS;
  return (
    <span className="case-time" data-soon={soon ? '' : undefined}>
      <Countdown until={of.endsAt} />
    </span>
  );
}

export function CaseCard({ of }: { of: Case }) {
  const full = of.remainingAmount === 0;
  return (
    <Card as="li" link className="case-card" {...(full && { 'data-full': '' })}>
      <div className="case-top">
        <span className="case-plan">{of.planName}</span>
        <Grade grade={of.grade} />
      </div>
      <h2 className="case-title">
        <Go to={investCase(of.id)} className="" data-stretch="">
          {of.purpose}
        </Go>
        <small className="num">{of.caseNo}</small>
      </h2>
      <p className="case-rate">
        <Percent value={of.annualRate} />
        <span>年化利率</span>
      </p>
      <p className="case-net text-sm text-ink-3">
        <NetRate of={of} />
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
        <div>
          <dt>職業別</dt>
          <dd>{of.occupation}</dd>
        </div>
      </dl>
      <div className="case-funded">
        <ProgressBar share={of.progress / 100} label={`已募 ${of.progress}%`} />
        <p>
          <FundedText of={of} />
          <TimeLeft of={of} />
        </p>
      </div>
    </Card>
  );
}
