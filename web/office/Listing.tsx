// The parts of every list at the office: links that filter, pages, a search.
import { Search } from 'lucide-react';
import { useRef, type FormEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Pagination } from '../ui/Pagination.tsx';
import { Select, TextInput, type Option } from '../ui/TextInput.tsx';
import { PER_PAGE, type ListUrl } from './listing.ts';

export type FilterLink = { text: string; value: string | undefined; count?: number };

/** One filter as a row of links; the empty value is 「全部」. */
export function FilterLinks({
  label,
  name,
  links,
  chosen,
  url,
}: {
  label: string;
  name: string;
  links: readonly FilterLink[];
  chosen: string | undefined;
  url: ListUrl;
}) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-2">
        {links.map(({ text, value, count }) => (
          <li key={text}>
            <Link
              className="office-filter"
              to={url.to({ [name]: value })}
              aria-current={chosen === value ? 'page' : undefined}
            >
              {text}
              {count !== undefined && <span className="num">{count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function Pages({
  url,
  total,
  perPage = PER_PAGE,
}: {
  url: ListUrl;
  total: number;
  perPage?: number;
}) {
  return (
    <Pagination
      page={url.page}
      pages={Math.ceil(total / perPage)}
      link={({ page, label, current, children }) => (
        <Link to={url.to({ page })} aria-label={label} aria-current={current ? 'page' : undefined}>
          {children}
        </Link>
      )}
    />
  );
}

export type SearchField = {
  name: string;
  label: string;
  type?: 'text' | 'date' | 'month';
  value: string | undefined;
  options?: readonly Option[];
  inputMode?: 'numeric';
};

/** Filters that are typed; they go into the address when 「套用」 is pressed. */
export function SearchForm({ fields, url }: { fields: readonly SearchField[]; url: ListUrl }) {
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = new FormData(form.current ?? undefined);
    const changes = fields.map(({ name }) => [name, String(given.get(name) ?? '').trim()]);
    void navigate(url.to(Object.fromEntries(changes.map(([n, v]) => [n, v || undefined]))));
  };
  return (
    <form
      ref={form}
      key={fields.map(({ value }) => value ?? '').join('|')}
      role="search"
      className="office-filter-form"
      onSubmit={submit}
    >
      {fields.map(({ name, label, type = 'text', value, options, inputMode }) => (
        <Field key={name} id={`filter-${name}`} label={label}>
          {options ? (
            <Select name={name} defaultValue={value ?? ''} options={options} placeholder="全部" />
          ) : (
            <TextInput
              name={name}
              type={type}
              defaultValue={value ?? ''}
              autoComplete="off"
              {...(inputMode && { inputMode })}
            />
          )}
        </Field>
      ))}
      <Button type="submit" icon={<Search size={18} aria-hidden="true" />}>
        套用
      </Button>
    </form>
  );
}
