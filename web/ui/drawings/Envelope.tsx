// Drawing of an envelope for mail; separate, so that public pages do not load it.
import { Drawing } from './drawings.tsx';

/** Drawing of an envelope carried by a stream, shown when a mail is on its way. */
export function Envelope() {
  return (
    <Drawing>
      <path className="l3" d="M0 116c30-10 56 8 88 0s56-8 88 0 52 6 84-4" />
      <path className="l2" d="M0 130c34-8 60 8 92 0s58-8 90 0 48 4 78-2" />
      <g transform="rotate(-5 130 74)">
        <rect className="c1" x="76" y="36" width="108" height="74" rx="10" strokeWidth="2" />
        <path className="l1" d="M80 46l42 33c5 4 11 4 16 0l42-33M80 102l34-28m66 28-34-28" />
        <path
          className="k1"
          d="M120 78c0-7 5-11 11-10 6 0 11 4 10 11 0 6-5 10-11 10s-10-4-10-11Z"
        />
      </g>
      <path className="w2" opacity=".28" d="M0 124c34-10 60 6 92 0s58-8 90 0 48 4 78-2v28H0Z" />
    </Drawing>
  );
}
