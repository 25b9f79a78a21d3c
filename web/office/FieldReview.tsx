// What was declared, field by field, each with ✓ and ✕; the keyboard goes through all of it.
import { Check, X } from 'lucide-react';
import { useEffect, useRef, type FocusEvent, type KeyboardEvent } from 'react';
import { announce } from '../ui/toasts.tsx';
import { fieldsOf, nextOpen, type Checkable, type CheckGroup, type Verdicts } from './verdicts.ts';

type Props = {
  groups: readonly CheckGroup[];
  verdicts: Verdicts;
  /** None where the task is done or somebody else's: then it only shows. */
  onVerdict?: ((field: string, isRight: boolean) => void) | undefined;
  /** Told when somebody comes to a field, so that its paper can be shown. */
  onLook: (row: Checkable) => void;
};

function Row({ row, verdicts, onVerdict }: Omit<Props, 'groups' | 'onLook'> & { row: Checkable }) {
  const verdict = verdicts[row.field];
  const choices = [
    { isRight: true, text: '相符', Icon: Check },
    { isRight: false, text: '不符', Icon: X },
  ];
  return (
    <li
      className="office-check"
      data-field={row.field}
      data-verdict={verdict === undefined ? undefined : verdict ? 'right' : 'wrong'}
    >
      <span className="name">{row.label}</span>
      <span className="value">{row.value}</span>
      {onVerdict && (
        <span className="verdict" role="group" aria-label={row.label}>
          {choices.map(({ isRight, text, Icon }) => (
            <button
              key={text}
              type="button"
              aria-pressed={verdict === isRight}
              aria-label={`${row.label}${text}`}
              title={text}
              data-right={isRight}
              onClick={() => onVerdict(row.field, isRight)}
            >
              <Icon size={18} aria-hidden="true" />
            </button>
          ))}
        </span>
      )}
    </li>
  );
}

const busyElsewhere = () => {
  const at = document.activeElement;
  return at !== null && at !== document.body && !at.matches('main, h1, h2');
};

const fieldAt = (target: EventTarget) =>
  (target as HTMLElement).closest<HTMLElement>('[data-field]')?.dataset['field'];

/** Moves the focus among the rows; letters are heard only while it is inside the list. */
function useKeys({ groups, verdicts, onVerdict }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const fields = fieldsOf(groups);
  const go = (field: string | undefined) => {
    const row = ref.current?.querySelector<HTMLElement>(`[data-field="${field}"]`);
    const pressed = row?.querySelector<HTMLElement>('[aria-pressed="true"]');
    (pressed ?? row?.querySelector<HTMLElement>('button'))?.focus();
    row?.scrollIntoView({ block: 'nearest' });
  };
  const first = useRef(() => {});
  first.current = () => go(fields.find((field) => !(field in verdicts)) ?? fields[0]);
  useEffect(() => {
    const begin = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'ArrowDown' || busyElsewhere()) return;
      event.preventDefault();
      first.current();
    };
    document.addEventListener('keydown', begin);
    return () => document.removeEventListener('keydown', begin);
  }, []);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !onVerdict) return;
    const field = fieldAt(event.target);
    if (field === undefined) return;
    const key = event.key.toLowerCase();
    const at = fields.indexOf(field);
    if (key === 'arrowdown') go(fields[Math.min(fields.length - 1, at + 1)]);
    else if (key === 'arrowup') go(fields[Math.max(0, at - 1)]);
    else if (key === 'y' || key === 'n') {
      onVerdict(field, key === 'y');
      const next = nextOpen(fields, { ...verdicts, [field]: key === 'y' }, field);
      if (next) go(next);
      else announce('所有欄位都已核對');
    } else return;
    event.preventDefault();
  };
  return { ref, onKeyDown };
}

export function FieldReview(props: Props) {
  const { groups, onLook, ...row } = props;
  const { ref, onKeyDown } = useKeys(props);
  const look = (event: FocusEvent<HTMLElement>) => {
    const field = fieldAt(event.target);
    const rows = groups.flatMap((group) => group.rows);
    const found = rows.find((one) => one.field === field);
    if (found) onLook(found);
  };
  return (
    // Keys pressed on the buttons inside are heard here; nothing here is pressed itself.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={ref} onKeyDown={onKeyDown} onFocus={look}>
      {groups.map(({ item, title, rows }) => (
        <section key={item} aria-label={title}>
          <h3>{title}</h3>
          <ul className="office-checks">
            {rows.map((one) => (
              <Row key={one.field} row={one} {...row} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
