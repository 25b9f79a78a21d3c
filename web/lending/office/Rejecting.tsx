// Rejecting an application: a reason from the list, the reviewer's own words, and the text that the
// borrower will read.
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { optionalText } from '#contract/core/wire.ts';
import { rejectionWords, rejectReasonOf, rejectReasons } from '#contract/lending/loan-review.ts';
import { SelectField, TextAreaField } from '../../form/select-fields.tsx';
import { REQUIRED } from '../../form/words.ts';
import { Alert } from '../../ui/display/Alert.tsx';

const NOTE_MAX = 300;

export const rejectShape: z.ZodRawShape = {
  reasonCode: z.string({ error: REQUIRED }).min(1, REQUIRED),
  note: optionalText(NOTE_MAX),
};

/**
 * Returns the reason as it is sent and shown: the text from the list, then the reviewer's own
 * words.
 */
export function rejectReasonText(code: unknown, note: unknown): string {
  const { text = '' } = rejectReasonOf(typeof code === 'string' ? code : null) ?? {};
  const own = typeof note === 'string' ? note.trim() : '';
  return own ? `${text}（${own}）` : text;
}

function Preview({ caseNo, reapplyOn }: { caseNo: string; reapplyOn: string }) {
  const [code, note] = useWatch({ name: ['reasonCode', 'note'] });
  const listed = rejectReasonOf(typeof code === 'string' ? code : null);
  if (!listed) return null;
  return (
    <Alert title="申請人會看到">
      {rejectionWords({
        caseNo,
        reason: rejectReasonText(code, note),
        advice: listed.advice,
        reapplyOn,
      })}
    </Alert>
  );
}

export function RejectFields({ caseNo, reapplyOn }: { caseNo: string; reapplyOn: string }) {
  return (
    <>
      <SelectField
        name="reasonCode"
        label="原因"
        options={rejectReasons.map(({ code, text }) => ({ value: code, label: text }))}
      />
      <TextAreaField
        name="note"
        label="補充說明"
        optional
        limit={NOTE_MAX}
        hint="會原文通知申請人，請用對方能理解的說法"
      />
      <div role="status">
        <Preview caseNo={caseNo} reapplyOn={reapplyOn} />
      </div>
    </>
  );
}
