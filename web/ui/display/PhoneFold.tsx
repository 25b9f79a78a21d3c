// Section that is one line on a phone until it is opened, with its figure in that line.
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWide, WIDER_THAN_PHONE } from '../use-wide.ts';
import './phone-fold.css';

type Props = {
  /** Id of the heading, which names the section. */
  id: string;
  title: string;
  /** What the line of a phone says beside the title. */
  figure?: ReactNode;
  children: ReactNode;
};

/**
 * On wider windows the stylesheet opens the native element until the scripts have replaced it by
 * the plain section, so that nothing moves.
 */
export function PhoneFold({ id, title, figure, children }: Props) {
  const isWide = useWide(WIDER_THAN_PHONE);
  const heading = <h2 id={id}>{title}</h2>;
  return (
    <section className="phone-fold" aria-labelledby={id}>
      {isWide ? (
        <>
          {heading}
          {children}
        </>
      ) : (
        <details>
          <summary>
            {heading}
            {figure && <span className="phone-figure">{figure}</span>}
            <ChevronDown size={20} aria-hidden="true" />
          </summary>
          {children}
        </details>
      )}
    </section>
  );
}
