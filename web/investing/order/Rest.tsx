// What a list of the newest 999 rows leaves out, with the link that shows it.
import { useSearchParams } from 'react-router';
import { Go } from '../../site/kit/Go.tsx';

/** Rows that the specification's client asks for at once. */
export const ALL = 999;

/** Returns how many newer rows the address leaves out: 0 unless `?from=` is a whole number. */
export function useFrom(): number {
  const [query] = useSearchParams();
  const from = Number(query.get('from'));
  return Number.isSafeInteger(from) && from > 0 ? from : 0;
}

/** Says how many older rows there are besides the shown ones, and leads to them and back. */
export function Rest({ total, shown }: { total: number; shown: number }) {
  const from = useFrom();
  const older = total - from - shown;
  if (older <= 0 && from === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-3 text-sm">
      {older > 0 && (
        <>
          <span>另有 {older.toLocaleString('zh-TW')} 筆較早的資料</span>
          <Go to={`?from=${from + ALL}`} className="link">
            顯示較早的資料
          </Go>
        </>
      )}
      {from > 0 && (
        <Go to="?" className="link">
          回到最新的資料
        </Go>
      )}
    </p>
  );
}
