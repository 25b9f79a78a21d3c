// Calculator of a possible return: uses the grade's rate and expected loss, in three scenarios.
import { useId, useState } from 'react';
import { CostRows } from '../../lending/plans/CostRows.tsx';
import { outlookCases, outlookOf, type Outlook } from '../../portfolio/outlook.ts';
import { Chips } from '../../ui/fields/Choices.tsx';
import { MoneyInput } from '../../ui/fields/DigitsInput.tsx';
import { Field, FieldGroup } from '../../ui/fields/Field.tsx';
import { formatMoney, formatPercent } from '../../ui/format.ts';
import { GoButton } from '../kit/Go.tsx';
import * as paths from '../kit/paths.ts';
import './outlook.css';

type Bounds = { min: number; max: number; step: number };
/**
 * Terms of a grade in percent per year: its interest rate, and the expected loss on outstanding
 * principal.
 */
export type GradeTerms = { grade: string; rate: number; expectedLoss: number };
export type InvestTerms = {
  bounds: Bounds;
  grades: readonly GradeTerms[];
  terms: readonly number[];
  feePercent: number;
};

const START = 10_000;

function investProblem(amount: number | null, { min, max, step }: Bounds): string | undefined {
  if (amount === null) return '請輸入出資金額';
  if (amount < min || amount > max) {
    return `出資金額需介於 ${formatMoney(min)} 至 ${formatMoney(max)}`;
  }
  return amount % step === 0 ? undefined : `請以 ${formatMoney(step)} 為單位`;
}

export function Terms({
  terms,
  value,
  onChange,
}: {
  terms: readonly number[];
  value: number;
  onChange: (term: number) => void;
}) {
  return (
    <FieldGroup label="期數">
      <Chips
        name={useId()}
        value={String(value)}
        onValueChange={(text) => onChange(Number(text))}
        choices={terms.map((term) => ({ value: String(term), title: `${term} 期` }))}
      />
    </FieldGroup>
  );
}

const percentIn = (part: number, whole: number) => `${(part / whole) * 100}%`;

/** The better, expected and worse scenario: bars on screen, a table for screen readers. */
function Cases({ of: { gross, cases }, amount }: { of: Outlook; amount: number }) {
  const rows = cases.map((row, i) => ({ ...row, ...outlookCases[i]! }));
  return (
    <>
      <div className="outlook-bars" aria-hidden="true">
        {rows.map(({ id, text, loss, net }) => (
          <div key={id}>
            <span>{text}</span>
            {/* The bars are drawn with SVG attributes, because the content security policy allows
                no inline styles. */}
            <svg className="outlook-track" width="100%" height="18">
              <rect className="outlook-bed" y="3" width="100%" height="12" rx="6" />
              <rect
                className="outlook-net"
                data-case={id}
                y="3"
                width={percentIn(net, gross)}
                height="12"
                rx="6"
              />
              <rect className="outlook-amount" x={percentIn(amount, gross)} width="2" height="18" />
            </svg>
            <b className="num">{formatMoney(net)}</b>
            <small>損失 {formatMoney(loss)}</small>
          </div>
        ))}
        <p className="text-xs">直線是您的出資金額。</p>
      </div>
      <table className="visually-hidden">
        <caption>較好、預期與較差時的收回</caption>
        <thead>
          <tr>
            <th scope="col">情況</th>
            <th scope="col">損失</th>
            <th scope="col">扣除後合計收回</th>
            <th scope="col">平均每期</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, text, about, loss, net, each }) => (
            <tr key={id}>
              <th scope="row">
                {text}，{about}
              </th>
              <td>{formatMoney(loss)}</td>
              <td>{formatMoney(net)}</td>
              <td>{formatMoney(each)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** Shows how the return of the expected scenario is made up. */
function Expected({ of, grade }: { of: Outlook; grade: InvestTerms['grades'][number] }) {
  const expected = of.cases.find(({ id }) => id === 'expected');
  if (!expected) return null;
  return (
    <CostRows
      rows={[
        { name: '借款人各期還清時，共收', value: formatMoney(of.gross) },
        {
          name: '手續費',
          about: '收到利息時收取，本金不收。',
          value: formatMoney(of.fee),
        },
        {
          name: '預估損失',
          about:
            `等級 ${grade.grade} 每年預估有 ${formatPercent(grade.expectedLoss)} 的在貸本金收不回來；` +
            '實際可能更少，也可能更多。',
          value: formatMoney(expected.loss),
        },
        { name: '扣除後合計收回', value: formatMoney(expected.net) },
      ]}
    />
  );
}

export function Investing({ bounds, grades, terms, feePercent }: InvestTerms) {
  const name = useId();
  const [amount, setAmount] = useState<number | null>(START);
  const [term, setTerm] = useState(terms[Math.floor(terms.length / 2)]!);
  const [letter, setGrade] = useState(grades[0]!.grade);
  const grade = grades.find((one) => one.grade === letter) ?? grades[0]!;
  const problem = investProblem(amount, bounds);
  const { rate, expectedLoss } = grade;
  const wish = { amount: amount ?? 0, installments: term, annualRate: rate, feePercent };
  const outlook = problem ? null : outlookOf({ ...wish, lossRate: expectedLoss });
  const expected = outlook?.cases.find(({ id }) => id === 'expected');
  return (
    <div className="calculator">
      <div className="grid content-start gap-5">
        <Field label="出資金額" error={problem}>
          <MoneyInput value={amount} onValueChange={setAmount} maxDigits={7} />
        </Field>
        <Terms terms={terms} value={term} onChange={setTerm} />
        <FieldGroup label="風險等級與年化利率">
          <Chips
            name={name}
            value={grade.grade}
            onValueChange={setGrade}
            choices={grades.map((one) => ({
              value: one.grade,
              title: `${one.grade}　${formatPercent(one.rate)}`,
            }))}
          />
        </FieldGroup>
      </div>
      <div className="calculator-out">
        <div className="calculated" role="status" data-stale={outlook ? undefined : ''}>
          <p className="text-sm">
            預估每期收回，已扣手續費與等級 {grade.grade} 的預估年損失率{' '}
            {formatPercent(expectedLoss)}
          </p>
          <p className="figure-number">{expected ? formatMoney(expected.each) : '—'}</p>
          {outlook && expected && (
            <>
              <Expected of={outlook} grade={grade} />
              <Cases of={outlook} amount={amount ?? 0} />
            </>
          )}
        </div>
        <p className="text-xs">
          「較好」的損失是預期的一半，「較差」是兩倍。試算不是保證，您可能無法收回全部或部分本金。
        </p>
        <GoButton to={paths.investment()} look="primary" wide>
          前往出資專區
        </GoButton>
      </div>
    </div>
  );
}
