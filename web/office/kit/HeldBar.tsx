// Bar at the bottom of the page while decisions can be taken back: what was decided, the time left,
// and the button to take it back.
import { useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { decidedText } from '#contract/tasks/words.ts';
import { Button } from '../../ui/Button.tsx';
import { announce, toast } from '../../ui/overlay/toasts.tsx';
import { useAct } from '../../use-act.ts';
import { api } from '../api.ts';
import { useGiveBack } from '../deciding/at-desk.ts';
import { useLetter } from '../keyboard.ts';
import * as paths from '../paths.ts';
import { useBottomBar } from './bars/bottom-bars.ts';
import {
  type HeldDecision,
  heldText,
  LEFT_TO_ANOTHER,
  takenAfter,
  useHeldDecisions,
} from './held.ts';

/** Decisions shown at once; the others are counted. */
const ROWS_MAX = 3;

function Seconds({ until }: { until: number }) {
  const [left, setLeft] = useState(() => until - Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setLeft(until - Date.now()), 250);
    return () => window.clearInterval(timer);
  }, [until]);
  const seconds = Math.ceil(left / 1000);
  return (
    <span className="num ms-3 text-ink-3 text-sm" aria-hidden="true">
      {seconds > 0 ? `${seconds} 秒後生效` : '生效中'}
    </span>
  );
}

/** Says what became of a decision that no longer waits. */
async function tell({ task }: HeldDecision, failure: string | null, open: () => void) {
  const { id, kind, label } = task;
  if (failure !== null) {
    const action = { label: '開啟', run: open };
    toast(`「${label}」的決定未生效：${failure}`, { tone: 'danger', action });
    return;
  }
  // It may have been taken back in another window.
  const { data } = await api.tasks.getTask({ id });
  const isOpen = data.status === 'open' && !data.isMaker;
  if (isOpen) toast(`${label} 決定已復原`, { tone: 'info' });
  else toast(`${label} ${data.isMaker ? LEFT_TO_ANOTHER : decidedText(kind, data.decision)}`);
}

/** A decision that has not taken effect, with the seconds that are left and the way back. */
function Waiting({
  held,
  readAt,
  busy,
  onUndo,
}: {
  held: HeldDecision;
  readAt: number;
  busy: boolean;
  onUndo: () => void;
}) {
  return (
    <div className="flex flex-wrap gap-x-5 gap-y-2 items-center justify-between">
      <p>
        <strong>{held.task.label}</strong> {heldText(held.task.kind, held)}
        <Seconds key={readAt} until={readAt + held.seconds * 1_000} />
      </p>
      <Button
        size="sm"
        icon={<Undo2 size={18} aria-hidden="true" />}
        busy={busy}
        busyLabel="復原中……"
        onClick={onUndo}
      >
        復原
      </Button>
    </div>
  );
}

export function UndoBar() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const giveBack = useGiveBack();
  const undone = useRef(new Set<string>());
  const { waiting, readAt } = useHeldDecisions((held, failure) => {
    if (undone.current.delete(held.task.id)) return;
    takenAfter.delete(held.task.id);
    void tell(held, failure, () => void navigate(paths.task(held.task.id))).catch(() => {});
  });
  const [newest] = waiting;
  const said =
    newest &&
    `${newest.task.label} ${heldText(newest.task.kind, newest)}，10 秒後生效，可按 Z 復原`;
  useEffect(() => {
    if (said) announce(said);
  }, [said]);
  const { busy, run: undo } = useAct(
    async ({ task: { id } }: HeldDecision) => {
      undone.current.add(id);
      try {
        await api.tasks.takeBackDecision({ id });
      } catch (error) {
        undone.current.delete(id);
        await client.invalidateQueries({ queryKey: ['tasks'] });
        throw error;
      }
      await client.invalidateQueries({ queryKey: ['tasks'] });
      toast('已復原，決定沒有生效', { tone: 'info' });
      await navigate(paths.task(id));
      const next = takenAfter.get(id);
      if (next !== undefined) giveBack(next);
      takenAfter.delete(id);
    },
    { toasted: 'danger' },
  );
  const bar = useBottomBar('held');
  useLetter('z', newest ? () => void undo(newest) : undefined);
  if (!newest) return null;
  return (
    // The space below the bar belongs to it, so that what ends above it does not touch it.
    <div
      ref={bar}
      className="no-print pointer-events-none fixed z-60 right-4 bottom-[var(--decision-bar,0px)]
        left-4 pb-4"
    >
      <section
        className="pointer-events-auto grid gap-2 max-w-[44rem] mx-auto px-4 py-3 border
        border-primary rounded-card bg-card shadow-2"
        aria-label="尚未生效的決定"
      >
        {waiting.slice(0, ROWS_MAX).map((held) => (
          <Waiting key={held.task.id} {...{ held, readAt, busy }} onUndo={() => void undo(held)} />
        ))}
        {waiting.length > ROWS_MAX && (
          <p className="text-sm text-ink-2">另有 {waiting.length - ROWS_MAX} 件即將生效</p>
        )}
      </section>
    </div>
  );
}
