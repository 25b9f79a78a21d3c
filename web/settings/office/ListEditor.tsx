// Editor for an option list: names, availability, order, new items. Items are never deleted.
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useController } from 'react-hook-form';
import {
  isNewItem,
  LIST_ITEMS_MAX,
  type ListItem,
  type ListName,
  type ListSetting,
  listSettings,
} from '#contract/settings/values.ts';
import { idOf, useLabel } from '../../form/Form.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/fields/Choices.tsx';
import { Field, FieldGroup } from '../../ui/fields/Field.tsx';
import { TextInput } from '../../ui/fields/TextInput.tsx';

const OPTIONS_HINT = '停用的項目不再提供選擇，既有資料照常顯示；項目代號不會重複使用';

const icon = { size: 18, 'aria-hidden': true } as const;

/** Moves the focus along with an item that was moved by keyboard. */
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
  onRemove,
}: {
  item: ListItem;
  problem: string | undefined;
  at: number;
  last: boolean;
  onChange: (item: ListItem) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}) {
  const name = item.text || `第 ${at + 1} 項`;
  return (
    <li
      className="grid grid-cols-1 gap-x-4 gap-y-1 items-end pb-3 border-b border-line
        md:grid-cols-[minmax(0,1fr)_auto] has-[[aria-invalid=true]]:items-center"
      id={`item-${item.id}`}
      data-off={item.enabled ? undefined : ''}
    >
      <Field
        id={`item-${item.id}-text`}
        label={`第 ${at + 1} 項${isNewItem(item) ? '（新增）' : ''}`}
        error={problem}
      >
        <TextInput
          value={item.text}
          autoComplete="off"
          onChange={(event) => onChange({ ...item, text: event.target.value })}
        />
      </Field>
      <div className="flex gap-2 items-center *:first:me-auto">
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
        {isNewItem(item) && (
          <IconButton label={`移除 ${name}`} onClick={onRemove}>
            <Trash2 {...icon} />
          </IconButton>
        )}
      </div>
    </li>
  );
}

type Problems = { message?: string; root?: { message?: string } } & Record<
  number,
  { text?: { message?: string } } | undefined
>;

/**
 * Returns a temporary id for a new item, different from all in this form; the server assigns the
 * real one.
 */
function nextNew(items: readonly ListItem[]): string {
  const numbers = items.filter(isNewItem).map(({ id }) => Number(id.slice(1)));
  return `+${Math.max(0, ...numbers) + 1}`;
}

function focusText(id: string) {
  requestAnimationFrame(() => document.getElementById(`item-${id}-text`)?.focus());
}

/** Button to add an item, or an explanation why this list accepts none. */
function Adding({ name, items, onAdd }: { name: ListName; items: number; onAdd: () => void }) {
  const { closed } = listSettings[name];
  if (closed !== null) return <p className="text-ink-2">{closed}。</p>;
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-2 items-center mt-3">
      <Button
        icon={<Plus size={16} aria-hidden="true" />}
        disabledReason={items >= LIST_ITEMS_MAX ? `最多 ${LIST_ITEMS_MAX} 項` : undefined}
        onClick={onAdd}
      >
        新增項目
      </Button>
      <span className="text-ink-2">
        {name === 'cardBanks'
          ? '與金融機構同名者沿用其三碼代號，其餘由系統編號'
          : '代號由系統編定，儲存後不能刪除，只能停用'}
      </span>
    </div>
  );
}

export function ListEditor({ name, label }: { name: ListName; label: string }) {
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
  const add = () => {
    const id = nextNew(items);
    field.onChange([...items, { id, text: '', enabled: true }]);
    focusText(id);
  };
  return (
    <FieldGroup
      id={idOf('value')}
      label={label}
      hint={(listSettings[name] as ListSetting).hint ?? OPTIONS_HINT}
      error={problems.message ?? problems.root?.message}
    >
      <ol className="office-setting-items grid gap-3">
        {items.map((item, at) => (
          <Item
            key={item.id}
            item={item}
            problem={problems[at]?.text?.message}
            at={at}
            last={at === items.length - 1}
            onChange={(changed) => field.onChange(items.with(at, changed))}
            onMove={(by) => move(at, by)}
            onRemove={() => field.onChange(items.toSpliced(at, 1))}
          />
        ))}
      </ol>
      <Adding name={name} items={items.length} onAdd={add} />
    </FieldGroup>
  );
}
