// Labels for the steps and the review of a member's verification, and for later changes.
import type { StateWord } from '../core/state-words.ts';
import type { changeKinds } from './changes.ts';
import type { MemberFile, MemberStanding, PersonalField } from './members.ts';

export const verificationStepText = {
  phone: '手機號碼',
  basic: '基本資料',
  id: '身分證件',
  bank: '銀行帳戶',
} as const;
export type VerificationStep = keyof typeof verificationStepText;

/** Label of the verification stage, indexed by the number of the last completed step. */
export const stageText: readonly string[] = ['未開始', ...Object.values(verificationStepText)];

/**
 * Labels of a verification's review. A member reads what is done and what to do next; an operator
 * reads what the review found.
 */
export const verificationWords: Record<
  MemberFile,
  { member: StateWord & { action: string }; office: StateWord }
> = {
  begun: {
    member: { text: '未開始', tone: 'neutral', action: '開始身分驗證' },
    office: { text: '尚未送審', tone: 'neutral' },
  },
  reviewing: {
    member: { text: '審核中', tone: 'progress', action: '查看進度' },
    office: { text: '審核中', tone: 'info' },
  },
  supplement: {
    member: { text: '待補件', tone: 'attention', action: '查看待補件項目' },
    office: { text: '待補件', tone: 'attention' },
  },
  approved: {
    member: { text: '已完成', tone: 'done', action: '查看驗證資料' },
    office: { text: '審核通過', tone: 'done' },
  },
};

/**
 * Labels of proofs of income, indexed by the status number of the API; `about` tells an applicant
 * the consequence of the status.
 */
export const incomeProofWords: readonly (StateWord & { about: string })[] = [
  { text: '未提供', tone: 'neutral', about: '尚未提供，送件後也可以補，收到後才會開始審核' },
  { text: '審核中', tone: 'progress', about: '已提供，審核中' },
  { text: '待補件', tone: 'attention', about: '需要補件' },
  { text: '已通過', tone: 'done', about: '已通過審核' },
];

export const standingWords: Record<MemberStanding, StateWord> = {
  open: { text: '使用中', tone: 'done' },
  suspended: { text: '暫停使用', tone: 'problem' },
  closed: { text: '已關閉', tone: 'neutral' },
};

/**
 * Texts for a change of account data: the act of changing (`text`), the change as a noun (`noun`),
 * and what is replaced (`replaces`).
 */
export const accountChangeText: Record<
  (typeof changeKinds)[number],
  { text: string; noun: string; replaces: string }
> = {
  bank: { text: '變更銀行帳戶', noun: '銀行帳戶變更', replaces: '銀行帳戶' },
  id: { text: '更新身分證件', noun: '身分證件更新', replaces: '身分證件' },
  phone: { text: '更換手機', noun: '更換手機', replaces: '手機' },
};

/** Labels of the fields that are masked until an operator gives a reason. */
export const personalFieldText: Record<PersonalField, string> = {
  email: '電子郵件',
  name: '姓名',
  idNumber: '身分證字號',
  birthday: '出生日期',
  phone: '手機',
  address: '戶籍地址',
  mailingAddress: '通訊地址',
  bankAccount: '銀行帳戶',
};
