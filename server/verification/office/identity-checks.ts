// What the program checks of a verification by itself; pure functions. A check that is not `ok`
// refuses nothing: the reviewer looks at it.
import { type Day, formatDay } from '#contract/core/day.ts';
import { personalNumberKind, personalNumberText } from '#contract/taiwan/personal-number.ts';
import type { Check } from '#contract/tasks/kind.ts';
import { type Shared, sharedText } from '../payee/shared.ts';
import { FIRST_ISSUE, issuePlaces } from '#contract/verification/id-card.ts';

/** Whether the number has a valid check digit. */
export function numberCheck(idNumber: string): Check {
  const kind = personalNumberKind(idNumber);
  const text = kind === null ? '證號的檢查碼不正確' : `${personalNumberText[kind]}的檢查碼正確`;
  return { code: 'ID_CHECKSUM', text, ok: kind !== null };
}

const ADULT = 18;
/** People older than this are rare enough to look at. */
const OLDEST = 100;

const adultText = (age: number | null) => {
  if (age === null) return '出生日期尚未填寫';
  return age >= ADULT ? `年滿 ${ADULT} 歲` : `${age} 歲，未滿 ${ADULT} 歲`;
};

export const ageChecks = (age: number | null): Check[] => [
  { code: 'ADULT', text: adultText(age), ok: age !== null && age >= ADULT },
  ...(age !== null && age > OLDEST
    ? [{ code: 'AGE_PLAUSIBLE', text: `年齡超過 ${OLDEST} 歲，請核對出生日期`, ok: false }]
    : []),
];

type Issue = { issueDate: string; issueCity: string };

/** Whether the date and place of issue can be on a card of this person. */
export function issueChecks(
  { issueDate, issueCity }: Issue,
  birthday: string,
  today: Day,
): Check[] {
  const isPossible =
    issueDate >= FIRST_ISSUE && issueDate >= birthday && issueDate <= (today as string);
  const isListed = issuePlaces.includes(issueCity);
  const shown = formatDay(issueDate as Day);
  return [
    {
      code: 'ISSUE_DATE',
      text: isPossible ? '發證日期合理' : `發證日期 ${shown} 不合理`,
      ok: isPossible,
    },
    {
      code: 'ISSUE_PLACE',
      text: isListed ? '發證地點在名單中' : `發證地點「${issueCity}」不是證件上的寫法`,
      ok: isListed,
    },
  ];
}

/** Whether the same person, or the same files, are known from other accounts. */
export const sharedChecks = (of: { closedAccounts: number; papers: Shared }): Check[] => [
  {
    code: 'NUMBER_NEW',
    text:
      of.closedAccounts === 0
        ? '證號與手機沒有用於其他帳戶'
        : `本人另有 ${of.closedAccounts} 個已關閉的帳戶`,
    ok: of.closedAccounts === 0,
  },
  {
    code: 'PAPERS_UNIQUE',
    text: sharedText(of.papers, '上傳了完全相同的文件') ?? '上傳的文件沒有其他會員用過',
    ok: of.papers.total === 0,
  },
];

export const accountCheck = (of: { shared: Shared; proven: Shared }): Check => ({
  code: 'ACCOUNT_UNIQUE',
  text:
    sharedText(of.proven, '已驗證的銀行帳戶相同') ??
    sharedText(of.shared, '共用銀行帳戶') ??
    '銀行帳戶未被其他會員使用',
  ok: of.shared.total === 0 && of.proven.total === 0,
});

/** Whether the member declared to hold no important public office; null if not asked yet. */
export function pepCheck(isPep: boolean | null): Check {
  if (isPep === false) return { code: 'NOT_PEP', text: '非重要政治性職務人士', ok: true };
  const text = isPep === null ? '未申報是否擔任重要政治性職務' : '本人申報為重要政治性職務人士';
  return { code: 'NOT_PEP', text, ok: false };
}
