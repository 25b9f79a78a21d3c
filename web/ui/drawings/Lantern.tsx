// Drawing of a lantern for help, separate from the drawings that any page may show.
import { Drawing } from './drawings.tsx';

/** Drawing of a lantern on a post, shown for help. */
export function Lantern() {
  return (
    <Drawing>
      <path className="s1" d="M40 132c40-12 140-14 180 0l10 18H30Z" />
      <path className="l1" d="M96 132V30c0-6 4-10 10-10h40" strokeWidth="4" />
      <path className="l1" d="M142 20v14" />
      <path className="k1" opacity=".16" d="M92 66a50 50 0 1 0 100 0 50 50 0 1 0-100 0Z" />
      <path className="k1" d="M118 64c0-18 10-28 24-28s24 10 24 28-10 28-24 28-24-10-24-28Z" />
      <path
        className="c1"
        stroke="none"
        opacity=".45"
        d="M130 64c0-18 5-28 12-28s12 10 12 28-5 28-12 28-12-10-12-28Z"
      />
      <path className="l1" d="M132 36h20m-20 56h20m-10 0v12m-4 0h8" />
    </Drawing>
  );
}
