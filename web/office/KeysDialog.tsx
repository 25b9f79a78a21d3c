// Dialog, opened by `?`, that lists the office's keyboard shortcuts.
import { useState } from 'react';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { useLetter } from './keyboard.ts';

const keys: [keys: string[], does: string][] = [
  [['Ctrl', 'K'], '搜尋（Mac 為 ⌘ K）'],
  [['↑', '↓'], '在列表或核對項目間移動'],
  [['Enter'], '開啟選取的案件'],
  [['N'], '取得下一件'],
  [['Y'], '核對為「相符」'],
  [['X'], '核對為「不符」'],
  [['A'], '核對完畢後通過；其他工作選擇「核准」，再按 Enter 送出'],
  [['R'], '要求補件、退回、婉拒'],
  [['Z'], '復原尚未送出的決定'],
  [['?'], '顯示這份說明'],
];

export function KeysDialog() {
  const [open, setOpen] = useState(false);
  useLetter('?', () => setOpen(true));
  return (
    <Dialog open={open} onClose={() => setOpen(false)} title="鍵盤操作">
      <dl className="grid">
        {keys.map(([pressed, does]) => (
          <div className="grid grid-cols-[8rem_minmax(0,1fr)] gap-3 py-2" key={does}>
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
    </Dialog>
  );
}
