// The drawings of 百溪 that any page may show, with common motifs: water, stone, orange streams. They
// are decoration and therefore hidden from screen readers.
import type { ReactNode } from 'react';

/** Frame of a drawing; motif.css colours its classes. */
export function Drawing({ children, box = '0 0 260 150' }: { children: ReactNode; box?: string }) {
  return (
    <svg className="drawing" viewBox={box} aria-hidden="true">
      {children}
    </svg>
  );
}

/** Drawing of a dry riverbed, shown for errors and pages that do not exist. */
export function DryRiver() {
  return (
    <Drawing>
      <path className="s1" d="M0 118C44 96 92 104 130 102S214 88 260 104V150H0Z" />
      <path
        className="l1"
        opacity=".5"
        d="M26 128l16-8 9 9 14-6M108 138l12-12 15 7 9-8M188 124l15 6 8-9 18 7"
      />
      <path
        className="s2"
        d="M40 103c0-11 12-17 25-16 14 0 23 8 22 17-1 8-11 12-24 11-13 0-23-3-23-12Z"
      />
      <path className="s2" d="M86 108c1-7 9-11 17-10 9 0 14 5 13 11-1 5-7 8-15 7-8 0-16-2-15-8Z" />
      <path
        className="s2"
        d="M170 100c0-14 15-22 31-20 17 1 28 10 26 22-2 10-14 15-30 13-16-1-27-5-27-15Z"
      />
      <path className="k1" d="M139 110c1-5 6-8 12-7 6 0 10 4 9 8-1 4-5 5-11 5-5 0-11-2-10-6Z" />
      <path className="l3" d="M0 86C40 80 60 92 96 84" strokeDasharray="1 9" />
      <path className="l3" d="M160 66c30-6 66 8 100-2" strokeDasharray="1 9" />
      <path
        className="l1"
        opacity=".6"
        d="M206 80c-2-16 4-24 2-36m0 14c6-2 8-7 13-8m-13-2c-5-1-8-5-12-5"
      />
    </Drawing>
  );
}

/** Drawing of stepping stones in quiet water, shown where there is nothing yet. */
export function Stones() {
  return (
    <Drawing>
      <path className="l3" d="M8 62c30-8 54 8 84 0s54-8 84 0 48 6 76-2" opacity=".7" />
      <path className="l3" d="M0 120c32-8 58 8 90 0s58-8 90 0 50 6 80-2" opacity=".7" />
      <path
        className="w2"
        opacity=".22"
        d="M0 74c50-16 90 8 136-2s84-12 124-2v44c-44 12-82-6-128 4S48 116 0 112Z"
      />
      <path
        className="s2"
        d="M24 98c0-11 13-17 28-16 16 1 26 8 24 17-1 8-13 13-28 12-14-1-24-5-24-13Z"
      />
      <path
        className="s2"
        d="M98 88c1-10 12-15 25-14 14 0 22 7 21 15-2 8-12 11-25 10-12 0-22-3-21-11Z"
      />
      <path
        className="s2"
        d="M168 96c0-12 14-18 29-17 16 1 26 9 24 18-2 8-13 13-28 11-14-1-25-4-25-12Z"
      />
      <path className="k1" d="M116 74c0-8 5-13 10-13s10 5 9 12c0 5-4 8-10 8s-9-3-9-7Z" />
      <path className="l1" d="M126 61c0-4 2-7 6-8" />
    </Drawing>
  );
}
