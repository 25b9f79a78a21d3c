// Declared data field by field, each with ✓ and ✕; can be used completely with the keyboard.
import { Check, X } from 'lucide-react';
import { useEffect, useRef, type FocusEvent } from 'react';
import { Button } from '../../ui/Button.tsx';
import { announce } from '../../ui/overlay/toasts.tsx';
import { isShortcut } from '../keyboard.ts';
import { fieldsOf, nextOpen, type Checkable, type CheckGroup, type Verdicts } from './verdicts.ts';

type Props = {
  groups: readonly CheckGroup[];
  verdicts: Verdicts;
  /**
   * Called with the operator's verdict on a field. Undefined makes the component read-only, because
   * the task is decided or assigned to somebody else.
   */
  onVerdict?: ((field: string, isRight: boolean) => void) | undefined;
  /** Called when a field gets the focus, so that its document can be shown. */
  onLook: (row: Checkable) => void;
};

function Row({
  row,
  verdicts,
  next,
  onVerdict,
}: Omit<Props, 'groups' | 'onLook'> & { row: Checkable; next: boolean }) {
  const verdict = verdicts[row.field];
  const choices = [
    { isRight: true, text: '相符', Icon: Check },
    { isRight: false, text: '不符', Icon: X },
  ];
  return (
    <li
      className="office-check"
      data-field={row.field}
      data-next={next || undefined}
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

const fieldAt = (node: Element | null) =>
  node?.closest<HTMLElement>('[data-field]')?.dataset['field'];

const verdictOf: Record<string, boolean> = { y: true, x: false };

/**
 * Moves the focus among the rows. Y and X work anywhere on the page: they apply to the focused row,
 * otherwise to the first row without a verdict, which is marked.
 */
function useKeys({ groups, verdicts, onVerdict }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const fields = fieldsOf(groups);
  const open = fields.find((field) => !(field in verdicts));
  const go = (field: string | undefined) => {
    const row = ref.current?.querySelector<HTMLElement>(`[data-field="${field}"]`);
    const pressed = row?.querySelector<HTMLElement>('[aria-pressed="true"]');
    (pressed ?? row?.querySelector<HTMLElement>('button'))?.focus();
    row?.scrollIntoView({ block: 'nearest' });
  };
  /** Marks the open fields of the first group that has some; returns whether there was one. */
  const wholeGroup = (): boolean => {
    const group = groups.find(({ rows }) => rows.some((row) => !(row.field in verdicts)));
    if (!group || !onVerdict) return false;
    for (const { field } of group.rows) if (!(field in verdicts)) onVerdict(field, true);
    announce(`${group.title}已全部相符`);
    return true;
  };
  /** Returns whether the key was handled. */
  const press = (key: string): boolean => {
    const focused = fieldAt(document.activeElement);
    if (key === 'arrowdown' || key === 'arrowup') {
      if (focused === undefined) {
        if (key === 'arrowup' || busyElsewhere()) return false;
        go(open ?? fields[0]);
        return true;
      }
      const at = fields.indexOf(focused) + (key === 'arrowdown' ? 1 : -1);
      go(fields[Math.min(fields.length - 1, Math.max(0, at))]);
      return true;
    }
    if (key === 'shift+y') return wholeGroup();
    const isRight = verdictOf[key];
    const field = focused ?? open;
    if (isRight === undefined || field === undefined || !onVerdict) return false;
    onVerdict(field, isRight);
    const next = nextOpen(fields, { ...verdicts, [field]: isRight }, field);
    if (next) go(next);
    else announce('所有欄位都已核對');
    return true;
  };
  const latest = useRef(press);
  latest.current = press;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const letter = event.key.toLowerCase();
      const key = event.shiftKey && letter === 'y' ? 'shift+y' : letter;
      if (isShortcut(event) && latest.current(key)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return { ref, next: onVerdict && open };
}

export function FieldReview(props: Props) {
  const { groups, onLook, ...row } = props;
  const { ref, next } = useKeys(props);
  const look = (event: FocusEvent<HTMLElement>) => {
    const field = fieldAt(event.target);
    const rows = groups.flatMap((group) => group.rows);
    const found = rows.find((one) => one.field === field);
    if (found) onLook(found);
  };
  return (
    <div ref={ref} onFocus={look}>
      {groups.map(({ item, title, rows }) => (
        <section key={item} aria-label={title}>
          <h3 className="flex flex-wrap items-center justify-between gap-2">
            {title}
            {row.onVerdict && rows.some((one) => !(one.field in row.verdicts)) && (
              <Button
                size="sm"
                look="quiet"
                aria-label={`${title}整組相符`}
                onClick={() => {
                  for (const { field } of rows) {
                    if (!(field in row.verdicts)) row.onVerdict?.(field, true);
                  }
                }}
              >
                整組相符
              </Button>
            )}
          </h3>
          <ul className="grid">
            {rows.map((one) => (
              <Row key={one.field} row={one} next={one.field === next} {...row} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
