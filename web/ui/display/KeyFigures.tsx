// Key figures: a name, an explanation, a number, and a line below it.
import type { ReactNode } from 'react';
import { Toggletip } from '../overlay/Toggletip.tsx';
import { type Fact, Facts } from './Card.tsx';

export type KeyFigure = Fact & {
  name: string;
  /** Explains what is counted, and how. */
  about: ReactNode;
};

export function KeyFigures({ figures }: { figures: readonly KeyFigure[] }) {
  return (
    <Facts
      look="strip"
      facts={figures.map(({ name, about, ...rest }, i) => ({
        ...rest,
        name: (
          <>
            {name}
            <Toggletip about={name} align={i % 2 === 0 ? 'start' : 'end'}>
              {about}
            </Toggletip>
          </>
        ),
      }))}
    />
  );
}
