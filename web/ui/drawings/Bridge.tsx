// Drawing of a bridge for signing in, separate from the drawings that any page may show.
import { Drawing } from './drawings.tsx';

/** Drawing of a stone bridge over the river, shown for signing in. */
export function Bridge() {
  return (
    <Drawing box="0 0 320 220">
      <circle className="k1" cx="246" cy="56" r="20" opacity=".9" />
      <path className="w2" opacity=".22" d="M0 92c40-30 86-34 128-8 40-30 96-34 192 4v76H0Z" />
      <path
        className="s2"
        d="M28 150c24-52 82-72 132-72s108 20 132 72h-34c-18-32-56-48-98-48s-80 16-98 48Z"
      />
      <path
        className="l1"
        opacity=".45"
        d="M78 108l10 18m24-34 6 20m42-26v20m42-20-6 22m40-8-12 17M44 136l16 8m216-8-16 8"
      />
      <path className="w1" opacity=".9" d="M0 158c44-12 84 10 128 2s104-12 192 0v62H0Z" />
      <path
        className="l3"
        d="M22 178c30-6 48 6 78 0m60 14c34-8 58 8 92 0M40 204c26-6 44 4 66 0m96-24c26-6 50 4 84-2"
      />
      <path className="s1" d="M0 168c10-14 30-18 46-12s16 20 2 26-50 4-48-14Z" />
      <path className="s1" d="M272 164c12-10 36-10 48 2v20c-16 6-42 6-52-4-6-6-2-14 4-18Z" />
    </Drawing>
  );
}
