// The drawings of 百溪 that any page may show, all from one vocabulary: water, stone, persimmon.
// They are decoration, and so hidden from screen readers.
import type { ReactNode } from 'react';

/** The frame of a drawing; its classes are coloured by motif.css. */
export function Drawing({ children, box = '0 0 260 150' }: { children: ReactNode; box?: string }) {
  return (
    <svg className="drawing" viewBox={box} aria-hidden="true">
      {children}
    </svg>
  );
}

/** A riverbed gone dry: errors and pages that are not there. */
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

/** Stepping stones in quiet water: nothing here yet. */
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

/** A stone bridge over the river: coming in. */
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

/** A lantern on a post: help. */
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

/** An umbrella over the stream: risk is real, be ready. */
export function Umbrella() {
  return (
    <Drawing>
      <path className="l3" d="M30 20l-6 16m46-26-6 16m120-14-6 16m54-6-6 16M112 8l-4 10" />
      <path
        className="w1"
        d="M70 84c2-34 30-54 60-54s58 20 60 54
          c-8-8-22-8-30 0-8-8-22-8-30 0-8-8-22-8-30 0-8-8-22-8-30 0Z"
      />
      <path className="l1" d="M130 30v-8m0 62v36c0 12-18 12-18 0" strokeWidth="3" />
      <path className="l2" d="M0 132c34-8 60 8 92 0s58-8 90 0 48 4 78-2" />
      <path className="l3" d="M0 144c34-6 60 6 92 0s58-6 90 0 48 4 78-2" />
    </Drawing>
  );
}
