// Gives tasks priority or takes it away; the reason is shown with the tasks and in the audit log.
import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { TextField } from '../../form/fields.tsx';
import { RadioField } from '../../form/choice-fields.tsx';
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import { REQUIRED } from '../../form/words.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';
import { api } from '../api.ts';
import { outcomeWords } from './left-words.ts';

const schema = z.object({
  priority: z.enum(['high', 'normal'], REQUIRED),
  reason: z.string().trim().min(1, REQUIRED).min(2, '請再說明清楚一些').max(200),
});

function TheForm({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const client = useQueryClient();
  const form = useZodForm(schema, { priority: 'high', reason: '' });
  return (
    <Form
      form={form}
      label="優先順序"
      onSubmit={async (values, { idempotencyKey }) => {
        const ask = { ...values, ids: [...ids] };
        const { data } = await api.tasks.setTaskPriority(ask, { idempotencyKey });
        await client.invalidateQueries({ queryKey: ['tasks'] });
        toast(outcomeWords(data, '調整'));
        onClose();
      }}
    >
      <RadioField
        name="priority"
        label="優先順序"
        choices={[
          { value: 'high', title: '急件', about: '「取得下一件」時排在其他案件之前' },
          { value: 'normal', title: '一般', about: '依期限先後' },
        ]}
      />
      <TextField name="reason" label="原因" maxLength={200} hint="同仁會看到，並記入稽核紀錄" />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>取消</Button>
        <SubmitButton>套用</SubmitButton>
      </div>
    </Form>
  );
}

type Props = { ids: readonly string[]; open: boolean; onClose: () => void };

export function PriorityDialog({ ids, open, onClose }: Props) {
  const title = ids.length > 1 ? `調整 ${ids.length} 件的優先順序` : '調整優先順序';
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <TheForm ids={ids} onClose={onClose} />
    </Dialog>
  );
}
