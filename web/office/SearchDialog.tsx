// Search box of the office: Ctrl-K or ⌘K on any page finds people, loans, orders, pages and
// actions. The search text never appears in a URL.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { useLocation } from 'react-router';
import { HITS_MAX, type LookupHits } from '#contract/servicing/lookup.ts';
import { Link } from './links/Link.tsx';
import { wordsOf } from '../api.ts';
import { Money } from '../ui/display/Amount.tsx';
import { Tag } from '../ui/display/Card.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { Field } from '../ui/fields/Field.tsx';
import { TextInput } from '../ui/fields/TextInput.tsx';
import { announce } from '../ui/overlay/toasts.tsx';
import { queryOf } from './api.ts';
import { navigation } from './navigation.ts';
import { numberedPlaces } from './numbered.ts';
import { useOperator } from './operator.ts';
import * as paths from './paths.ts';

const PAUSE_MS = 250;

/**
 * Whether the operator may search; editors may not, because they may not see any of the data that
 * is searched.
 */
const useMaySearch = () =>
  useOperator().data?.data.roles.some((role) => role !== 'editor') ?? false;

/** State of the search box: opens with Ctrl-K or ⌘K, closes on navigation. */
export function useSearch() {
  const [open, setOpen] = useState(false);
  const { key } = useLocation();
  useEffect(() => setOpen(false), [key]);
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return { open, show: () => setOpen(true), close: useCallback(() => setOpen(false), []) };
}

/** Returns the text once the user has stopped typing. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}

function Group({
  title,
  more,
  children,
}: {
  title: string;
  more?: ReactNode;
  children: ReactNode[];
}) {
  if (children.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="mb-1 text-ink-3 text-sm">{title}</h3>
      <ul>
        {children}
        {more}
      </ul>
    </section>
  );
}

function Line({
  to,
  name,
  about,
  end,
}: {
  to: string;
  name: string;
  about: string;
  end?: ReactNode;
}) {
  return (
    <li>
      <Link
        className="office-found flex flex-wrap gap-x-4 gap-y-1 items-center justify-between
          px-2.5 py-2 rounded-ctl text-ink hover:bg-sunken focus-visible:bg-sunken"
        to={to}
      >
        <span>
          <strong>{name}</strong>
          <span className="about ms-3 text-ink-3 text-sm">{about}</span>
        </span>
        {end}
      </Link>
    </li>
  );
}

function Results({ q, found }: { q: string; found: LookupHits }) {
  return (
    <div className="grid gap-4">
      <Group
        title="會員"
        more={
          found.members.length >= HITS_MAX && (
            <Line to={paths.members(q)} name="會員名單" about="列出所有符合的會員" />
          )
        }
      >
        {found.members.map(({ id, nameMasked, emailMasked, phoneMasked, accountMasked }) => (
          <Line
            key={`${id} ${phoneMasked ?? ''} ${accountMasked ?? ''}`}
            to={paths.member(id)}
            name={nameMasked ?? '未填姓名'}
            about={[
              emailMasked,
              phoneMasked && `手機 ${phoneMasked}`,
              accountMasked && `帳號 ${accountMasked}`,
              `編號 ${id}`,
            ]
              .filter(Boolean)
              .join('　')}
          />
        ))}
      </Group>
      <Group title="申貸案">
        {found.loans.map(({ id, caseNo, borrower, amount, statusText, tone }) => (
          <Line
            key={id}
            to={paths.loan(id)}
            name={caseNo}
            about={borrower}
            end={
              <span className="end">
                <Money amount={amount} />
                <Tag tone={tone}>{statusText}</Tag>
              </span>
            }
          />
        ))}
      </Group>
      <Group title="出資訂單">
        {found.orders.map(({ id, orderNo, caseNo, investor, amount, statusText, tone }) => (
          <Line
            key={id}
            to={paths.order(id)}
            name={orderNo}
            about={`${investor}　案號 ${caseNo}`}
            end={
              <span className="end">
                <Money amount={amount} />
                <Tag tone={tone}>{statusText}</Tag>
              </span>
            }
          />
        ))}
      </Group>
    </div>
  );
}

/**
 * Pages of the menu that the operator may see, their forms for new entries, and the list to which a
 * typed number leads.
 */
