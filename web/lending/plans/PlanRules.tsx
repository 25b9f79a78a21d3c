// Early repayment and late payment in plain words, with a calculated example.
import { addDays, day } from '#contract/core/day.ts';
import { lateChargesOf } from '#contract/law/late.ts';
import type { Plan } from '#contract/lending/calls.ts';
import { bpsOfPercent, percentOfBps, shareOf, subtract } from '#contract/core/money.ts';
import { RATE_CAP_BPS } from '#contract/law/rates.ts';
import { formatMoney, formatPercent } from '../../ui/format.ts';

const LATE_DAYS = 20;
/** Any day works, because charges depend on the number of days and not on the dates. */
const SOME_DAY = day('2026-01-05');

/**
 * Calculates the charges in NT$ on the example's instalment if it is paid the given number of days
 * late.
 */
function lateExample({ example, servicingTerms: terms }: Plan) {
  const bps = bpsOfPercent(example.annualRate);
  const interest = shareOf(example.amount, bps, 12 * 10_000, 'floor');
  const principal = subtract(example.instalment, interest);
  const { interest: late, penalty } = lateChargesOf({
    overduePrincipal: principal,
    rateAnnualBps: bps,
    payableUntil: SOME_DAY,
    on: addDays(SOME_DAY, LATE_DAYS),
    terms,
  });
  return { late, penalty };
}

export function PlanRules({ plan }: { plan: Plan }) {
  const { late, penalty } = lateExample(plan);
  const { graceDays, violationFromDay, ...terms } = plan.servicingTerms;
  const fee = formatPercent(percentOfBps(terms.prepaymentFeeBps));
  return (
    <section aria-labelledby="rules-title" className="grid gap-4">
      <h2 id="rules-title">提前清償與逾期</h2>
      <div className="grid gap-6 md:grid-cols-2">
        <div>
          <h3 className="text-base">想早點還完</h3>
          <p className="mt-1">
            隨時可以全部或部分清償，利息只算到清償當天。
            {`前 ${terms.prepaymentFeeInstalments} 期內按提前清償的本金收 `}
            {fee}，之後不收手續費；部分清償可以選擇縮短期數或降低每期金額。
          </p>
        </div>
        <div>
          <h3 className="text-base">一時來不及還</h3>
          <p className="mt-1">
            {`應還日後 ${graceDays} 天內繳清不加收費用。以上方範例的一期為例，逾期 ${LATE_DAYS} 天的` +
              `遲延利息 ${formatMoney(late)}、違約金 ${formatMoney(penalty)}；兩者年率合計不超過 ` +
              `${formatPercent(percentOfBps(RATE_CAP_BPS))}。逾期第 ${violationFromDay} 天起由` +
              '出資人投票決定後續，請及早聯絡我們討論協商方案。'}
          </p>
        </div>
      </div>
    </section>
  );
}
