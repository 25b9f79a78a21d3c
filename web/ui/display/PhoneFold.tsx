// Section that is one line on a phone until it is opened, with its figure in that line.
import type { ReactNode } from 'react';
import './phone-fold.css';

type Props = {
  /** Id of the heading, which names the section. */
  id: string;
  title: string;
  /** What the line of a phone says beside the title. */
  figure?: ReactNode;
  children: ReactNode;
};

/** Of the two headings the stylesheet shows one: that of a phone is in the line that opens. */
export function PhoneFold({ id, title, figure, children }: Props) {
  return (
    <section className="phone-fold" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <details>
        <summary>
          <h2>{title}</h2>
          <span>{figure}</span>
        </summary>
        {children}
      </details>
    </section>
  );
}
