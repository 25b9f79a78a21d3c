// A list to be edited: its words, what is offered, its order. Ids neither come nor go.
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useController } from 'react-hook-form';
import type { ListItem } from '#contract/settings-values.ts';
import { idOf, useLabel } from '../../form/Form.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Choices.tsx';
import { Field, FieldGroup } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';

const icon = { size: 18, 'aria-hidden': true } as const;

/** Where an item went, kept under the eye of whoever moves it with the keyboard. */
function focusMover(id: string, direction: 'up' | 'down') {
  requestAnimationFrame(() => {
    const row = document.getElementById(`item-${id}`);
    const wanted = row?.querySelector<HTMLButtonElement>(`[data-move="${direction}"]`);
    const other = row?.querySelector<HTMLButtonElement>('[data-move]:not([disabled])');
    (wanted?.disabled ? other : wanted)?.focus();
  });
}

function Item({
  item,
  problem,
  at,
  last,
  onChange,
  onMove,
}: {
  item: ListItem;
  problem: string | undefined;
  at: number;
  last: boolean;
  onChange: (item: ListItem) => void;
  onMove: (by: 1 | -1) => void;
}) {
  const name = item.text || `第 ${at + 1} 項`;
  return (
    <li id={`item-${item.id}`} data-off={item.enabled ? undefined : ''}>
      <Field id={`item-${item.id}-text`} label={`第 ${at + 1} 項`} error={problem}>
        <TextInput
          value={item.text}
          autoComplete="off"
          onChange={(event) => onChange({ ...item, text: event.target.value })}
        />
      </Field>
      <div className="office-setting-item-acts">
        <Checkbox
          checked={item.enabled}
          aria-label={`啟用 ${name}`}
          onChange={({ target }) => onChange({ ...item, enabled: target.checked })}
        >
          啟用
        </Checkbox>
        <IconButton
          label={`上移 ${name}`}
          data-move="up"
          disabled={at === 0}
          onClick={() => onMove(-1)}
        >
          <ArrowUp {...icon} />
        </IconButton>
        <IconButton
          label={`下移 ${name}`}
          data-move="down"
          disabled={last}
          onClick={() => onMove(1)}
        >
          <ArrowDown {...icon} />
        </IconButton>
      </div>
    </li>
  );
}

type Problems = { message?: string; root?: { message?: string } } & Record<
  number,
  { text?: { message?: string } } | undefined
>;

export function ListEditor({ label }: { label: string }) {
  useLabel('value', { label, verb: '選擇' });
  const { field, fieldState } = useController({ name: 'value' });
  const items = field.value as readonly ListItem[];
  const problems = (fieldState.error ?? {}) as Problems;
  const move = (at: number, by: 1 | -1) => {
    const next = [...items];
    const [moved] = next.splice(at, 1);
    if (!moved) return;
    next.splice(at + by, 0, moved);
    field.onChange(next);
    focusMover(moved.id, by === 1 ? 'down' : 'up');
  };
  return (
    <FieldGroup
      id={idOf('value')}
      label={label}
      hint="停用的項目不再提供選擇，既有資料照常顯示；項目代號不會重複使用"
      error={problems.message ?? problems.root?.message}
    >
      <ol className="office-setting-items">
        {items.map((item, at) => (
          <Item
            key={item.id}
            item={item}
            problem={problems[at]?.text?.message}
            at={at}
            last={at === items.length - 1}
            onChange={(changed) => field.onChange(items.with(at, changed))}
            onMove={(by) => move(at, by)}
          />
        ))}
      </ol>
    </FieldGroup>
  );
}
