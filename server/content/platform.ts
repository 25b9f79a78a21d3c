// The platform's four public figures, each calculated from the ledger and explained.
import type { content, PlatformFigure } from '#contract/content/calls.ts';
import { addMonths } from '#contract/core/day.ts';
import { type Money, percentOfBps, roundedTo, shareOf } from '#contract/core/money.ts';
import { xirr } from '#contract/law/rates.ts';
import type { Action, Work } from '../action.ts';
import { figuresOfPlans } from '../lending/actions.ts';
import { allFlows, defaults } from './platform-queries.ts';

const MONTHS = 12;
const BPS_PER_WHOLE = 10_000;

/**
 * Annual return of all lending in the last twelve months in percent, net of losses; null if nothing
 * was lent.
 */
async function realisedReturn({ tx, today }: Work): Promise<number | null> {
  const flows = await allFlows(tx, addMonths(today, -MONTHS), today);
  if (!flows.some(({ returns }) => returns > 0)) return null;
  const rate = xirr(flows);
  return rate === null ? null : roundedTo(rate * 100, 2);
}

/**
 * Returns a part of a whole in percent, rounded to the platform's disadvantage; null if the whole
 * is zero.
 */
function percentOf(part: Money, whole: Money, rounding: 'ceil' | 'floor'): number | null {
  if (whole <= 0) return null;
  return percentOfBps(shareOf(part, BPS_PER_WHOLE, whole, rounding));
}

export const platformFigures: Action<typeof content.platformFigures> = async (context) => {
  const { tx, now, today } = context;
  const lent = await figuresOfPlans(tx, null);
  const { outstandingPrincipal, overduePrincipal } = lent;
  const { owed, recovered, loans, recoveredLoans } = await defaults(tx, today);
  const all = [
    {
      key: 'outstandingPrincipal',
      label: '在貸餘額',
      value: outstandingPrincipal > 0 ? outstandingPrincipal : null,
      unit: 'money',
      definition: '所有借款人目前尚未償還的本金合計，不含利息與費用。',
    },
    {
      key: 'realisedReturn',
      label: '近\u00a012\u00a0個月實際年化報酬率（已扣損失）',
      value: await realisedReturn(context),
      unit: 'percent',
      definition:
        '近 12 個月全體出資人的實際現金流量（撥款、收回的本金、利息與違約金，扣除出資人服務費），' +
        '加計期末在貸餘額，以內部報酬率換算為年率；已轉銷的本金以零計算。過去績效不代表未來結果。',
    },
    {
      key: 'overdueShare',
      label: '逾期 30 天以上比率',
      value: percentOf(overduePrincipal, outstandingPrincipal, 'ceil'),
      unit: 'percent',
      basis: `在貸\u00a0${lent.outstandingLoans}\u00a0件中\u00a0${lent.overdueLoans}\u00a0件`,
      definition: '逾期超過 30 天案件的未償還本金，占全部在貸餘額的比率。',
    },
    {
      key: 'recoveryShare',
      label: '違約回收率',
      value: percentOf(recovered, owed, 'floor'),
      unit: 'percent',
      basis: `違約\u00a0${loans}\u00a0件中\u00a0${recoveredLoans}\u00a0件已有收回`,
      definition: '曾經違約的案件，自違約日起至今收回的本金，占違約日未償還本金的比率。',
    },
  ] as const;
  const figures = all.flatMap(({ value, ...rest }): PlatformFigure[] =>
    value === null ? [] : [{ ...rest, value }],
  );
  return { data: { asOf: now, figures } };
};
