// List of news: one line per item with its date, without pictures.
import { Go } from '../../site/kit/Go.tsx';
import { DateText } from '../../ui/display/Amount.tsx';
import type { ReadingCard } from '../cards.ts';
import { readingPath } from './kinds.ts';

type Line = Pick<ReadingCard, 'id' | 'type' | 'day' | 'category' | 'title'>;

export function NewsLines({ news }: { news: readonly Line[] }) {
  return (
    <ul className="news-lines">
      {news.map(({ id, type, day, category, title }) => (
        <li key={id}>
          <DateText at={day} />
          <span className="reading-kind">{category}</span>
          <h3>
            <Go to={readingPath(type, id)} className="">
              {title}
            </Go>
          </h3>
        </li>
      ))}
    </ul>
  );
}
