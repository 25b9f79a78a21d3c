// Search box of the help center: works without scripts, and otherwise loads no new document.
import { Search } from 'lucide-react';
import { useId, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { supportSearch } from '../../site/kit/paths.ts';
import { buttonShape } from '../../ui/Button.tsx';

/** Longest query in characters, as in the API contract. */
const QUERY_MAX = 60;

export function SearchBox({
  label,
  query = '',
  large,
}: {
  label: string;
  query?: string;
  large?: boolean;
}) {
  const id = useId();
  const navigate = useNavigate();
  const go = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const q = String(new FormData(event.currentTarget).get('q') ?? '').trim();
    void navigate(supportSearch(q || undefined));
  };
  return (
    <form
      action={supportSearch()}
      role="search"
      className="search-box"
      data-large={large ? '' : undefined}
      onSubmit={go}
    >
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <span className="search-field">
        <Search size={20} aria-hidden="true" />
        <input
          key={query}
          id={id}
          name="q"
          type="search"
          className="input"
          placeholder={label}
          defaultValue={query}
          maxLength={QUERY_MAX}
          enterKeyHint="search"
        />
      </span>
      <button type="submit" {...buttonShape({ look: 'primary' })}>
        搜尋
      </button>
    </form>
  );
}
