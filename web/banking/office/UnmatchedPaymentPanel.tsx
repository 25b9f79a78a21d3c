// Panel for an unmatched payment: assign it to an order or a loan, or return it.
import { useQuery } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { Link } from 'react-router';
import { z } from 'zod';
import { RadioField } from '../../form/choice-fields.tsx';
import { DigitsField } from '../../form/number-fields.tsx';
import { REQUIRED } from '../../form/words.ts';
import type { Draft } from '../../office/deciding/deciding.ts';
import { queryOf } from '../../office/api.ts';
import { DecisionForm } from '../../office/deciding/DecisionForm.tsx';
import type { PanelProps } from '../../office/panel.ts';
import * as paths from '../../office/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { formatMoney } from '../../ui/format.ts';
import { ReceiptCard } from './ReceiptCard.tsx';
import { becauseText, receiptSubjectText } from '#contract/banking/words.ts';

const matchShape: z.ZodRawShape = {
  target: z.enum(['order', 'loan'], { error: REQUIRED }),
  targetId: z.string({ error: REQUIRED }).regex(/^[1-9]\d{0,17}$/, REQUIRED),
};

function draftOf(
  values: Record<string, unknown> & { decision: string },
): Draft<'unmatched_payment'> {
  const { decision, target, targetId, reason } = values;
  const why = typeof reason === 'string' ? { reason } : {};
  if (decision !== 'match') return { decision: 'return', ...why };
  const id = String(targetId);
  return { decision: 'match', ...why, ...(target === 'order' ? { orderId: id } : { loanId: id }) };
}

/** Suggested orders and loans; a click fills the form. */
function Suggestions({ receiptId }: { receiptId: string }) {
  const { setValue } = useFormContext();
  const query = useQuery(queryOf('banking', 'receiptSuggestions', { id: receiptId }));
  const found = query.data?.data ?? [];
  if (found.length === 0) return null;
  return (
    <div className="grid gap-2">
      <p className="font-bold">可能的對象</p>
      <ul className="grid gap-2">
        {found.map((one) => (
          <li key={`${one.type}${one.id}`}>
            <Button
              wide
              className="office-candidate"
              onClick={() => {
                setValue('target', one.type, { shouldValidate: true });
                setValue('targetId', one.id, { shouldValidate: true });
              }}
            >
              <span>
                <span className="block">
                  {receiptSubjectText[one.type]} {one.label}
                </span>
                <span className="block text-sm font-normal">
                  {one.because.map((sign) => becauseText[sign]).join('、')}，尚待{' '}
                  {formatMoney(one.lacking)}
                </span>
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function MatchFields({ receiptId }: { receiptId: string }) {
  return (
    <>
      <Suggestions receiptId={receiptId} />
      <RadioField
        name="target"
        label="記入對象"
        columns={2}
        choices={[
          { value: 'order', title: '出資訂單' },
          { value: 'loan', title: '申貸案' },
        ]}
      />
      <DigitsField
        name="targetId"
        label="訂單或申貸案編號"
        maxDigits={18}
        hint="只填數字，例如訂單 P00000123 填 123"
      />
    </>
  );
}

export function UnmatchedPaymentPanel({ task }: PanelProps<'unmatched_payment'>) {
  const detail = task.detail;
  const { subjectType, subjectId } = detail;
  const isKnown = (subjectType === 'order' || subjectType === 'loan') && subjectId;
  return (
    <div className="office-case">
      <div className="grid gap-5">
        <ReceiptCard detail={detail} />
        {task.status === 'open' && (
          <p>
            <Link
              className="link"
              to={paths.newBookingOf({
                receipt: task.subject.id,
                amount: String(detail.amount ?? 0),
                ...(detail.day && { day: detail.day }),
              })}
            >
              不是客戶的款項：記為公司撥補或存款利息
            </Link>
          </p>
        )}
      </div>
      <DecisionForm
        task={task}
        draftOf={draftOf}
        needs={{
          match: { shape: matchShape, fields: <MatchFields receiptId={task.subject.id} /> },
        }}
        start={
          isKnown ? { decision: 'match', target: subjectType, targetId: String(subjectId) } : {}
        }
      />
    </div>
  );
}
