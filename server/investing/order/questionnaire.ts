// The risk questionnaire: its questions, the score of the answers, and the profile. Pure functions.
import { addDays, addMonths, compareDays, type Day } from '#contract/core/day.ts';

/**
 * Increased with every change of a question (its test contains a hash of each version's text).
 * Members who answered an older version are asked to answer again.
 */
export const QUESTIONNAIRE_VERSION = 1;
const VALID_MONTHS = 12;

/** Options range from the most careful (1 point) to the boldest (5 points). */
export const questions: readonly { id: number; text: string; options: readonly string[] }[] = [
  {
    id: 1,
    text: '您的投資或理財經驗有多久？',
    options: ['沒有經驗', '未滿 1 年', '1 年以上未滿 3 年', '3 年以上未滿 5 年', '5 年以上'],
  },
  {
    id: 2,
    text: '下列哪一項最接近您用過的理財工具中風險最高的一種？',
    options: [
      '只有存款',
      '儲蓄型保險或債券型基金',
      '股票型或平衡型基金',
      '股票或網路借貸出資',
      '期貨、選擇權或其他槓桿商品',
    ],
  },
  {
    id: 3,
    text: '打算用於出資的資金，占您全部存款與投資的多少？',
    options: ['超過 50%', '30% 至 50%', '20% 至 30%', '10% 至 20%', '10% 以下'],
  },
  {
    id: 4,
    text: '這筆資金多久內可能需要動用？',
    options: ['半年內', '半年至 1 年', '1 至 2 年', '2 至 3 年', '3 年內都用不到'],
  },
  {
    id: 5,
    text: '若出資的案件逾期，可能收不回部分本金，您能承受到什麼程度？',
    options: [
      '完全不能承受本金損失',
      '損失 5% 以內',
      '損失 10% 以內',
      '損失 20% 以內',
      '損失超過 20% 也不影響生活',
    ],
  },
  {
    id: 6,
    text: '若手上一筆出資開始逾期，您會怎麼做？',
    options: [
      '非常不安，希望立刻退出',
      '暫停所有新的出資',
      '減少出資金額，再觀察一段時間',
      '依原來的步調，分散到更多案件',
      '視為預期內的風險，繼續增加出資',
    ],
  },
];

/** Minimum points, out of 30, for each profile; below the first number the profile is 保守型. */
const STEADY_FROM = 14;
const BOLD_FROM = 22;
/**
 * Question about accepting losses: an investor who accepts none gets the careful profile, whatever
 * they answer otherwise.
 */
const LOSS_QUESTION = 4;

/** Returns the points of six answers of 1–5: 6 to 30. */
export function scoreOf(answers: readonly number[]): number {
  return answers.reduce((total, answer) => total + answer, 0);
}

/**
 * Returns 1 保守型, 2 穩健型 or 3 積極型: according to the points, but limited by the loss that the investor
 * accepts.
 */
export function profileOf(answers: readonly number[]): 1 | 2 | 3 {
  const score = scoreOf(answers);
  const bearable = answers[LOSS_QUESTION] ?? 1;
  if (score < STEADY_FROM || bearable === 1) return 1;
  return score < BOLD_FROM || bearable === 2 ? 2 : 3;
}

/** Returns the last day on which a profile counts: a year after it was answered. */
export function validUntilOf(today: Day): Day {
  return addMonths(today, VALID_MONTHS);
}

/** A profile may be renewed without a reason from this many days before its end. */
export const RENEW_DAYS = 30;

export function renewFromOf(validUntil: Day): Day {
  return addDays(validUntil, -RENEW_DAYS);
}

/**
 * Returns when the questionnaire may be answered again. Once a day is the maximum, so that nobody
 * tries answers until they give the desired limits. A reason is required while the profile is
 * valid, the questions are unchanged and the profile's end is not near.
 */
export function againOf(
  last: { version: number; answeredOn: Day; validUntil: Day },
  today: Day,
): { from: Day; needsReason: boolean } {
  const { answeredOn, validUntil, version } = last;
  if (compareDays(validUntil, today) < 0) return { from: today, needsReason: false };
  const near = compareDays(renewFromOf(validUntil), today) <= 0;
  return {
    from: addDays(answeredOn, 1),
    needsReason: !near && version === QUESTIONNAIRE_VERSION,
  };
}
