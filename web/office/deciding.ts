// Sending a decision, and the words for whatever may come back instead.
import { useQueryClient } from '@tanstack/react-query';
import type { Decision, Task } from '#contract/tasks.ts';
import { ApiFailure } from '../api.ts';
import { atField } from '../form/at-field.ts';
import { toast } from '../ui/toasts.tsx';
import { api, asked } from './api.ts';
import { decidedText } from './task-words.ts';

export type Draft = Omit<Decision, 'id'>;

const missingText: Record<string, string> = {
  VERIFICATION: '申請人的身分驗證尚未通過',
  FINANCIAL_STATEMENT: '申請人的財力證明尚未通過審核',
};

/** Refusals that concern one field of a decision. */
const fieldOf = {
  AMOUNT_OUT_OF_PLAN: 'amount',
  RATE_OUT_OF_PLAN: 'annualRate',
  INSTALMENT_NOT_OFFERED: 'installments',
  ORDER_NOT_FOUND: 'targetId',
  LOAN_NOT_FOUND: 'targetId',
  ORDER_STATUS: 'targetId',
};

/** Fields that a form asks for under another name. */
const askedAs: Record<string, string> = { orderId: 'targetId', loanId: 'targetId' };

/** What a refused decision lacks, in words, where the server names something no form shows. */
function withWords(error: unknown, shown: ReadonlySet<string>): unknown {
  if (!(error instanceof ApiFailure)) return error;
  const { status, code, requestId, data, message } = error;
  const fields = Object.fromEntries(
    Object.entries(error.fields).map(([name, text]) => {
      const own = askedAs[name];
      return [own && shown.has(own) ? own : name, text];
    }),
  );
  const told = { code: code as 'DECISION_INVALID', ...(requestId && { requestId }) };
  const missing = Array.isArray(data['missing']) ? data['missing'].map(String) : [];
  const hidden = Object.entries(fields).filter(([name]) => !shown.has(name));
  const said = [
    ...missing.map((one) => missingText[one] ?? one),
    ...hidden.map(([, text]) => text),
  ];
  if (said.length === 0) {
    const name = fieldOf[code as keyof typeof fieldOf];
    if (name && shown.has(name)) return atField(error, fieldOf);
    return new ApiFailure(status, { ...told, message, data: { ...data }, fields });
  }
  return new ApiFailure(status, { ...told, message: said.join('；') });
}

/**
 * `decide(draft, key, shown)` sends a decision; `shown` are the fields the form has. Throws what
 * the form is to show; a task that is done meanwhile is read again.
 */
export function useDecide(task: Pick<Task, 'id' | 'kind'>) {
  const client = useQueryClient();
  return async (draft: Draft, idempotencyKey: string, shown: ReadonlySet<string>) => {
    try {
      const { data } = await api.tasks.decideTask({ id: task.id, ...draft }, { idempotencyKey });
      await client.invalidateQueries({ queryKey: ['tasks'] });
      toast(`${data.subject.label} ${decidedText(data.kind, data.decision)}`);
    } catch (error) {
      if (error instanceof ApiFailure && error.code === 'TASK_DONE') {
        await client.invalidateQueries({ queryKey: ['tasks'] });
        const read = asked('tasks', 'getTask', { id: task.id });
        const checker = client.getQueryData(read.queryKey)?.data.checker;
        const told = checker ? `此案件剛被 ${checker} 處理` : error.message;
        toast(told, { tone: 'info' });
      }
      throw withWords(error, shown);
    }
  };
}
