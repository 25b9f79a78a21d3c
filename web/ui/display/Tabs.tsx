// Tabs that follow the WAI pattern: arrow keys move and select. All panels stay in the document,
// and one is visible.
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { markScrollEdges } from './scroll-edges.ts';

export type Tab = {
  id: string;
  label: ReactNode;
  panel: ReactNode;
  /** Marks a tab with something new; read as 「有更新」. */
  dot?: boolean;
};

/** Returns the tab to which an arrow key leads among `count` tabs; null for any other key. */
export function tabAfter(key: string, index: number, count: number): number | null {
  if (key === 'ArrowRight') return (index + 1) % count;
  if (key === 'ArrowLeft') return (index - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
}

function Dot() {
  return (
    <>
      <span className="dot" aria-hidden="true" />
      <span className="visually-hidden">（有更新）</span>
    </>
  );
}

export function Tabs({
  tabs,
  value,
  onValueChange,
  label,
  look = 'line',
}: {
  tabs: readonly Tab[];
  value: string;
  onValueChange: (id: string) => void;
  label: string;
  look?: 'line' | 'segments';
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => (look === 'line' ? markScrollEdges(list.current) : undefined), [look]);
  const chosen = Math.max(
    0,
    tabs.findIndex((tab) => tab.id === value),
  );
  const move = (event: KeyboardEvent) => {
    const next = tabAfter(event.key, chosen, tabs.length);
    if (next === null) return;
    event.preventDefault();
    onValueChange(tabs[next]!.id);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  return (
    <div>
      <div
        ref={list}
        role="tablist"
        tabIndex={-1}
        aria-label={label}
        className={look === 'line' ? 'tabs' : 'segments'}
        onKeyDown={move}
      >
        {tabs.map((tab, i) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}-tab`}
            aria-selected={i === chosen}
            aria-controls={`${id}-${tab.id}`}
            tabIndex={i === chosen ? 0 : -1}
            onClick={() => onValueChange(tab.id)}
          >
            {tab.label}
            {tab.dot && <Dot />}
          </button>
        ))}
      </div>
      {tabs.map((tab, i) => (
        <div
          key={tab.id}
          role="tabpanel"
          id={`${id}-${tab.id}`}
          aria-labelledby={`${id}-${tab.id}-tab`}
          hidden={i !== chosen}
          className="pt-6"
        >
          {tab.panel}
        </div>
      ))}
    </div>
  );
}
