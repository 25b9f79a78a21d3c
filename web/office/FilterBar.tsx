// What narrows a table, kept in the address: texts, choices and days; applied by one button.
import { Search } from 'lucide-react';
import type { FormEvent } from 'react';
import { useSearchParams } from 'react-router';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Select, TextInput } from '../ui/TextInput.tsx';

export type Filter = { name: string; label: string } & (
  | { kind: 'text'; placeholder?: string }
  | { kind: 'day' }
  | { kind: 'choice'; options: readonly { value: string; label: string }[] }
);

/** Every filter that the address names, and nothing else of it. */
export function chosenIn(query: URLSearchParams, filters: readonly Filter[]) {
  const chosen = filters.flatMap(({ name }) => {
    const value = query.get(name);
    return value ? [[name, value] as const] : [];
  });
  return Object.fromEntries(chosen) as Record<string, string>;
}

function Control({ filter, value }: { filter: Filter; value: string }) {
  const { name } = filter;
  if (filter.kind === 'choice') {
    return <Select name={name} defaultValue={value} options={filter.options} placeholder="全部" />;
  }
  const type = filter.kind === 'day' ? 'date' : 'text';
  return (
    <TextInput
      type={type}
      name={name}
      defaultValue={value}
      autoComplete="off"
      spellCheck={false}
      placeholder={filter.kind === 'text' ? filter.placeholder : undefined}
    />
  );
}

/** Sets the address to what was chosen; the page number does not outlive a change. */
export function FilterBar({ filters }: { filters: readonly Filter[] }) {
  const [query, setQuery] = useSearchParams();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const next = filters.flatMap(({ name }) => {
      const value = String(form.get(name) ?? '').trim();
      return value ? [[name, value] as [string, string]] : [];
    });
    setQuery(next);
  };
  const field = (filter: Filter) => (
    <Field key={filter.name} id={`filter-${filter.name}`} label={filter.label}>
      <Control filter={filter} value={query.get(filter.name) ?? ''} />
    </Field>
  );
  const days = filters.filter(({ kind }) => kind === 'day');
  const others = filters.filter(({ kind }) => kind !== 'day');
  const isNarrowed = filters.some(({ name }) => query.has(name));
  return (
    <form key={query.toString()} className="office-filters" role="search" onSubmit={submit}>
      {others.map(field)}
      {days.length > 0 && <div className="office-filter-days">{days.map(field)}</div>}
      <div className="office-filter-acts">
        <Button type="submit" icon={<Search size={18} aria-hidden="true" />}>
          篩選
        </Button>
        {isNarrowed && (
          <Button look="quiet" onClick={() => setQuery([])}>
            清除
          </Button>
        )}
      </div>
    </form>
  );
}
