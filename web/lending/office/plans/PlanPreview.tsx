// Preview of a version as the public page would show it, saved or not.
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { planVersionSchema } from '#contract/lending/plans.ts';
import type { Plan } from '#contract/lending/calls.ts';
import { ReadingPane } from '../../../office/editing/ReadingPane.tsx';
import { api } from '../../../office/api.ts';
import { useAct } from '../../../use-act.ts';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import type { RefundFee } from '../../plans/PlanFees.tsx';
import { PlanHead, PlanText } from '../../plans/PlanText.tsx';
import '../../plans/plans.css';

type Seen = { plan: Plan; refund: RefundFee };

/** Heading and text of the public page, one below the other. */
export function PlanSight({ plan, refund }: Seen) {
  return (
    <div className="grid gap-8">
      <PlanHead plan={plan} level={2} />
      <PlanText plan={plan} refund={refund} />
    </div>
  );
}

export function PlanPreviewButton() {
  const { getValues, trigger } = useFormContext();
  const [seen, setSeen] = useState<Seen | null>(null);
  const [open, setOpen] = useState(false);
  const [incomplete, setIncomplete] = useState('');
  const act = useAct(async (plan: z.output<typeof planVersionSchema>) => {
    setSeen((await api.lending.previewPlan(plan)).data);
    setOpen(true);
  });
  const look = async () => {
    setIncomplete('');
    act.clear();
    const checked = planVersionSchema.safeParse(getValues());
    if (checked.success) return void act.run(checked.data);
    await trigger();
    setIncomplete('請先修正標示的欄位，再預覽');
  };
  const problem = incomplete || act.problem;
  return (
    <>
      <Button wide busy={act.busy} busyLabel="準備中……" onClick={() => void look()}>
        預覽公開頁面
      </Button>
      {problem && <Alert tone="danger" live title={problem} />}
      {createPortal(
        <Dialog open={open} onClose={() => setOpen(false)} title="預覽" size="lg">
          {seen && (
            <ReadingPane label="預覽內容">
              <PlanSight {...seen} />
            </ReadingPane>
          )}
        </Dialog>,
        document.body,
      )}
    </>
  );
}
