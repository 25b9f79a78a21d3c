// Answers of an application as text, step by step, for checking before submission.
import type { Plan } from '#contract/lending/calls.ts';
import {
  dependents,
  educations,
  housingStatuses,
  occupations,
  optionText,
  relationships,
  type Option,
} from '#contract/options.ts';
import type { Fact } from '../../ui/display/Card.tsx';
import { formatMoney } from '../../ui/format.ts';

type Part = Record<string, unknown>;
export type Answers = { step: number; name: string; facts: Fact[] };

const NONE = '未填寫';
const text = (value: unknown) => (value === undefined || value === '' ? NONE : String(value));
const money = (value: unknown) => (typeof value === 'number' ? formatMoney(value) : NONE);
const option = (list: readonly Option[], id: unknown) =>
  (typeof id === 'number' && optionText(list, id)) || NONE;
const month = (value: unknown) =>
  typeof value === 'string' && value ? value.replace('-', '/') : NONE;

function financeFacts(finance: Part, hasCards: boolean): Fact[] {
  const loans = (finance['otherLoans'] ?? []) as Part[];
  const cards = (finance['cardBanks'] ?? []) as string[];
  return [
    {
      name: '信用卡',
      value: hasCards
        ? `${cards.length > 0 ? `${cards.length} 家銀行，` : ''}循環餘額 ${money(finance['cardBalance'])}`
        : '無信用卡',
    },
    {
      name: '其他貸款',
      value:
        loans.length === 0
          ? '無其他貸款'
          : loans
              .map(
                (loan) =>
                  `${text(loan['kind'])} 每月 ${money(loan['monthly'])}、` +
                  `餘額 ${money(loan['balance'])}`,
              )
              .join('；'),
    },
    { name: '每月固定支出', value: money(finance['monthlyExpense']) },
    { name: '近 12 個月遲繳', value: finance['lateIn12Months'] ? '曾經遲繳' : '沒有' },
    ...(finance['lateIn12Months'] ? [{ name: '遲繳說明', value: text(finance['lateNote']) }] : []),
  ];
}

/** The phone number is partly masked, because others may see the screen. */
const masked = (phone: unknown) => text(phone).replace(/^(09\d{2})\d{3}(\d{3})$/, '$1-***-$2');

/** Option lists that operators may change, as currently offered. */
export type OfferedLists = Record<'purposes' | 'maritals', readonly Option[]>;

export function answersOf(
  values: Part,
  plan: Plan | undefined,
  { purposes, maritals }: OfferedLists,
): Answers[] {
  const part = (name: string) => (values[name] ?? {}) as Part;
  const [job, home, finance, contact] = ['job', 'household', 'finance', 'contact'].map(part) as [
    Part,
    Part,
    Part,
    Part,
  ];
  return [
    {
      step: 1,
      name: '借款需求',
      facts: [
        { name: '方案', value: plan?.listName ?? NONE },
        { name: '借款金額', value: money(values['amount']) },
        { name: '期數', value: `${text(values['installment'])} 期` },
      ],
    },
    {
      step: 2,
      name: '資金用途',
      facts: [
        { name: '用途', value: option(purposes, values['purpose']) },
        { name: '補充說明', value: text(values['purposeNote']) },
      ],
    },
    {
      step: 3,
      name: '工作與收入',
      facts: [
        { name: '職業', value: option(occupations, job['occupation']) },
        { name: '公司與職稱', value: `${text(job['company'])}・${text(job['title'])}` },
        { name: '統一編號', value: text(job['ubn']) },
        { name: '公司電話', value: text(job['phone']) },
        { name: '到職年月', value: month(job['since']) },
        { name: '月收入', value: money(job['monthlyIncome']) },
        ...(job['otherIncome'] ? [{ name: '其他月收入', value: money(job['otherIncome']) }] : []),
      ],
    },
    {
      step: 4,
      name: '家庭與居住',
      facts: [
        { name: '婚姻狀況', value: option(maritals, home['maritalStatus']) },
        { name: '扶養人數', value: option(dependents, home['dependents']) },
        { name: '最高學歷', value: option(educations, home['education']) },
        { name: '居住狀況', value: option(housingStatuses, home['housing']) },
        { name: '居住起始年月', value: month(home['since']) },
      ],
    },
    { step: 5, name: '財務狀況', facts: financeFacts(finance, values['hasCards'] === true) },
    {
      step: 6,
      name: '聯絡人',
      facts: [
        { name: '姓名', value: text(contact['name']) },
        { name: '關係', value: option(relationships, contact['relationship']) },
        { name: '手機號碼', value: masked(contact['phone']) },
      ],
    },
  ];
}
