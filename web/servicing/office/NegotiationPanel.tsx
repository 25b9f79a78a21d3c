// Drafting new terms with a live calculation of their effect, and approving them.
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { addDays, day, isDay } from '#contract/core/day.ts';
import { bpsOfPercent, sum } from '#contract/core/money.ts';
import {
  EXTRA_INSTALMENTS,
  figuresOf,
  firstDueBounds,
  GRACE_MONTHS_MAX,
  renegotiate,
  termProblems,
  type NegotiationTerms,
} from '#contract/servicing/negotiation.ts';
import type { NegotiationDetail } from '#contract/servicing/tasks.ts';
import { DateField } from '../../form/DateField.tsx';
import { TextField } from '../../form/fields.tsx';
import { SelectField } from '../../form/select-fields.tsx';
import { REQUIRED } from '../../form/words.ts';
import type { Draft } from '../../office/deciding/deciding.ts';
import { DecisionForm } from '../../office/deciding/DecisionForm.tsx';
import { Papers } from '../../office/kit/Papers.tsx';
import type { PanelProps } from '../../office/panel.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import { Card, CardHead, type Fact, Facts } from '../../ui/display/Card.tsx';
import { formatMoney, formatPercent } from '../../ui/format.ts';
import { DebtTable, NewSchedule, PlanTable } from '../PlanTable.tsx';

/** The detail of a task while the terms of the loan are being negotiated. */
type Whole = NegotiationDetail &
  Required<Pick<NegotiationDetail, 'owed' | 'bounds' | 'before' | 'on'>>;

const RATE = /^\d{1,2}(\.\d{1,2})?$/;
/** Default for the first due date: a month ahead, which most borrowers request. */
const FIRST_DUE_DAYS = 30;
const percents = [0, 25, 50, 75, 100];
const percentOptions = percents.map((n) => ({
  value: String(n),
  label: n === 0 ? '不免除' : `${n} %`,
}));

function BorrowerRequest({ of, task }: { of: NegotiationDetail; task: string }) {
  const { request, papers = [], owed, on } = of;
  return (
    <>
      <Card as="section">
        <CardHead title="借款人的申請" />
        {request ? (
          <Facts
            facts={[
              { name: '原因', value: request.reason },
              { name: '希望', value: request.wish },
              { name: '每月可負擔', value: <Money amount={request.affordable} /> },
              { name: '申請時間', value: <DateText at={request.requestedAt} /> },
              ...(request.note ? [{ name: '說明', value: request.note }] : []),
            ]}
          />
        ) : (
          <p className="text-ink-3">借款人沒有提出申請，由出資人投票進入協商</p>
        )}
      </Card>
      {owed && on && (
        <Card as="section">
          <CardHead title="積欠款項">
            <span className="text-sm text-ink-3">
              截至 <DateText at={on} />
            </span>
          </CardHead>
          <Facts
            align="end"
            facts={[
              { name: '未還本金', value: <Money amount={owed.principal} /> },
              { name: '積欠利息', value: <Money amount={owed.interest} /> },
              { name: '遲延利息', value: <Money amount={owed.lateInterest} /> },
              { name: '違約金', value: <Money amount={owed.penalty} /> },
            ]}
          />
        </Card>
      )}
      {papers.length > 0 && (
        <Card as="section">
          <CardHead title="證明文件" />
          <Papers
            papers={papers.map((one) => ({ ...one, field: one.id, label: one.filename }))}
            task={task}
          />
        </Card>
      )}
    </>
  );
}

/** The new terms next to the present schedule, calculated with the same code as on the server. */
function Outcome({
  owed,
  before,
  terms,
  on,
  affordable,
  brief = false,
}: Pick<Whole, 'owed' | 'before' | 'on'> & {
  terms: NegotiationTerms;
  affordable: number | undefined;
  brief?: boolean;
}) {
  const made = renegotiate(owed, terms, on);
  const after = figuresOf(terms, made);
  const rows = made.rows.map((row) => ({ ...row, arrears: sum(Object.values(row.arrears)) }));
  return (
    <div className="grid gap-4">
      <PlanTable before={before} after={after} />
      {affordable !== undefined && after.instalment > affordable && (
        <Alert tone="warn">
          每期 {formatMoney(after.instalment)} 高於借款人表示可負擔的 {formatMoney(affordable)}
        </Alert>
      )}
      <DebtTable owed={owed} waived={made.waived} />
      <NewSchedule rows={rows} brief={brief} />
    </div>
  );
}

const number = z.coerce.number({ error: REQUIRED });
const shape = {
  annualRate: z.string({ error: REQUIRED }).trim().min(1, REQUIRED).regex(RATE, '最多兩位小數'),
  installments: number,
  graceMonths: number,
  waiveInterest: number,
  waiveLate: number,
  waivePenalty: number,
  firstDueOn: z.string({ error: REQUIRED }).min(1, REQUIRED),
};
type Fields = Record<keyof typeof shape, unknown>;

/** Returns the terms entered so far; null while they are incomplete. */
function typedTermsOf(typed: Fields): NegotiationTerms | null {
  const { annualRate, firstDueOn } = typed;
  if (typeof annualRate !== 'string' || !RATE.test(annualRate.trim())) return null;
  if (typeof firstDueOn !== 'string' || !isDay(firstDueOn)) return null;
  return {
    rateAnnualBps: bpsOfPercent(Number(annualRate)),
    installments: Number(typed.installments),
    graceMonths: Number(typed.graceMonths),
    waive: {
      interest: Number(typed.waiveInterest),
      lateInterest: Number(typed.waiveLate),
      penalty: Number(typed.waivePenalty),
    },
    firstDueOn: day(firstDueOn),
  };
}

