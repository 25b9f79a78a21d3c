// Bar at the bottom of the page while a decision can be undone: the decision, the time left, and
// the button to undo it.
import { Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../ui/Button.tsx';
import { announce, toast } from '../../ui/overlay/toasts.tsx';
import { useGiveBack } from '../deciding/at-desk.ts';
import { sendDelayed, undoDelayed, useDelayed } from './held.ts';
import { useLetter } from '../keyboard.ts';
import * as paths from '../paths.ts';

function Seconds({ until }: { until: number }) {
  const [left, setLeft] = useState(() => until - performance.now());
  useEffect(() => {
    const timer = window.setInterval(() => setLeft(until - performance.now()), 250);
    return () => window.clearInterval(timer);
  }, [until]);
  return (
    <span className="num ms-3 text-ink-3 text-sm" aria-hidden="true">
      {Math.max(0, Math.ceil(left / 1000))} 秒後送出
    </span>
  );
}

export function UndoBar() {
  const held = useDelayed();
  const navigate = useNavigate();
  const giveBack = useGiveBack();
  const said = held && `${held.task.subject.label} ${held.text}，10 秒後送出，可按 Z 復原`;
  useEffect(() => {
    if (said) announce(said);
  }, [said]);
  const undo = () => {
    const undone = undoDelayed();
    if (!undone) return;
    toast('已復原，決定沒有送出', { tone: 'info' });
    void navigate(paths.task(undone.task.id));
    if (undone.next !== null) giveBack(undone.next);
  };
  useLetter('z', held ? undo : undefined);
  if (!held) return null;
  return (
    <section
      className="no-print fixed z-60 right-4 bottom-4 left-4 flex flex-wrap gap-x-5 gap-y-2
        items-center justify-between max-w-[44rem] mx-auto px-4 py-3 border border-primary
        rounded-card bg-card shadow-2"
      aria-label="尚未送出的決定"
    >
      <p>
        <strong>{held.task.subject.label}</strong> {held.text}
        <Seconds key={held.until} until={held.until} />
      </p>
      <div className="flex gap-2">
        <Button size="sm" icon={<Undo2 size={18} aria-hidden="true" />} onClick={undo}>
          復原
        </Button>
        <Button size="sm" look="quiet" onClick={() => void sendDelayed()}>
          立即送出
        </Button>
      </div>
    </section>
  );
}
