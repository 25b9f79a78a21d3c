// Filters of a list, stored in the URL: texts, choices, days and months; applied by one button.
import { Search } from 'lucide-react';
import type { FormEvent } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { addMonths, day } from '#contract/core/day.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/fields/Field.tsx';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import { Select, type Option } from '../../ui/fields/Select.tsx';
import { dayIn } from '../../ui/clock.ts';
import { isToCome, places } from './listing.ts';

export type Filter = {
  name: string;
  label: string;
  /** Default if the URL has no value, such as the last twelve months. */
  value?: string | undefined;
} & (
  | { kind: 'text'; placeholder?: string; inputMode?: 'numeric' }
  | { kind: 'day' | 'month' }
  | { kind: 'choice'; options: readonly Option[] }
);

/** Returns every filter set in the URL, and nothing else from it. */
export function chosenIn(query: URLSearchParams, filters: readonly Filter[]) {
  const chosen = filters.flatMap(({ name }) => {
    const value = query.get(name);
    return value ? [[name, value] as const] : [];
  });
  return Object.fromEntries(chosen) as Record<string, string>;
}

const isSpan = ({ kind }: Pick<Filter, 'kind'>) => kind === 'day' || kind === 'month';

const inputTypes = { text: 'text', day: 'date' } as const;

/** Months that can be chosen, besides that of the value. */
const MONTHS_BACK = 72;

/** The months up to the present one, newest first: every browser has a select, by keyboard too. */
function monthOptions(own: string): Option[] {
  const present = day(`${dayIn().slice(0, 7)}-01`);
  const months = Array.from({ length: MONTHS_BACK }, (_, back) =>
    addMonths(present, -back).slice(0, 7),
  );
  const all = own && !months.includes(own) ? [own, ...months].toSorted().toReversed() : months;
  return all.map((value) => ({ value, label: value.replace('-', ' 年 ').concat(' 月') }));
}

function Control({ filter, value }: { filter: Filter; value: string }) {
  const { name } = filter;
  if (filter.kind === 'choice') {
    return <Select name={name} defaultValue={value} options={filter.options} placeholder="全部" />;
  }
  if (filter.kind === 'month') {
    return (
      <Select name={name} defaultValue={value} options={monthOptions(value)} placeholder="全部" />
    );
  }
  const { placeholder, inputMode } = filter.kind === 'text' ? filter : {};
  return (
    <TextInput
      type={inputTypes[filter.kind]}
      name={name}
      defaultValue={value}
      autoComplete="off"
      spellCheck={false}
      placeholder={placeholder}
      {...(inputMode && { inputMode })}
    />
  );
}

/** Writes the chosen filters into the URL; its other parameters and its fragment stay. */
export function FilterBar({ filters }: { filters: readonly Filter[] }) {
  const [query] = useSearchParams();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const narrow = (valueOf: (name: string) => string) => {
    const next = new URLSearchParams(query);
    for (const name of places) next.delete(name);
    for (const { name } of filters) {
      const value = valueOf(name);
      if (value) next.set(name, value);
      else next.delete(name);
    }
    void navigate({ search: `?${next}`, hash });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    narrow((name) => String(form.get(name) ?? '').trim());
  };
  const valueOf = ({ name, kind, value = '' }: Filter) => {
    const own = query.get(name) ?? value;
    // A report about the present says so, even if its address names a day or month to come.
    return value && isSpan({ kind }) && isToCome(own) ? value : own;
  };
  const field = (filter: Filter) => (
    <Field key={filter.name} id={`filter-${filter.name}`} label={filter.label}>
      <Control filter={filter} value={valueOf(filter)} />
    </Field>
  );
  const spans = filters.filter(isSpan);
  const others = filters.filter((filter) => !isSpan(filter));
  const isNarrowed = filters.some(({ name }) => query.has(name));
  return (
    <form
      key={filters.map(valueOf).join('|')}
      className="office-filters grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-x-4
        gap-y-3 items-end"
      role="search"
      aria-label="篩選"
      onSubmit={submit}
    >
      {others.map(field)}
      {spans.length > 1 ? (
        <div className="grid grid-cols-subgrid col-span-2 gap-[inherit]">{spans.map(field)}</div>
      ) : (
        spans.map(field)
      )}
      <div className="flex gap-2">
        <Button type="submit" icon={<Search size={18} aria-hidden="true" />}>
          篩選
        </Button>
        {isNarrowed && (
          <Button look="quiet" onClick={() => narrow(() => '')}>
            清除
          </Button>
        )}
      </div>
    </form>
  );
}
