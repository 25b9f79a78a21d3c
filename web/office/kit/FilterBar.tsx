// Filters of a list, stored in the URL: texts, choices, days and months; applied by one button.
import { Search } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { addMonths, day } from '#contract/core/day.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/fields/Field.tsx';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import { Select, type Option } from '../../ui/fields/Select.tsx';
import { dayIn } from '../../ui/clock.ts';
import type { FilterText } from '../filtering/filter-texts.ts';
import { isToCome, places } from './listing.ts';

export type Filter = {
  name: string;
  label: string;
  /** Default if the URL has no value, such as the last twelve months. */
  value?: string | undefined;
} & (
  | { kind: 'text'; placeholder?: string; inputMode?: 'numeric'; of?: FilterText }
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

/** Returns the value that a filter shows. */
function valueIn(query: URLSearchParams, { name, kind, value = '' }: Filter): string {
  const own = query.get(name) ?? value;
  // A report about the present says so, even if its address names a day or month to come.
  return value && isSpan({ kind }) && isToCome(own) ? value : own;
}

const textOf = (filter: Filter) => (filter.kind === 'text' ? filter.of : undefined);

/**
 * Returns what is wrong with the values, by filter: a text that the list would ignore or refuse, or
 * a span that ends before it begins, with which a list is empty and a report has wrong figures.
 */
function problemsIn(filters: readonly Filter[], valueOf: (filter: Filter) => string) {
  const problems: Record<string, string | undefined> = {};
  for (const filter of filters) {
    const [text, value] = [textOf(filter), valueOf(filter)];
    if (text && value !== '' && !text.fits.test(value)) problems[filter.name] = text.says;
  }
  const [from, to] = filters.filter(isSpan);
  if (from && to && valueOf(to) !== '' && valueOf(to) < valueOf(from)) {
    problems[to.name] = to.kind === 'day' ? '結束日不可早於開始日' : '結束月不可早於開始月';
  }
  return problems;
}

/** Returns what was typed, by filter, in the form that the list's call takes. */
function tidied(typed: FormData, filters: readonly Filter[]): Record<string, string> {
  const values = filters.map((filter) => {
    const value = String(typed.get(filter.name) ?? '').trim();
    return [filter.name, textOf(filter)?.tidy(value) ?? value] as const;
  });
  return Object.fromEntries(values);
}

/**
 * Writes the chosen filters into the URL; its other parameters and its fragment stay. A text that
 * does not fit is refused, because the list would show all rows as if they matched.
 */
export function FilterBar({ filters }: { filters: readonly Filter[] }) {
  const [query] = useSearchParams();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [problems, setProblems] = useState<Record<string, string | undefined>>({});
  const narrow = (valueOf: (name: string) => string) => {
    const next = new URLSearchParams(query);
    for (const name of places) next.delete(name);
    for (const { name } of filters) {
      const value = valueOf(name);
      if (value) next.set(name, value);
      else next.delete(name);
    }
    setProblems({});
    void navigate({ search: `?${next}`, hash });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = tidied(new FormData(form), filters);
    const wrong = problemsIn(filters, ({ name }) => values[name]!);
    const first = filters.find(({ name }) => wrong[name]);
    if (!first) return narrow((name) => values[name]!);
    setProblems(wrong);
    form.querySelector<HTMLElement>(`[name="${first.name}"]`)?.focus();
  };
  const valueOf = (filter: Filter) => valueIn(query, filter);
  const shown = { ...problemsIn(filters, valueOf), ...problems };
  const field = (filter: Filter) => (
    <Field
      key={filter.name}
      id={`filter-${filter.name}`}
      label={filter.label}
      required={false}
      error={shown[filter.name]}
    >
      <Control filter={filter} value={valueOf(filter)} />
    </Field>
  );
  const spans = filters.filter(isSpan);
  const others = filters.filter((filter) => !isSpan(filter));
  const isWrong = Object.keys(shown).length > 0;
  return (
    <form
      key={filters.map(valueOf).join('|')}
      className={`office-filters grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-x-4
        gap-y-3 ${isWrong ? 'items-start' : 'items-end'}`}
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
      <div className="flex gap-2 self-end">
        <Button type="submit" icon={<Search size={18} aria-hidden="true" />}>
          篩選
        </Button>
        {filters.some(({ name }) => query.has(name)) && (
          <Button look="quiet" onClick={() => narrow(() => '')}>
            清除
          </Button>
        )}
      </div>
    </form>
  );
}
