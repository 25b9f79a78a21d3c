// Keyboard use of the office: ↑ and ↓ move between rows, Enter opens a row, a letter triggers an
// action.
import { useEffect, useRef } from 'react';

/**
 * Returns whether the key was pressed in an input field, where letters and arrow keys must keep
 * their usual effect.
 */
const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);

/** Returns whether the element takes letters; a radio button or a checkbox does not. */
const writes = (target: EventTarget | null) =>
  typing(target) && !(target instanceof HTMLInputElement && /^(radio|checkbox)$/.test(target.type));

/**
 * Returns whether a key was pressed alone, outside fields and dialogs, so that it may trigger an
 * action of the page. A key that is held down triggers it once, because the second press of a key
 * can send a decision.
 */
export const isShortcut = (event: KeyboardEvent) =>
  !event.repeat &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !writes(event.target) &&
  !document.querySelector('dialog[open]');

/**
 * Lets ↑ and ↓ move from row to row, from anywhere on the page; Enter opens the row, as it does for
 * any link.
 */
export function useArrows() {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const move = (event: KeyboardEvent) => {
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      if (step === 0 || typing(event.target) || event.altKey || event.metaKey) return;
      const rows = [...(ref.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
      if (rows.length === 0 || document.querySelector('dialog[open]')) return;
      const at = rows.indexOf(document.activeElement as HTMLElement);
      const next = at < 0 ? rows[0] : rows[Math.min(rows.length - 1, Math.max(0, at + step))];
      event.preventDefault();
      next?.focus();
      next?.scrollIntoView({ block: 'nearest' });
    };
    document.addEventListener('keydown', move);
    return () => document.removeEventListener('keydown', move);
  }, []);
  return ref;
}

/** Binds one letter to one action, anywhere on the page except in a field or dialog. */
export function useLetter(letter: string, act: (() => void) | undefined): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === letter && isShortcut(event)) latest.current?.();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [letter]);
}
