// An approved plan version that takes effect later: what will change, and recalling it.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { plansOffice, type PlanVersion } from '#contract/lending/plans.ts';
import { Link } from '../../../office/links/Link.tsx';
import { TextAreaField } from '../../../form/select-fields.tsx';
import { Form, SubmitButton, useZodForm } from '../../../form/Form.tsx';
import { api, queryOf } from '../../../office/api.ts';
import * as paths from '../../../office/paths.ts';
import { Alert } from '../../../ui/display/Alert.tsx';
import { DateText } from '../../../ui/display/Amount.tsx';
import { Button } from '../../../ui/Button.tsx';
import { dayIn } from '../../../ui/clock.ts';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { toast } from '../../../ui/overlay/toasts.tsx';
import type { FullPlan } from './plan.ts';

const schema = plansOffice.recallPlan.input.pick({ reason: true });

function RecallForm({ plan, version, onDone }: Props & { onDone: () => void }) {
  const form = useZodForm(schema);
  const client = useQueryClient();
  const { number } = version;
  return (
    <Form
      form={form}
      label={`撤回第 ${number} 版`}
      onSubmit={async ({ reason }, { idempotencyKey }) => {
        const input = { id: plan.id, number, reason };
        const answer = await api.lending.recallPlan(input, { idempotencyKey });
        const { queryKey } = queryOf('lending', 'getPlan', { id: plan.id });
        client.setQueryData(queryKey, answer);
        void client.invalidateQueries({ queryKey: ['tasks'] });
        toast('已送交另一位同仁覆核');
        onDone();
      }}
    >
      <p>
        另一位同仁須在生效日的前一天結束前同意。同意後這一版不生效，現行內容不變，紀錄仍保留；未及同意則照原定日期生效。
      </p>
      <TextAreaField name="reason" label="原因" limit={500} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onDone}>返回</Button>
        <SubmitButton look="danger">送交覆核</SubmitButton>
      </div>
    </Form>
  );
}

type Props = { plan: FullPlan; version: PlanVersion };

/** A recall was requested; it must be approved before the version takes effect. */
function RecallNotice({ version }: { version: PlanVersion }) {
  const { number, effectiveOn, recall } = version;
  if (!recall) return null;
  return (
    <Alert tone="warn" title={`第 ${number} 版的撤回等待另一位同仁覆核`}>
      <p>
        由 {recall.by ?? '同仁'} 於 <DateText at={recall.at} /> 提出：{recall.reason}
      </p>
      <p className="mt-2">
        未在 <DateText at={effectiveOn} /> 前覆核，這一版照原定日期生效。
      </p>
      <p className="mt-2">
        <Link className="link" to={paths.inbox({ kind: 'plan_recall' })}>
          到待辦覆核
        </Link>
      </p>
    </Alert>
  );
}

export function ComingVersion({ plan, version, mayRecall }: Props & { mayRecall: boolean }) {
  const [open, setOpen] = useState(false);
  const { number, effectiveOn, recall } = version;
  if (recall) return <RecallNotice version={version} />;
  const isLate = effectiveOn <= dayIn();
  return (
    <Alert title={`第 ${number} 版已核准，尚未生效`}>
      <p>
        <DateText at={effectiveOn} weekday /> 起的新申請適用這一版；之前的申請與核准條件不變。
      </p>
      {mayRecall && !isLate && (
        <p className="mt-3">
          <Button size="sm" onClick={() => setOpen(true)}>
            撤回第 {number} 版
          </Button>
        </p>
      )}
      {createPortal(
        <Dialog open={open} onClose={() => setOpen(false)} title={`撤回第 ${number} 版`}>
          {open && <RecallForm plan={plan} version={version} onDone={() => setOpen(false)} />}
        </Dialog>,
        document.body,
      )}
    </Alert>
  );
}
