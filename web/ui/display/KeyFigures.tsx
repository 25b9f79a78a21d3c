// Key figures: a name, an explanation, a number, and a line below it.
import type { ReactNode } from 'react';
import { Toggletip } from '../overlay/Toggletip.tsx';
import './key-figures.css';

export type KeyFigure = {
  name: string;
  /** Explains what is counted, and how. */
  about: ReactNode;
  value: ReactNode;
  note?: ReactNode;
};

export function KeyFigures({ figures }: { figures: readonly KeyFigure[] }) {
  return (
    <dl className="key-figures">
      {figures.map(({ name, about, value, note }) => (
        <div key={name}>
          <dt>
            {name}
            <Toggletip about={name}>{about}</Toggletip>
          </dt>
          <dd>
            {value}
            {note && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
