// Drawer with the help of the current page, opened by `?` or a button: what the page is for, what
// one can do there and who may, its keys, and its entry in the runbook.
import { CircleHelp } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { IconButton } from '../../ui/Button.tsx';
import { Drawer } from '../../ui/overlay/Dialog.tsx';
import { useLetter } from '../keyboard.ts';
import { commonKeys, helpAt, type Help, type HelpKey } from './help.ts';

function Keys({ keys }: { keys: readonly HelpKey[] }) {
  return (
    <dl className="grid">
      {keys.map(([pressed, does]) => (
        <div className="grid grid-cols-[6rem_minmax(0,1fr)] gap-3 py-1.5" key={does}>
          <dt>
            {pressed.map((key) => (
              <kbd
                className="me-1 px-2 py-px border border-line rounded-[5px] bg-sunken
                  font-[inherit]"
                key={key}
              >
                {key}
              </kbd>
            ))}
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  );
}

function OfPage({ help }: { help: Help }) {
  return (
    <>
      <p>{help.purpose}</p>
      <section className="grid gap-2">
        <h3 className="text-base">可以做什麼</h3>
        <ul className="grid gap-3">
          {help.acts.map(([does, who]) => (
            <li key={does}>
              {does}
              <span className="block text-sm text-ink-3">{who}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

/** The drawer; `useHelp` opens it. */
export function HelpDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const help = helpAt(useLocation().pathname);
  return (
    <Drawer open={open} onClose={onClose} title="使用幫助">
      {/* It may be longer than the window, so it takes the focus and can be scrolled by keys. */}
      <div
        role="region"
        aria-label="說明內容"
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="grid gap-5 content-start pb-4"
      >
        {help && <OfPage help={help} />}
        <section className="grid gap-1">
          <h3 className="text-base">鍵盤操作</h3>
          <Keys keys={[...(help?.keys ?? []), ...commonKeys]} />
        </section>
        {help?.runbook && (
          <p className="text-sm text-ink-2">
            出狀況時請依維運手冊處理：
            <code className="block">docs/runbook.md#{help.runbook}</code>
          </p>
        )}
      </div>
    </Drawer>
  );
}

export function useHelp() {
  const [open, setOpen] = useState(false);
  useLetter('?', () => setOpen(true));
  return { open, show: () => setOpen(true), close: () => setOpen(false) };
}

export function HelpButton({ onHelp }: { onHelp: () => void }) {
  return (
    <IconButton label="使用幫助" onClick={onHelp}>
      <CircleHelp size={20} aria-hidden="true" />
    </IconButton>
  );
}
