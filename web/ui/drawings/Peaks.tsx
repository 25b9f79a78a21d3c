// Drawings for the moments that matter to a member. The orange thread is the member's own; it moves
// once, and not at all if the reader prefers less motion.
import type { ReactNode } from 'react';
import { Drawing } from './drawings.tsx';
import './peaks.css';

const box = '0 0 240 150';

/** The member's thread joins the river of the others: an investment has been paid. */
export function Joined() {
  return (
    <Drawing box={box}>
      <path className="s1" d="M112 58h128v40H112c-18 0-18-40 0-40Z" />
      <path className="l2" d="M0 24c70 0 62 44 122 44h118" />
      <path className="l2" d="M0 128c64 0 66-42 122-42h118" />
      <path className="l3" d="M0 104c60 0 66-26 122-26h118M0 148c74 0 74-56 122-56h118" />
      <path className="own" pathLength={1} d="M30 0c4 44 40 73 94 73h116" />
      <circle className="k1" cx="30" cy="6" r="6" />
    </Drawing>
  );
}

/** The river fills its bed to the brim: a case is funded. */
export function Brimming() {
  return (
    <Drawing box={box}>
      <circle className="k1" cx="186" cy="38" r="16" />
      <path className="w2" opacity=".25" d="M0 74c44-34 84-36 124-8 34-28 78-30 116-4v88H0Z" />
      <path className="s1" d="M0 78h240v62H0Z" />
      <path className="w1" d="M0 84c40-8 80 8 120 0s80-8 120 0v50H0Z" />
      <path className="l3" d="M14 104c24-6 44 6 68 0m76 4c24-6 40 6 62 0M60 122c26-6 46 6 72 0" />
      <path className="s2" d="M20 140c2-12 34-16 50-4v14H20Zm154 10v-10c14-12 42-10 46 2v8Z" />
    </Drawing>
  );
}

/** A thread leaves the river and fills a bowl: the first money has come back. */
export function FirstReceipt() {
  return (
    <Drawing box={box}>
      <path className="s1" d="M0 22h128c22 0 22 36 0 36H0Z" />
      <path className="l2" d="M0 32h134M0 50h130" />
      <path className="own" pathLength={1} d="M0 41h120c44 0 52 12 52 56" />
      <path
        className="w2"
        opacity=".5"
        d="M130 102c26-8 58 8 86 0-4 24-16 36-42 36s-40-12-44-36Z"
      />
      <path className="l1" d="M126 98c2 30 18 44 48 44s44-14 46-44" />
      <circle className="k1" cx="172" cy="106" r="6" />
    </Drawing>
  );
}

/** The thread leaves the river and ends at a house: everything is repaid. */
export function HomeAgain() {
  return (
    <Drawing box={box}>
      <path className="s1" d="M0 96h96c18 0 18 34 0 34H0Z" />
      <path className="l2" d="M0 106h100M0 120h98" />
      <path className="c1" strokeWidth="2" d="M152 70h60v58h-60Z" />
      <path className="l1" d="m144 74 38-34 38 34" />
      <path className="w2" opacity=".5" d="M160 82h16v16h-16Z" />
      <path className="own" pathLength={1} d="M0 113h108c40 0 82 2 82-14V96" />
      <circle className="k1" cx="190" cy="98" r="6" />
      <path className="s2" d="M120 128h116c4 0 4 10 0 10H124c-8 0-10-10-4-10Z" />
    </Drawing>
  );
}

/** The first drop at a spring between stones: nobody has invested yet. */
export function Spring() {
  return (
    <Drawing box={box}>
      <path className="s1" d="M40 100h200v30H40c-20 0-20-30 0-30Z" />
      <path
        className="s2"
        d="M6 118c0-26 24-40 48-36 24 2 36 18 34 34-2 12-20 18-44 18s-38-4-38-16Z"
      />
      <path className="l3" strokeDasharray="1 9" d="M96 115h136" />
      <path className="own" pathLength={1} d="M70 34c2 26 18 40 26 62 4 12 10 19 24 19" />
      <circle className="k1" cx="70" cy="30" r="6" />
    </Drawing>
  );
}

/** A moment that matters: a drawing of its own, a title, and what comes next. */
export function Peak({
  drawing,
  title,
  children,
  live,
}: {
  drawing: ReactNode;
  title: string;
  children?: ReactNode;
  /** Read out by screen readers when it appears. */
  live?: boolean;
}) {
  return (
    <section
      className="card grid items-center gap-x-8 gap-y-2 md:grid-cols-[1fr_15rem]"
      data-tone="tint"
      role={live ? 'status' : undefined}
    >
      <div className="grid justify-items-start gap-2">
        <h2 className="text-h3">{title}</h2>
        {children}
      </div>
      <div className="max-md:order-first max-md:max-w-60">{drawing}</div>
    </section>
  );
}
