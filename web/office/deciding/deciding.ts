// Sends a decision, and provides the texts for every possible failure.
import { useQueryClient } from '@tanstack/react-query';
import { missingText } from '#contract/lending/qualification-words.ts';
import { useNavigate } from 'react-router';
import type { Task } from '#contract/tasks/calls.ts';
import type { SentDecision, SentDecisionOf } from '#contract/tasks/decisions.ts';
import { decisionsOpeningNext, type TaskKind } from '#contract/tasks/kinds.ts';
import { ApiFailure } from '../../api.ts';
import { atField } from '../../form/at-field.ts';
import { toast } from '../../ui/overlay/toasts.tsx';
import { api } from '../api.ts';
import { heldText, takenAfter } from '../kit/held.ts';
import * as paths from '../paths.ts';

/** A decision on a task of one kind, before it is sent. */
export type Draft<K extends TaskKind> = SentDecisionOf<K>;

/** A decision with the answers to the flags of its task, if it has any. */
type Answered<K extends TaskKind> = Draft<K> & Pick<SentDecision, 'answers'>;

/** Refusals that concern one field of a decision. */
const fieldOf = {
  AMOUNT_OUT_OF_PLAN: 'amount',
  RATE_OUT_OF_PLAN: 'annualRate',
  INSTALMENT_NOT_OFFERED: 'installments',
  ORDER_NOT_FOUND: 'number',
  LOAN_NOT_FOUND: 'number',
  ORDER_STATUS: 'number',
};

/** Fields of a decision that forms show under another name. */
const fieldNames: Record<string, string> = { orderId: 'number', loanId: 'number' };

/**
 * If the server names a field that the form does not show, adds to the error a text that says what
 * the decision lacks.
 */
function withWords(error: unknown, shown: ReadonlySet<string>): unknown {
  if (!(error instanceof ApiFailure)) return error;
  const { status, code, requestId, data, message } = error;
  const fields = Object.fromEntries(
    Object.entries(error.fields).map(([name, text]) => {
      const own = fieldNames[name];
      return [own && shown.has(own) ? own : name, text];
    }),
  );
  const told = { code: code as 'DECISION_INVALID', ...(requestId && { requestId }) };
  const missing = Array.isArray(data['missing']) ? data['missing'].map(String) : [];
  const hidden = Object.entries(fields).filter(([name]) => !shown.has(name));
  const said = [
    ...missing.map((one) => (missingText as Record<string, string>)[one] ?? one),
    ...hidden.map(([, text]) => text),
  ];
  if (said.length === 0) {
    const name = fieldOf[code as keyof typeof fieldOf];
    if (name && shown.has(name)) return atField(error, fieldOf);
    return new ApiFailure(status, { ...told, message, data: { ...data }, fields });
  }
  return new ApiFailure(status, { ...told, message: said.join('；') });
}

/** Returns the text for a task that a colleague decided first; null for any other failure. */
export function decidedByOtherText(error: unknown): string | null {
  if (!(error instanceof ApiFailure)) return null;
  const who = typeof error.data['who'] === 'string' ? error.data['who'] : null;
  if (error.code === 'TASK_DONE') return who ? `此案件剛被 ${who} 處理` : error.message;
  if (error.code === 'TASK_TAKEN') return who ? `此案件由 ${who} 處理中` : error.message;
  return null;
}

/**
 * Returns `decide(draft, key, shown)`, which sends a decision; `shown` are the fields of the form.
 * Throws errors that the form must show; if somebody else has decided the task meanwhile, the task
 * is loaded again. The server holds the decision for some seconds, in which it can be taken back.
 */
export function useDecide<K extends TaskKind>(task: Task & { kind: K }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { id, kind, subject } = task;
  const goOn = async () => {
    const next = (await api.tasks.nextTask({ kind })).data;
    if (next) takenAfter.set(id, next.id);
    await navigate(next ? paths.task(next.id) : paths.inbox({ kind }));
  };
  return async (draft: Answered<K>, idempotencyKey: string, shown: ReadonlySet<string>) => {
    try {
      // The call's input type contains the fields of all kinds of task, so the decision of any kind
      // fits.
      const decision: SentDecision = { id, ...draft };
      const { data } = await api.tasks.decideTask(
        { ...decision, undoable: true },
        { idempotencyKey },
      );
      if (data.held === null) {
        // A decision with a serious flag leaves the task open for another person.
        const toAnother = data.status === 'open';
        toast(`${subject.label} ${heldText(kind, { decision: draft.decision, toAnother })}`);
      }
      if (decisionsOpeningNext[kind].includes(draft.decision)) await goOn();
      await client.invalidateQueries({ queryKey: ['tasks'] });
    } catch (error) {
      const overtaken = decidedByOtherText(error);
      if (overtaken) {
        await client.invalidateQueries({ queryKey: ['tasks'] });
        toast(overtaken, { tone: 'info' });
      }
      // A warning that appeared meanwhile is shown, so that it can be answered.
      if (error instanceof ApiFailure && error.code === 'FLAGS_UNANSWERED') {
        await client.invalidateQueries({ queryKey: ['tasks'] });
      }
      throw withWords(error, shown);
    }
  };
}
