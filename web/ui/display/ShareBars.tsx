// Shares of a whole, each as a bar below its name; the table itself holds the figures.
import type { ReactNode } from 'react';

export type Share = {
  name: string;
  /** From 0 to 1. */
  share: number;
  /** The figures, shown at the end of the line. */
  value: ReactNode;
  /** Class of the bar's colour. */
  look: string;
};

/** A bar from 0 to the whole; `mark` draws a line at the share that matters. */
export function ShareBar({
  share,
  look,
  mark,
}: Pick<Share, 'share' | 'look'> & { mark?: number | undefined }) {
  return (
    <svg className="block" width="100%" height="14" aria-hidden="true">
      <rect className="fill-bed" y="2" width="100%" height="10" rx="5" />
      {share > 0 && <rect className={look} y="2" width={`${share * 100}%`} height="10" rx="5" />}
      {mark !== undefined && (
        <rect className="fill-ink" x={`${mark * 100}%`} width="2" height="14" />
      )}
    </svg>
  );
}

export function ShareBars({ caption, rows }: { caption: ReactNode; rows: readonly Share[] }) {
  return (
    <table className="block w-full">
      <caption className="mb-1 block text-start text-sm text-ink-3">{caption}</caption>
      <tbody className="grid">
        {rows.map(({ name, share, value, look }) => (
          <tr key={name} className="share-row grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2">
            <th scope="row" className="text-start font-normal">
              {name}
            </th>
            <td className="text-end">{value}</td>
            <td className="col-span-2 mt-1" aria-hidden="true">
              <ShareBar share={share} look={look} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
