// Toasts: short messages at the page's edge, which screen readers read out because of one
// permanently mounted live region. They are written for this app because Sonner inserts a <style>
// element, which the content security policy forbids.
import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { useSyncExternalStore } from 'react';

type ToastTone = 'ok' | 'info' | 'danger';
type Toast = {
  id: number;
  text: string;
  tone: ToastTone;
  action?: { label: string; run: () => void } | undefined;
};

let toasts: readonly Toast[] = [];
let spoken = '';
let last = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listen of listeners) listen();
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function dismiss(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

/**
 * Shows `text` (without full stop) for 6 s, or 10 s if there is an action such as 「復原」; at most
 * three toasts at once. Errors that a user must react to belong on the page instead.
 */
export function toast(
  text: string,
  { tone = 'ok', action }: { tone?: ToastTone; action?: Toast['action'] } = {},
): number {
  last += 1;
  const id = last;
  spoken = text;
  change([...toasts.slice(-2), { id, text, tone, action }]);
  setTimeout(() => dismiss(id), action ? 10_000 : 6000);
  return id;
}

/** Has screen readers read a text out without showing it, such as a number of results. */
export function announce(text: string): void {
  spoken = text;
  change([...toasts]);
}

const none: readonly Toast[] = [];
const icons = { ok: CircleCheck, info: Info, danger: CircleAlert };

const landmark = { role: 'region', 'aria-label': '最新訊息' };

/** Must be mounted once, in the layout. */
export function Toasts() {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => none,
  );
  return (
    <>
      <div className="visually-hidden" role="status" aria-live="polite">
        {shown === none ? '' : spoken}
      </div>
      <div className="toasts" {...(shown.length > 0 && landmark)}>
        {shown.map(({ id, text, tone, action }) => {
          const Icon = icons[tone];
          return (
            <div key={id} className="toast" data-tone={tone}>
              <Icon size={20} aria-hidden="true" />
              <span>{text}</span>
              <button
                type="button"
                onClick={() => {
                  action?.run();
                  dismiss(id);
                }}
              >
                {action?.label ?? '關閉'}
              </button>
            </div>
          );
        })}
      </div>
    </>
  );
}
