// Rules fixed by law or by signed contracts; shown with the settings, but not changeable.
import { NOTICE_DAYS } from '#contract/law/acceleration.ts';
import {
  FUNDRAISING_DAYS_MAX,
  REJECTED_BAN_DAYS,
  SIGNING_BUSINESS_DAYS,
  UNSIGNED_BAN_DAYS,
} from '#contract/law/loan-days.ts';
import { percentOfBps } from '#contract/core/money.ts';
import { RATE_CAP_BPS } from '#contract/law/rates.ts';
import { installments, riskProfiles } from '#contract/options.ts';
import { formatMoney, formatPercent } from '../../ui/format.ts';

const percent = (bps: number) => formatPercent(percentOfBps(bps));

export const fixedRules: readonly { text: string; value: string; source: string }[] = [
  {
    text: '期數選項',
    value: `${installments.map(({ value }) => value).join('、')} 期`,
    source: '還款表與契約依此計算，不另新增；各方案提供的期數在方案中調整',
  },
  { text: '約定利率上限', value: `年化 ${percent(RATE_CAP_BPS)}`, source: '民法第 205 條' },
  {
    text: '募集期上限',
    value: `上架後 ${FUNDRAISING_DAYS_MAX} 天，含延長`,
    source: '案件說明與出資契約',
  },
  {
    text: '簽約期限',
    value: `滿額後 ${SIGNING_BUSINESS_DAYS} 個營業日，逾期 ${UNSIGNED_BAN_DAYS} 天內不得再申請`,
    source: '申貸同意事項',
  },
  { text: '婉拒後再申請', value: `${REJECTED_BAN_DAYS} 天後`, source: '授信政策' },
  { text: '全部到期前的催告期', value: `${NOTICE_DAYS} 天`, source: '借貸契約' },
  ...riskProfiles.map(({ description, perCaseMax, totalMax }) => ({
    text: `${description}出資上限`,
    value: `單案 ${formatMoney(perCaseMax)}、總額 ${formatMoney(totalMax)}`,
    source: '投資人適合度規範與風險揭露書',
  })),
];
