// The first lines of a statement file: a field is chosen for each column, and below each line
// stands what it would be.
import { type ColumnField, columnFields } from '#contract/banking/layout-guess.ts';
import { Money } from '../../../../ui/display/Amount.tsx';
import type { TableReading as Reading } from '#contract/banking/statement-rows.ts';
import { lineIn, type Mapped } from './draft.ts';

const PREVIEW_LINES = 8;

export function ColumnChoice({
  of,
  onChoose,
}: {
  of: Mapped;
  onChoose: (name: string, field: ColumnField | '') => void;
}) {
  return (
    <section
      className="max-h-80 overflow-auto rounded-lg border border-line"
      aria-label="檔案的前幾行"
    >
      <table className="w-max min-w-full border-collapse text-sm">
        <thead className="sticky top-0 bg-sunken">
          <tr>
            {of.head.map((name, index) => (
              <th key={`${index} ${name}`} scope="col" className="p-2 text-start align-top">
                <span className="mb-1 block font-bold">{name || '（沒有名稱）'}</span>
                <select
                  className={`input min-w-36 ${of.fields.has(name) ? 'font-bold' : ''}`}
                  aria-label={`「${name}」是`}
                  value={of.fields.get(name) ?? ''}
                  disabled={name === ''}
                  onChange={(event) => onChoose(name, event.target.value as ColumnField | '')}
                >
                  <option value="">不使用</option>
                  {columnFields.map(([field, word]) => (
                    <option key={field} value={field}>
                      {field === 'credit' && of.reading.amounts === 'signed' ? '金額' : word}
                    </option>
                  ))}
                </select>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {of.rows.slice(0, PREVIEW_LINES).map((row, line) => (
            <tr key={line} className="border-t border-line">
              {of.head.map((name, index) => (
                <td key={`${index} ${name}`} className="num p-2 whitespace-nowrap">
                  {row[index] ?? ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Line({ of, row, by }: { of: Mapped; row: readonly string[]; by: Reading }) {
  const line = lineIn(of.head, row, by);
  if ('why' in line) {
    return (
      <td colSpan={5} className="p-2 text-danger">
        無法入帳：{line.why}
      </td>
    );
  }
  return (
    <>
      <td className="num p-2 whitespace-nowrap">{line.day}</td>
      <td className="num p-2 whitespace-nowrap">{line.seq}</td>
      <td className="num p-2 whitespace-nowrap">{line.virtualAccount || '—'}</td>
      <td className="p-2 text-end whitespace-nowrap">
        {line.amount < 0 ? '支出 ' : '存入 '}
        <Money amount={Math.abs(line.amount)} />
      </td>
      <td className="p-2 text-end whitespace-nowrap">
        {line.balance === null ? '—' : <Money amount={line.balance} />}
      </td>
    </>
  );
}

/** What each of the first lines would be under the layout. */
export function MappedLines({ of, by }: { of: Mapped; by: Reading }) {
  return (
    <section className="overflow-x-auto" aria-label="各行讀成">
      <table className="w-full border-collapse text-sm">
        <caption className="mb-2 text-start font-bold">各行讀成</caption>
        <thead>
          <tr className="text-start text-ink-3">
            {['日期', '交易序號', '虛擬帳號'].map((name) => (
              <th key={name} scope="col" className="p-2 text-start font-normal">
                {name}
              </th>
            ))}
            {['金額', '餘額'].map((name) => (
              <th key={name} scope="col" className="p-2 text-end font-normal">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {of.rows.slice(0, PREVIEW_LINES).map((row, line) => (
            <tr key={line} className="border-t border-line">
              <Line of={of} row={row} by={by} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
