// Live figures of the proposed terms: the offer, its share of the income, and the payment schedule.
import { add } from '#contract/core/money.ts';
import { useWatch } from 'react-hook-form';
import { Alert } from '../../../ui/display/Alert.tsx';

import { Accordion } from '../../../ui/display/Card.tsx';
import { formatMoney, formatPercent } from '../../../ui/format.ts';
import { Table, moneyColumn } from '../../../ui/display/Table.tsx';
import { Figures } from '../Assessment.tsx';
import type { ReviewDetail } from '#contract/lending/tasks.ts';
import { burdenOf, burdenText } from '../../plans/estimate.ts';
import { figuresOf, type Terms, termsOf } from '../term-figures.ts';

type TermsContext = Pick<Required<ReviewDetail>, 'plan' | 'suggestion' | 'burden'>;

/** Share of the income from which a closer look is needed. */
const HIGH_SHARE = 0.6;

function differences(terms: Terms & { grade?: string }, of: TermsContext['suggestion']): string[] {
  return [
    ...(terms.amount !== of.amount ? [`金額（建議 ${formatMoney(of.amount)}）`] : []),
    ...(terms.annualRate !== of.annualRate ? [`利率（建議 ${formatPercent(of.annualRate)}）`] : []),
    ...(terms.grade && terms.grade !== of.grade ? [`等級（建議 ${of.grade}）`] : []),
  ];
}

/** Warning for terms whose APR exceeds the limit, which therefore cannot be proposed. */
function TooDear({ apr, aprMax }: { apr: number; aprMax: number }) {
  if (apr <= aprMax) return null;
  return (
    <Alert tone="danger" title="總費用年百分率超過上限">
      {formatPercent(apr)} 超過 {formatPercent(aprMax)}，請降低利率或拉長期數。
    </Alert>
  );
}

const boxLook = 'px-4 py-1 rounded-ctl bg-sunken text-sm min-w-0';

/** Updates on every keystroke. */
export function LiveTerms({ plan, suggestion, burden }: TermsContext) {
  const [amount, rate, installments, grade] = useWatch({
    name: ['amount', 'rate', 'installments', 'grade'],
  });
  const terms = termsOf({ amount, rate, installments });
  const figures = figuresOf(plan, terms);
  const share =
    figures && burdenOf(add(figures.instalment, burden.monthlyDebts), burden.monthlyIncome);
  const differs = figures ? differences({ ...terms, grade }, suggestion) : [];
  return (
    <section className={boxLook} aria-label="試算">
      {!figures ? (
        <p className="py-3 text-sm text-ink-3">
          填妥金額、利率與期數後，顯示每期還款與總費用年百分率
        </p>
      ) : (
        <>
          <div aria-live="polite">
            <Figures of={figures} />
            <TooDear apr={figures.apr} aprMax={plan.aprMax} />
            {share !== null && (
              <p className="mt-2 text-sm" data-high={share >= HIGH_SHARE ? '' : undefined}>
                每月還款（含其他貸款）占收入 <b>{burdenText(share)}</b>
                {share >= HIGH_SHARE && '，偏高，請留意還款能力'}
              </p>
            )}
          </div>
          <Accordion title={`還款計畫，共 ${figures.rows.length} 期`}>
            <Table
              caption="還款計畫"
              hideCaption
              rows={figures.rows}
              rowKey={({ no }) => no}
              columns={[
                { key: 'no', label: '期別', head: true, cell: ({ no }) => no },
                moneyColumn('principal', '本金'),
                moneyColumn('interest', '利息'),
                moneyColumn('total', '應還'),
              ]}
            />
          </Accordion>
          {differs.length > 0 && (
            <Alert tone="warn" title="與評分建議不同">
              {differs.join('、')}。差異會留下紀錄；優於建議時請說明理由。
            </Alert>
          )}
        </>
      )}
    </section>
  );
}
