// Labels and values of a plan's fields, and the differences between two versions.
import type { StateWord } from '#contract/core/state-words.ts';
import { inForceWords, versionWords } from '#contract/core/version-words.ts';
import type { PlanVersion, PlanVersionFields } from '#contract/lending/plans.ts';
import type { PlanRow } from '#contract/lending/lists.ts';
import { occupations } from '#contract/options.ts';
import { dayIn } from '../../../ui/clock.ts';
import { formatMoney, formatPercent } from '../../../ui/format.ts';

type ComparedPlan = Omit<PlanVersion, 'id'>;

const money = formatMoney;
const percent = formatPercent;

/** Returns occupations by their groups: '科技業：軟體工程師、硬體工程師'. */
function occupationLines(ids: readonly number[]): string[] {
  const chosen = occupations.filter(({ id }) => ids.includes(id));
  const groups = Map.groupBy(chosen, ({ group }) => group);
  return [...groups].map(
    ([group, items]) => `${group}：${items.map(({ description }) => description).join('、')}`,
  );
}

type Field = { label: string; lines: (of: ComparedPlan) => string[] };

/** Terms in the order of the form, each as lines of text. */
const terms = {
  enabled: { label: '受理新申請', lines: ({ enabled }) => [enabled ? '受理' : '停止受理'] },
  slug: { label: '網址代號', lines: ({ slug }) => [slug] },
  listName: { label: '方案名稱', lines: ({ listName }) => [listName] },
  position: { label: '順序', lines: ({ position }) => [String(position)] },
  amountMin: { label: '額度下限', lines: ({ amountMin }) => [money(amountMin)] },
  amountMax: { label: '額度上限', lines: ({ amountMax }) => [money(amountMax)] },
  amountStep: { label: '申請單位', lines: ({ amountStep }) => [money(amountStep)] },
  rateMin: { label: '年化利率下限', lines: ({ rateMin }) => [percent(rateMin)] },
  rateMax: { label: '年化利率上限', lines: ({ rateMax }) => [percent(rateMax)] },
  installments: { label: '期數', lines: ({ installments }) => [`${installments.join('、')} 期`] },
  platformFeePercent: { label: '平台服務費率', lines: (of) => [percent(of.platformFeePercent)] },
  platformFeeMin: { label: '最低平台服務費', lines: (of) => [money(of.platformFeeMin)] },
  occupations: { label: '適合職業', lines: (of) => occupationLines(of.occupations) },
} satisfies Record<string, Field>;

/** Texts in the order of the form, each as lines of text. */
const texts = {
  title: { label: '標題', lines: ({ title }) => [title] },
  subtitle: { label: '副標題', lines: ({ subtitle }) => [subtitle] },
  description: { label: '說明', lines: ({ description }) => [description] },
  eligibility: { label: '申請資格', lines: ({ eligibility }) => eligibility },
  requiredDocuments: { label: '應備文件', lines: (of) => of.requiredDocuments },
  steps: {
    label: '申請步驟',
    lines: ({ steps }) => steps.map(({ title, text, time }) => `${title}（${time}）：${text}`),
  },
  faqs: {
    label: '常見問題',
    lines: ({ faqs }) => faqs.map(({ question, answer }) => `${question} ${answer}`),
  },
} satisfies Record<string, Field>;

/**
 * Fields that the second operator compares before approving. Every field of the form must be here,
 * because a field that is left out would be approved unseen.
 */
const compared: Record<Exclude<keyof PlanVersionFields, 'effectiveOn' | 'summary'>, Field> = {
  ...terms,
  ...texts,
};

/** Labels of fields by their names in the history. */
export const planFieldText: Record<string, string> = {
  ...Object.fromEntries(Object.entries(compared).map(([name, { label }]) => [name, label])),
  effectiveOn: '生效日',
  summary: '變更原因',
};

export type Difference = { name: string; label: string; before: string[]; after: string[] };

/** Returns the differences field by field; for lists only the changed lines. */
export function differencesOf(before: ComparedPlan, after: ComparedPlan): Difference[] {
  return Object.entries(compared).flatMap(([name, { label, lines }]) => {
    const [old, now] = [lines(before), lines(after)];
    const gone = old.filter((line) => !now.includes(line));
    const added = now.filter((line) => !old.includes(line));
    const moved = gone.length + added.length === 0 && old.join('\n') !== now.join('\n');
    if (moved) return [{ name, label, before: old, after: now }];
    return gone.length + added.length > 0 ? [{ name, label, before: gone, after: added }] : [];
  });
}

/** Returns labels and values of a version's terms, or of its texts. */
export const labelledTermsOf = (of: ComparedPlan) =>
  Object.values<Field>(terms).map(({ label, lines }) => ({ label, lines: lines(of) }));
export const labelledTextsOf = (of: ComparedPlan) =>
  Object.values<Field>(texts).map(({ label, lines }) => ({ label, lines: lines(of) }));

/** Label of an approved version that somebody proposed to recall. */
const RECALLING = '撤回覆核中';

/** Returns whether the plan can be applied for, as a label. */
export function offeredWord(current: PlanVersion | null): StateWord {
  if (!current) return inForceWords.coming.office;
  return current.enabled ? { text: '受理中', tone: 'done' } : { text: '停止受理', tone: 'neutral' };
}

export function versionWord(version: PlanVersion): StateWord {
  const { state, current, effectiveOn, inForceAt, recall } = version;
  if (state !== 'approved') return versionWords[state];
  if (recall) return { text: RECALLING, tone: 'attention' };
  if (current) return inForceWords.current.office;
  const isComing = inForceAt === null && effectiveOn >= dayIn();
  return inForceWords[isComing ? 'coming' : 'past'].office;
}

/** Returns the label of a coming version: '第 2 版等待覆核'. */
export function comingText(coming: NonNullable<PlanRow['coming']>): string {
  const { number, state, recalling } = coming;
  if (recalling) return `第 ${number} 版${RECALLING}`;
  return `第 ${number} 版${versionWords[state].text}`;
}
