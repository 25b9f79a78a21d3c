// The next 30 days: a sentence for what comes, one for what is to pay, and a bar for each week.
import type { Coming as Days } from '#contract/today/calls.ts';
import { incomeWords, repayWords, shortDay, type Words } from '#contract/today/coming.ts';
import { Money } from '../ui/display/Amount.tsx';
import { useToday } from './use-today.ts';

function Sentence({ words }: { words: Words }) {
  return words.map((part, i) =>
    typeof part === 'number' ? (
      <b key={i}>
        <Money amount={part} />
      </b>
    ) : (
      part
    ),
  );
}

/** The sentences of the next 30 days; nothing if nothing comes and nothing is to pay. */
function Sentences({ of }: { of: Days }) {
  const all = [repayWords(of), incomeWords(of)].filter((words) => words !== null);
  return all.map((words, i) => (
    <p key={i}>
      <Sentence words={words} />
    </p>
  ));
}

const HEIGHT = 48;
const WIDTH = 56;
const GAP = 8;

/** Income and instalment of each week side by side, on one scale. */
function Weeks({ of: { weeks } }: { of: Days }) {
  const most = Math.max(1, ...weeks.map(({ income, repay }) => Math.max(income, repay)));
  const heightOf = (amount: number) => (amount === 0 ? 0 : Math.max(3, (amount / most) * HEIGHT));
  const bar = (WIDTH - GAP * 2) / 2;
  return (
    <div aria-hidden="true">
      <svg
        viewBox={`0 0 ${WIDTH * weeks.length} ${HEIGHT + 1}`}
        preserveAspectRatio="none"
        className="block w-full h-12"
      >
        {weeks.map(({ from, income, repay }, i) => (
          <g key={from} transform={`translate(${i * WIDTH + GAP} 0)`}>
            <rect
              x={repay > 0 ? 0 : bar / 2}
              y={HEIGHT - heightOf(income)}
              width={bar}
              height={heightOf(income)}
              className="fill-water"
            />
            <rect
              x={income > 0 ? bar : bar / 2}
              y={HEIGHT - heightOf(repay)}
              width={bar}
              height={heightOf(repay)}
              className="fill-kaki"
            />
          </g>
        ))}
        <path d={`M0 ${HEIGHT + 0.5}H${WIDTH * weeks.length}`} className="stroke-line" />
      </svg>
      <p className="grid grid-cols-5 text-center text-xs text-ink-3 num">
        {weeks.map(({ from }) => (
          <span key={from}>{shortDay(from)}</span>
        ))}
      </p>
    </div>
  );
}

export function Coming({ of }: { of: Days }) {
  const isBoth = of.income.amount > 0 && of.repay !== null;
  if (of.income.amount === 0 && of.repay === null) return null;
  return (
    <section className="grid gap-3" aria-labelledby="coming-title">
      <h2 id="coming-title" className="text-h3">
        未來 30 天
      </h2>
      <div>
        <Sentences of={of} />
      </div>
      <Weeks of={of} />
      {isBoth && (
        <p className="flex gap-4 text-xs text-ink-3" aria-hidden="true">
          {[
            ['bg-water', '預計收回'],
            ['bg-kaki', '應還'],
          ].map(([look, text]) => (
            <span key={text} className="inline-flex items-center gap-1.5">
              <i className={`w-3 h-3 rounded-[3px] ${look}`} />
              {text}
            </span>
          ))}
        </p>
      )}
      {of.income.amount > 0 && (
        <p className="text-sm text-ink-3">以借款人按期還款計，逾期的案件未列入。</p>
      )}
    </section>
  );
}

/** The same sentence on another page: what comes back, or what is to pay. */
export function ComingSentence({ side }: { side: 'income' | 'repay' }) {
  const coming = useToday().data?.data.coming;
  const words = coming && (side === 'income' ? incomeWords(coming) : repayWords(coming));
  return words ? <Sentence words={words} /> : null;
}
