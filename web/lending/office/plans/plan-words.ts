// Labels and values of a plan's fields, and the differences between two versions.
import type { StateWord } from '#contract/core/state-words.ts';
import { inForceWords, versionWords } from '#contract/core/version-words.ts';
import type { PlanVersion } from '#contract/lending/plans.ts';
import { occupations } from '#contract/options.ts';
import { dayIn } from '../../../ui/clock.ts';
import { formatMoney, formatPercent } from '../../../ui/format.ts';
import type { PlanRow } from './plan.ts';

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

type Field = { name: string; label: string; lines: (of: ComparedPlan) => string[] };

const field = (name: string, label: string, lines: Field['lines']): Field => ({
  ...{ name, label, lines },
});

/** Fields in the order of the form, each as lines of text. */
const termFields: readonly Field[] = [
  field('enabled', '受理新申請', ({ enabled }) => [enabled ? '受理' : '停止受理']),
  field('slug', '網址代號', ({ slug }) => [slug]),
  field('listName', '方案名稱', ({ listName }) => [listName]),
  field('position', '順序', ({ position }) => [String(position)]),
  field('amountMin', '額度下限', ({ amountMin }) => [money(amountMin)]),
  field('amountMax', '額度上限', ({ amountMax }) => [money(amountMax)]),
  field('amountStep', '申請單位', ({ amountStep }) => [money(amountStep)]),
  field('rateMin', '年化利率下限', ({ rateMin }) => [percent(rateMin)]),
  field('rateMax', '年化利率上限', ({ rateMax }) => [percent(rateMax)]),
  field('installments', '期數', ({ installments }) => [`${installments.join('、')} 期`]),
  field('platformFeePercent', '平台服務費率', (of) => [percent(of.platformFeePercent)]),
  field('platformFeeMin', '最低平台服務費', (of) => [money(of.platformFeeMin)]),
  field('occupations', '適合職業', (of) => occupationLines(of.occupations)),
];

const wordFields: readonly Field[] = [
  field('title', '標題', ({ title }) => [title]),
  field('subtitle', '副標題', ({ subtitle }) => [subtitle]),
  field('description', '說明', ({ description }) => [description]),
  field('eligibility', '申請資格', ({ eligibility }) => eligibility),
  field('requiredDocuments', '應備文件', (of) => of.requiredDocuments),
  field('steps', '申請步驟', ({ steps }) =>
    steps.map(({ title, text, time }) => `${title}（${time}）：${text}`),
  ),
  field('faqs', '常見問題', ({ faqs }) =>
    faqs.map(({ question, answer }) => `${question} ${answer}`),
  ),
];

/** Labels of fields by their names in the history. */
export const planFieldText: Record<string, string> = {
  ...Object.fromEntries([...termFields, ...wordFields].map(({ name, label }) => [name, label])),
  effectiveOn: '生效日',
  summary: '變更原因',
};

export type Difference = { name: string; label: string; before: string[]; after: string[] };

/** Returns the differences field by field; for lists only the changed lines. */
export function differencesOf(before: ComparedPlan, after: ComparedPlan): Difference[] {
  return [...termFields, ...wordFields].flatMap(({ name, label, lines }) => {
    const [old, now] = [lines(before), lines(after)];
    const gone = old.filter((line) => !now.includes(line));
    const added = now.filter((line) => !old.includes(line));
    const moved = gone.length + added.length === 0 && old.join('\n') !== now.join('\n');
    if (moved) return [{ name, label, before: old, after: now }];
    return gone.length + added.length > 0 ? [{ name, label, before: gone, after: added }] : [];
  });
}

/** Returns labels and values of a version's terms, or of its texts. */
export const termsOf = (of: ComparedPlan) =>
  termFields.map(({ label, lines }) => ({ label, lines: lines(of) }));
export const wordsOf = (of: ComparedPlan) =>
  wordFields.map(({ label, lines }) => ({ label, lines: lines(of) }));

/** An approved version that somebody proposed to recall. */
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
