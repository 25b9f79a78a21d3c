// Searchable list for long choices such as banks, by Base UI; its chunk loads with the form.
import { Combobox as Base } from '@base-ui/react/combobox';
import { Check, ChevronDown, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { halfWidth } from './digits.ts';
import { useControl } from './Field.tsx';
import './combobox.css';

export type ComboboxItem = {
  value: string;
  label: string;
  /** Further search terms: a code, a former name. */
  keywords?: string;
};

const comparable = (text: string) => halfWidth(text).toLowerCase().replaceAll('臺', '台');

/**
 * Returns whether label or keywords contain the query. Upper and lower case, full-width and
 * half-width characters, and 臺 and 台 are the same.
 */
export function matches(item: ComboboxItem, query: string): boolean {
  const wanted = comparable(query).trim().split(/\s+/);
  const text = comparable(`${item.label} ${item.keywords ?? ''}`);
  return wanted.every((word) => text.includes(word));
}

const never = () => () => {};
/** Returns whether the component is interactive: false on the server and during hydration. */
function useAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

function Choices({ empty }: { empty: string }) {
  return (
    <Base.Portal>
      <Base.Positioner sideOffset={6} className="z-50">
        <Base.Popup className="popover" data-anchored="">
          <Base.Empty>
            <p className="px-3 py-2 text-ink-3 empty:hidden">{empty}</p>
          </Base.Empty>
          <Base.List className="option-list">
            {(item: ComboboxItem) => (
              <Base.Item key={item.value} value={item} className="option">
                {item.label}
                <Base.ItemIndicator>
                  <Check size={18} aria-hidden="true" />
                </Base.ItemIndicator>
              </Base.Item>
            )}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}

/** Field for one choice among many. `value` is the value of the chosen item, or ''. */
export function Combobox({
  items,
  value,
  onValueChange,
  onBlur,
  name,
  placeholder = '輸入關鍵字搜尋',
  empty = '找不到符合的選項',
  disabled,
}: {
  items: readonly ComboboxItem[];
  value: string;
  onValueChange: (value: string) => void;
  onBlur?: () => void;
  name?: string;
  placeholder?: string;
  empty?: string;
  disabled?: boolean;
}) {
  const control = useControl();
  // Base UI writes style attributes, which the CSP forbids in a server-rendered document.
  if (!useAlive())
    return <input {...control} className="input" placeholder={placeholder} disabled />;
  return (
    <Base.Root
      items={items}
      value={items.find((item) => item.value === value) ?? null}
      onValueChange={(item: ComboboxItem | null) => onValueChange(item?.value ?? '')}
      filter={(item: ComboboxItem, query: string) => matches(item, query)}
      isItemEqualToValue={(a: ComboboxItem, b: ComboboxItem) => a.value === b.value}
      itemToStringLabel={(item: ComboboxItem) => item.label}
      name={name}
      disabled={disabled}
      limit={80}
    >
      <Base.InputGroup className="input-box">
        <Base.Input {...control} className="input" placeholder={placeholder} onBlur={onBlur} />
        <span className="inside">
          <Base.Clear className="button" data-look="quiet" data-icon-only="" aria-label="清除">
            <X size={18} aria-hidden="true" />
          </Base.Clear>
          <Base.Trigger
            className="button"
            data-look="quiet"
            data-icon-only=""
            aria-label="展開選項"
          >
            <ChevronDown size={18} aria-hidden="true" />
          </Base.Trigger>
        </span>
      </Base.InputGroup>
      <Choices empty={empty} />
    </Base.Root>
  );
}