function Live({ of }: { of: Whole }) {
  const values = useWatch() as Fields;
  const terms = typedTermsOf(values);
  const problems = terms && Object.values(termProblems(of.owed, terms, of.bounds));
  return (
    <section
      className="px-4 py-1 rounded-ctl bg-sunken text-sm"
      aria-label="試算"
      aria-live="polite"
    >
      {terms === null || problems === null ? (
        <p className="py-3 text-sm text-ink-3">填妥條件後，顯示新舊方案的比較</p>
      ) : problems.length > 0 ? (
        <p className="py-3 text-sm text-ink-3">{problems.join('；')}</p>
      ) : (
        <Outcome {...of} terms={terms} affordable={of.request?.affordable} brief />
      )}
    </section>
  );
}

function TermsFields({ of }: { of: Whole }) {
  const { bounds, on } = of;
  const most = bounds.unpaid + EXTRA_INSTALMENTS;
  const [first, last] = firstDueBounds(on);
  const counted = (from: number, to: number, text: (n: number) => string) =>
    Array.from({ length: to - from + 1 }, (_, i) => ({
      value: String(from + i),
      label: text(from + i),
    }));
  return (
    <>
      <TextField
        name="annualRate"
        label="年化利率"
        inputMode="decimal"
        autoComplete="off"
        normalise="halfWidth"
        suffix="%"
        hint={`不高於原利率 ${formatPercent(of.before.annualRate)}`}
      />
      <SelectField
        name="installments"
        label="期數"
        numeric
        options={counted(1, most, (n) => `${n} 期`)}
      />
      <SelectField
        name="graceMonths"
        label="寬限期"
        numeric
        options={counted(0, GRACE_MONTHS_MAX, (n) => (n === 0 ? '無' : `${n} 個月`))}
      />
      <SelectField name="waiveInterest" label="免除積欠利息" numeric options={percentOptions} />
      <SelectField name="waiveLate" label="免除遲延利息" numeric options={percentOptions} />
      <SelectField name="waivePenalty" label="免除違約金" numeric options={percentOptions} />
      <DateField
        name="firstDueOn"
        label="首期應還日"
        fromYear={Number(first.slice(0, 4))}
        toYear={Number(last.slice(0, 4))}
        hint={`${first} 至 ${last}`}
      />
      <Live of={of} />
    </>
  );
}

function draftOf(
  values: Record<string, unknown> & { decision: string },
): Draft<'negotiation_draft'> {
  const { reason } = values;
  const why = typeof reason === 'string' && reason ? { reason } : {};
  if (values.decision !== 'propose') return { decision: 'decline', ...why };
  const terms = typedTermsOf(values as unknown as Fields);
  if (terms === null) return { decision: 'propose', ...why };
  const { waive, installments, graceMonths, firstDueOn } = terms;
  const annualRate = Number(values['annualRate']);
  return {
    decision: 'propose',
    ...why,
    annualRate,
    installments,
    graceMonths,
    waive,
    firstDueOn,
  };
}

/** Rate, number of instalments and first day of a plan, typed or proposed. */
const termFacts = (annualRate: unknown, installments: unknown, firstDueOn: unknown): Fact[] => [
  { name: '年利率', value: formatPercent(Number(annualRate)) },
  { name: '期數', value: `${String(installments)} 期` },
  {
    name: '首期應還日',
    value: typeof firstDueOn === 'string' && isDay(firstDueOn) ? <DateText at={firstDueOn} /> : '—',
  },
];

const isWhole = (of: NegotiationDetail): of is Whole =>
  Boolean(of.owed && of.bounds && of.before && of.on);

export function NegotiationDraftPanel({ task }: PanelProps<'negotiation_draft'>) {
  const detail = task.detail;
  return (
    <div className="office-case">
      <div className="grid gap-5">
        {detail.returned && (
          <Alert tone="warn" title="覆核人員退回">
            {detail.returned}
          </Alert>
        )}
        <BorrowerRequest of={detail} task={task.id} />
      </div>
      <DecisionForm
        task={task}
        start={{
          ...(isWhole(detail) && {
            annualRate: String(detail.before.annualRate),
            installments: detail.bounds.unpaid,
            firstDueOn: addDays(detail.on, FIRST_DUE_DAYS),
          }),
          graceMonths: 0,
          waiveInterest: 0,
          waiveLate: 0,
          waivePenalty: 0,
        }}
        draftOf={draftOf}
        summary={({ decision, annualRate, installments, firstDueOn }) =>
          decision === 'propose' && RATE.test(String(annualRate))
            ? { title: '協商方案', facts: termFacts(annualRate, installments, firstDueOn) }
            : undefined
        }
        reasonHint="會留存在案件紀錄"
        needs={isWhole(detail) ? { propose: { shape, fields: <TermsFields of={detail} /> } } : {}}
      />
    </div>
  );
}

export function NegotiationApprovalPanel({ task }: PanelProps<'negotiation_approval'>) {
  const detail = task.detail;
  const { owed, before, terms, on } = detail;
  return (
    <div className="office-case">
      <div className="grid gap-5">
        <BorrowerRequest of={detail} task={task.id} />
        {owed && before && terms && on && (
          <Card as="section">
            <CardHead title="提出的方案" />
            <Outcome
              owed={owed}
              before={before}
              terms={terms}
              on={on}
              affordable={detail.request?.affordable}
            />
          </Card>
        )}
      </div>
      <DecisionForm
        task={task}
        summary={
          terms && {
            title: '協商方案',
            facts: termFacts(terms.annualRate, terms.installments, terms.firstDueOn),
          }
        }
        reasonHint="給草擬人員看"
        confirm={{ approve: '我已核對利率、期數、免除金額與首期應還日' }}
      />
    </div>
  );
}
