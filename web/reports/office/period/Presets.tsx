// Links to the named periods of a report.
import { Link } from '../../../office/links/Link.tsx';
import type { ListUrl } from '../../../office/kit/listing.ts';
import { dayIn } from '../../../ui/clock.ts';
import { presetsOn, type Span } from './presets.ts';

/** Parameters of the rows behind a figure, which belong to the period that is left. */
const ofRows = { month: undefined, line: undefined, stage: undefined, kind: undefined };

export function Presets({ url, shown }: { url: ListUrl; shown: Span }) {
  return (
    <nav aria-label="常用期間" className="no-print">
      <ul className="flex flex-wrap gap-2">
        {presetsOn(dayIn()).map(({ text, from, to }) => (
          <li key={text}>
            <Link
              className="office-filter"
              to={url.to({ ...ofRows, set: undefined, from, to })}
              aria-current={from === shown.from && to === shown.to ? 'page' : undefined}
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
