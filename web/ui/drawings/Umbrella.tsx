// Drawing of an umbrella for risk, separate from the drawings that any page may show.
import { Drawing } from './drawings.tsx';

/** Drawing of an umbrella over the stream, shown for risk: the risk is real, so be prepared. */
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
