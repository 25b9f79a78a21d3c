// Card of an article, news item or story: picture, topic, date and reading time.
import { Go } from '../../site/kit/Go.tsx';
import { DateText } from '../../ui/display/Amount.tsx';
import type { ReadingCard as Shown } from '../cards.ts';
import { Cover } from './Cover.tsx';
import { readingPath } from './kinds.ts';

/** Characters at the end of an excerpt that stay together: the last word and its full stop. */
const END = 3;
const SIZES = '(min-width: 1024px) 384px, (min-width: 768px) 50vw, 100vw';

/** Card that links to an article, news item or story; `level` is the heading level of its title. */
export function ReadingCard({
  of,
  level = 2,
  eager,
}: {
  of: Shown;
  level?: 2 | 3;
  eager?: boolean;
}) {
  const Title = level === 2 ? 'h2' : 'h3';
  return (
    <li className="card card-link reading-card" data-flush="">
      <Cover of={of.cover} sizes={SIZES} {...(eager && { eager })} />
      <div className="reading-words">
        <p className="reading-kind">{of.category}</p>
        <Title>
          <Go to={readingPath(of.type, of.id)} className="" data-stretch="">
            {of.title}
          </Go>
        </Title>
        {/* Browsers do not apply `text-wrap: pretty` to a text that is cut after two lines. */}
        <p className="reading-excerpt self-start text-sm">
          {of.excerpt.slice(0, -END)}
          <span className="whitespace-nowrap">{of.excerpt.slice(-END)}</span>
        </p>
        <p className="reading-when">
          <DateText at={of.day} />
          <span>閱讀約 {of.readingMinutes} 分鐘</span>
        </p>
      </div>
    </li>
  );
}
