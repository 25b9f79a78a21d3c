// The six questions of a quote, and beside them the terms to which the answers lead.
import { useEffect, useRef, useState } from 'react';
import type { Quote, QuoteAnswers } from '#contract/lending/quote.ts';
import { deferredApi } from '../../site/kit/deferred-calls.ts';
import { keepQuote, valuesOf } from './kept-quote.ts';
import { answersOf, type Choices, type QuoteValues } from './quote-form.ts';
import { QuoteForm } from './QuoteForm.tsx';
import { QuoteResult } from './QuoteResult.tsx';

export function Quoting({ choices, wish }: { choices: Choices; wish: QuoteValues }) {
  const [quoted, setQuoted] = useState<{ answers: QuoteAnswers; quote: Quote } | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const send = async (values: QuoteValues) => {
    const answers = answersOf(values);
    const { data } = await deferredApi.lending.quote(answers);
    setQuoted({ answers, quote: data });
  };
  // The heading names the plan only once it is drawn.
  useEffect(() => {
    if (quoted) heading.current?.focus();
  }, [quoted]);
  return (
    <div
      className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 items-start
        lg:grid-cols-[minmax(0,1fr)_25rem]"
    >
      <QuoteForm choices={choices} wish={wish} onSend={send} onChange={() => setQuoted(null)} />
      <aside aria-label="試算結果" className="lg:sticky lg:top-[calc(var(--header-h)+24px)]">
        <QuoteResult
          quote={quoted?.quote ?? null}
          asked={quoted?.answers.amount ?? 0}
          slug={choices.plans[0]?.slug ?? ''}
          heading={heading}
          onLeave={() => quoted && keepQuote(valuesOf(quoted.answers, quoted.quote))}
        />
      </aside>
    </div>
  );
}
