// Lines of a manual journal: account, debit and credit; templates fill in the accounts.
import { Plus, Trash2 } from 'lucide-react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { z } from 'zod';
import { BOOKING_LINES_MAX, type BookingEntry, journalKinds } from '#contract/banking/bookings.ts';
import { journalProblem, journalTemplates } from '#contract/banking/journals.ts';
import { money, type Money, negate } from '#contract/core/money.ts';
import { moneySchema } from '#contract/core/wire.ts';
import { accountName, accounts } from '#contract/ledger/chart.ts';
import { MoneyField } from '../../../form/number-fields.tsx';
import { SelectField } from '../../../form/select-fields.tsx';
import { REQUIRED } from '../../../form/words.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';

export const lineShape = z
  .object({
    account: z.enum(journalKinds, { error: REQUIRED }),
    debit: moneySchema.optional(),
    credit: moneySchema.optional(),
  })
  .refine(({ debit, credit }) => (debit ?? 0) > 0 !== (credit ?? 0) > 0, {
    path: ['debit'],
    message: '借方或貸方擇一填寫',
  });
export type Line = z.output<typeof lineShape>;

export const blankLine = { account: undefined, debit: undefined, credit: undefined };

/** Converts the lines to entries with signed amounts. */
export const entriesOf = (lines: readonly Line[]): (BookingEntry & Pick<Line, 'account'>)[] =>
  lines.map(({ account, debit, credit }) => ({
    account,
    amount: debit ? money(debit) : negate(money(credit ?? 0)),
  }));

/** Requires that the lines balance; `line` is the amount of the bank line, if there is one. */
export const linesShape = (line: Money | null) =>
  z
    .array(lineShape)
    .min(2)
    .max(BOOKING_LINES_MAX)
    .superRefine((lines, context) => {
      const message = journalProblem(entriesOf(lines), line);
      if (message !== null) {
        context.addIssue({ code: 'custom', path: [lines.length - 1, 'credit'], message });
      }
    });

const options = journalKinds.map((value) => ({
  value,
  label: `${accounts[value].code} ${accountName(value)}`,
}));

/** Returns the templates that fit: only a line of the bank moves the trust's bank account. */
const templatesFor = (line: Money | null) =>
  journalTemplates.filter(({ debit, credit }) => {
    if (line === null) return debit !== 'trust_bank' && credit !== 'trust_bank';
    return (line > 0 ? debit : credit) === 'trust_bank';
  });

/** First lines of a journal, of which one has the amount of the bank line, if there is one. */
export const startLines = (line: Money | null): (typeof blankLine | Line)[] =>
  line === null
    ? [blankLine, blankLine]
    : [
        {
          account: 'trust_bank',
          debit: line > 0 ? line : undefined,
          credit: line < 0 ? negate(line) : undefined,
        },
        blankLine,
      ];

export function JournalLines({ line }: { line: Money | null }) {
  const { control, setValue } = useFormContext();
  const { fields, append, remove } = useFieldArray({ control, name: 'lines' });
  const amount = line === null ? undefined : money(Math.abs(line));
  const use = ({ debit, credit }: (typeof journalTemplates)[number]) =>
    setValue('lines', [
      { account: debit, debit: amount, credit: undefined },
      { account: credit, debit: undefined, credit: amount },
    ]);
  const templates = templatesFor(line);
  return (
    <fieldset className="grid gap-5">
      <legend className="mb-2 font-bold">分錄</legend>
      {templates.length > 0 && (
        <div className="chips" role="group" aria-label="範本">
          {templates.map((one) => (
            <button key={one.text} type="button" className="chip" onClick={() => use(one)}>
              {one.text}
            </button>
          ))}
        </div>
      )}
      <ol className="grid gap-5">
        {fields.map(({ id }, at) => (
          <li key={id} className="grid gap-3 border-b border-line pb-8">
            <div className="flex min-h-11 items-center justify-between">
              <p className="font-bold">第 {at + 1} 行</p>
              {fields.length > 2 && (
                <IconButton label={`移除第 ${at + 1} 行`} onClick={() => remove(at)}>
                  <Trash2 size={18} aria-hidden="true" />
                </IconButton>
              )}
            </div>
            <SelectField name={`lines.${at}.account`} label="會計項目" options={options} />
            <div className="grid gap-4 md:grid-cols-2">
              <MoneyField name={`lines.${at}.debit`} label="借方金額" optional />
              <MoneyField name={`lines.${at}.credit`} label="貸方金額" optional />
            </div>
          </li>
        ))}
      </ol>
      {fields.length < BOOKING_LINES_MAX && (
        <div>
          <Button icon={<Plus size={18} aria-hidden="true" />} onClick={() => append(blankLine)}>
            新增一行
          </Button>
        </div>
      )}
    </fieldset>
  );
}
