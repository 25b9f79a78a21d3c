// Card that moves the demonstration's business date forward and runs the jobs of each day.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '../use-act.ts';
import { Button } from '../ui/Button.tsx';
import { Card, CardHead } from '../ui/display/Card.tsx';
import { dayIn, useNow } from '../ui/clock.ts';
import { formatDayWithWeekday } from '../ui/format.ts';
import { toast } from '../ui/overlay/toasts.tsx';
import { deferredApi } from '../site/kit/deferred-calls.ts';

const steps = [
  [1, '前進 1 天'],
  [7, '前進 7 天'],
  [30, '前進 30 天'],
] as const;

export function CalendarCard() {
  const [advancing, setAdvancing] = useState(0);
  const [today, setToday] = useState<string | null>(null);
  const now = useNow();
  const queries = useQueryClient();
  const { busy, run: advance } = useAct(
    async (advanceDays: number) => {
      setAdvancing(advanceDays);
      const { data } = await deferredApi.demonstration.advanceClock({ advanceDays });
      setToday(data.today);
      await queries.invalidateQueries();
      toast(`營業日已到 ${formatDayWithWeekday(data.today)}`);
    },
    { toasted: 'danger' },
  );
  return (
    <Card as="section">
      <CardHead title="營業日" />
      <p className="num text-2xl font-bold" aria-live="polite">
        {now > 0 && formatDayWithWeekday(today ?? dayIn(now))}
      </p>
      <p className="mt-1 text-sm text-ink-3">
        每前進一天都會執行當天的排程：提醒、入帳、逾期、撥付。日期只能往前。
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        {steps.map(([days, text]) => (
          <Button
            key={days}
            busy={busy && days === advancing}
            busyLabel="執行中……"
            onClick={() => void advance(days)}
          >
            {text}
          </Button>
        ))}
      </div>
    </Card>
  );
}
