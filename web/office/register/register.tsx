// Registers: the operator chooses the columns and the order of a list; both are in the URL.
import { Columns3 } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { Button } from '../../ui/Button.tsx';
import type { Column, Sort } from '../../ui/display/Table.tsx';
import { Checkbox } from '../../ui/fields/Choices.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { places } from '../kit/listing.ts';

export type Register<Row, SortName extends string> = {
  /** All columns, in their order; the column with `head` is always shown. */
  columns: readonly Column<Row>[];
  /** Keys of the columns that are shown if the URL names none. */
  shown: readonly string[];
  /** Columns by which the list can be sorted, with the name of the order in the API. */
  sorts: Readonly<Record<string, SortName>>;
};

/**
 * Reads columns and order from the URL. The list begins with the newest rows if the URL has no
 * order.
 */
export function useRegister<Row, SortName extends string>(of: Register<Row, SortName>) {
  const [query] = useSearchParams();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const go = (changes: Record<string, string | null>) => {
    const next = new URLSearchParams(query);
    for (const name of places) next.delete(name);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    void navigate({ search: `?${next}`, hash });
  };
  const keys = of.columns.map(({ key }) => key);
  const named = (query.get('columns') ?? '').split(',').filter((key) => keys.includes(key));
  const chosen = named.length > 0 ? named : of.shown;
  const [[first, byFirst] = ['', undefined]] = Object.entries(of.sorts);
  const [key, sort] = Object.entries(of.sorts).find(([, name]) => name === query.get('sort')) ?? [
    first,
    byFirst,
  ];
  const ascending = query.get('direction') === 'asc';
  return {
    columns: of.columns
      .filter(({ key: one, head }) => head || chosen.includes(one))
      .map((column) => ({ ...column, sortable: column.key in of.sorts })),
    choice: {
      columns: of.columns,
      chosen,
      onChoose: (next: readonly string[]) =>
        go({ columns: next.join(',') === of.shown.join(',') ? null : next.join(',') }),
    },
    sort: { key, ascending } as Sort,
    onSort: ({ key: by, ascending: up }: Sort) =>
      go({ sort: by === first ? null : of.sorts[by]!, direction: up ? 'asc' : null }),
    /** Parameters of the order for the call. */
    asks: { sort: sort as SortName, direction: ascending ? ('asc' as const) : ('desc' as const) },
  };
}

export type RegisterState<Row> = ReturnType<typeof useRegister<Row, string>>;
type Choice<Row> = RegisterState<Row>['choice'];

function Choices<Row>({ columns, chosen, onChoose }: Choice<Row>) {
  const [keys, setKeys] = useState(chosen);
  const all = columns.map(({ key }) => key);
  return (
    <div className="grid gap-5">
      <div className="grid gap-x-6 sm:grid-cols-2">
        {columns.map(({ key, label, head }) => (
          <Checkbox
            key={key}
            checked={head === true || keys.includes(key)}
            disabled={head === true}
            onChange={({ target: { checked } }) =>
              setKeys(all.filter((one) => (one === key ? checked : keys.includes(one))))
            }
          >
            {label}
          </Checkbox>
        ))}
      </div>
      <div className="flex justify-end">
        <Button look="primary" onClick={() => onChoose(keys)}>
          套用
        </Button>
      </div>
    </div>
  );
}

/** Button that opens the choice of columns. */
export function ColumnChoice<Row>({ columns, chosen, onChoose }: Choice<Row>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="sm"
        look="quiet"
        icon={<Columns3 size={18} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        欄位
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="顯示的欄位">
        <Choices
          columns={columns}
          chosen={chosen}
          onChoose={(keys) => {
            onChoose(keys);
            setOpen(false);
          }}
        />
      </Dialog>
    </>
  );
}