function usePlaces(q: string): { to: string; text: string }[] {
  const roles = useOperator().data?.data.roles ?? [];
  const sought = q.normalize('NFKC').toLowerCase();
  if (sought === '') return [];
  const pages = navigation
    .filter(({ sees }) => roles.some(sees))
    .flatMap(({ to, text, makes }) => [
      { to, text },
      ...(makes && roles.some(makes) ? [{ to: `${to}/new`, text: `新增${text}` }] : []),
    ])
    .filter(({ text }) => text.toLowerCase().includes(sought));
  return [...numberedPlaces(q, roles), ...pages].slice(0, HITS_MAX);
}

function Places({ q }: { q: string }) {
  return (
    <Group title="頁面與操作">
      {usePlaces(q).map(({ to, text }) => (
        <Line key={to} to={to} name={text} about={text.startsWith('新增') ? '操作' : '頁面'} />
      ))}
    </Group>
  );
}

const useLookup = (q: string, may: boolean) =>
  useQuery({
    ...queryOf('servicing', 'lookUp', { q }),
    enabled: may && q !== '',
    placeholderData: keepPreviousData,
    gcTime: 0,
  });

function Answer({ q, beside }: { q: string; beside: boolean }) {
  const query = useLookup(q, true);
  const found = query.data?.data;
  const count = found && found.members.length + found.loans.length + found.orders.length;
  useEffect(() => {
    if (q !== '' && count !== undefined) announce(count === 0 ? '沒有符合的結果' : `${count} 筆`);
  }, [q, count]);
  if (q === '') return null;
  if (query.isLoadingError) return <p role="alert">{wordsOf(query.error)}</p>;
  if (!found) return <p className="text-ink-3">搜尋中……</p>;
  if (count === 0) return beside ? null : <p className="text-ink-3">沒有符合的結果</p>;
  return <Results q={q} found={found} />;
}

const dataHint =
  '姓名（至少 2 個字）、案號、訂單、發票、傳票或入帳的編號、金額、電子郵件開頭、會員編號、虛擬帳號、手機或銀行帳號末 4 碼；' +
  '身分證字號請輸入完整號碼';

function Box() {
  const [text, setText] = useState('');
  const q = useRested(text);
  const may = useMaySearch();
  const places = usePlaces(q);
  const { isFetching } = useLookup(q, may);
  const ref = useRef<HTMLDivElement>(null);
  /** Text for which Enter was pressed, perhaps before its results arrived. */
  const [entered, setEntered] = useState<string | null>(null);
  const isReady = entered !== null && entered === q && !isFetching;
  useEffect(() => {
    if (!isReady) return;
    setEntered(null);
    ref.current?.querySelector<HTMLElement>('.office-found')?.click();
  }, [isReady]);
  const move = (event: KeyboardEvent) => {
    // An input method uses the arrow keys to choose among its candidates.
    if (event.nativeEvent.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const lines = [...(ref.current?.querySelectorAll<HTMLElement>('input, .office-found') ?? [])];
    const at = lines.indexOf(document.activeElement as HTMLElement);
    if (event.key === 'Enter' && at === 0) setEntered(text.trim());
    if (step === 0) return;
    event.preventDefault();
    lines[Math.min(lines.length - 1, Math.max(0, at + step))]?.focus();
  };
  return (
    // Arrow keys pressed in the field and on the results reach this element by bubbling; the
    // element itself is not interactive.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={ref} className="grid gap-4" onKeyDown={move}>
      <Field
        id="office-search"
        label={may ? '搜尋會員、申貸案、出資訂單、頁面' : '搜尋頁面'}
        hint={may ? dataHint : undefined}
      >
        <TextInput
          type="search"
          value={text}
          maxLength={120}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setText(event.target.value);
            setEntered(null);
          }}
        />
      </Field>
      <Places q={q} />
      {may && <Answer q={q} beside={places.length > 0} />}
      {!may && q !== '' && places.length === 0 && <p className="text-ink-3">沒有符合的頁面</p>}
    </div>
  );
}

export function SearchDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="搜尋" size="lg">
      <Box />
    </Dialog>
  );
}
