// The one act of the day as a card, and further acts and what is under way as rows.
import { ChevronRight } from 'lucide-react';
import { type Fact, isAct, wordsOf } from '#contract/today/facts.ts';
import { shortDay } from '#contract/today/coming.ts';
import type { Side } from '#contract/today/ladder.ts';
import { Go, GoButton } from '../site/kit/Go.tsx';
import { DateText, Money } from '../ui/display/Amount.tsx';
import { Tag } from '../ui/display/Card.tsx';
import { pathOf } from './places.ts';

const tagOf = (of: Fact, tone: string) =>
  tone === 'problem'
    ? '請盡快處理'
    : isAct(of)
      ? '下一步'
      : tone === 'done'
        ? '都處理好了'
        : '進行中';

/**
 * The most urgent fact, with its figure, its day and one primary button; `sides` are the ways that
 * the member has taken.
 */
export function MainFact({ of, sides = [] }: { of: Fact; sides?: readonly Side[] }) {
  const words = wordsOf(of);
  const meanwhile = (words.meanwhile ?? []).filter(({ side }) => !side || sides.includes(side));
  const { tone, title, about, button } = words;
  const isLate = words.rank === 'late' && of.amount !== null;
  return (
    <div className="grid content-start justify-items-start gap-3">
      <Tag tone={tone}>{tagOf(of, tone)}</Tag>
      <h2>{title}</h2>
      {words.amount && of.amount !== null && (
        <div>
          {!isLate && <p className="text-sm text-ink-3">{words.amount}</p>}
          <p className="figure-number" data-late={isLate ? '' : undefined}>
            <Money amount={of.amount} />
          </p>
        </div>
      )}
      {of.until !== null && (
        <p>
          {words.day === null ? '請在 ' : `${words.day}：`}
          <b>
            <DateText at={of.until} weekday />
          </b>
          {words.day === null && ' 前完成'}
        </p>
      )}
      {about && <p className="text-ink-3">{about}</p>}
      <div className="max-md:grid max-md:w-full">
        <GoButton
          to={pathOf(button.place, of.id)}
          look={isAct(of) || words.isHelp ? 'primary' : 'secondary'}
          size="lg"
        >
          {button.label}
        </GoButton>
      </div>
      {meanwhile.length > 0 && (
        <p className="text-sm text-ink-3">
          等待時可以
          {meanwhile.map(({ label, place }, i) => (
            <span key={place}>
              {i > 0 && '，或'}
              <Go to={pathOf(place, of.id)}>{label}</Go>
            </span>
          ))}
          。
        </p>
      )}
    </div>
  );
}

/** A fact in two lines: what and when on the left, the figure on the right; all of it is a link. */
function FactRow({ of }: { of: Fact }) {
  const { title, about, amount, day, button } = wordsOf(of);
  return (
    <li className="border-b border-line last:border-b-0">
      <Go
        to={pathOf(button.place, of.id)}
        className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 py-3 min-h-11
          text-ink no-underline"
      >
        <span>
          <span className="block font-bold">{title}</span>
          <span className="block text-sm text-ink-3">
            {of.caseNo && <span className="num">{of.caseNo}</span>}
            {of.until !== null && (
              <span className="before:content-['・'] first:before:content-none">
                {day && `${day} `}
                <time dateTime={of.until}>{shortDay(of.until)}</time>
                {!day && ' 前'}
              </span>
            )}
            {of.caseNo === null && of.until === null && about}
          </span>
        </span>
        <span className="text-end">
          {amount && of.amount !== null && (
            <>
              <b className="block">
                <Money amount={of.amount} />
              </b>
              <span className="block text-xs text-ink-3">{amount}</span>
            </>
          )}
        </span>
        <ChevronRight size={18} aria-hidden="true" className="text-ink-3" />
      </Go>
    </li>
  );
}

export function FactRows({
  title,
  facts,
  most,
}: {
  title: string;
  facts: readonly Fact[];
  most: number;
}) {
  if (facts.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className="text-h3">{title}</h2>
      <ul>
        {facts.slice(0, most).map((of) => (
          <FactRow key={`${of.fact}-${of.id}`} of={of} />
        ))}
      </ul>
      {facts.length > most && <p className="text-sm text-ink-3">另有 {facts.length - most} 件</p>}
    </section>
  );
}
