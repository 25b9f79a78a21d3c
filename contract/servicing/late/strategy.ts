// Strategy of collection: which action is due for a late loan, by its days late and its status.
import type { StateWord } from '../../core/state-words.ts';

/** What is due for a late loan. `promise`: a promise to pay is awaited; `broken`: it was broken. */
export const lateActions = [
  'promise',
  'broken',
  'message',
  'call',
  'negotiate',
  'letter',
  'court',
  'recover',
] as const;
export type LateAction = (typeof lateActions)[number];

export const lateActionWords: Record<LateAction, StateWord> = {
  promise: { text: '等待承諾的還款', tone: 'info' },
  broken: { text: '承諾未履行，再聯絡', tone: 'problem' },
  message: { text: '傳送提醒', tone: 'info' },
  call: { text: '電話聯絡', tone: 'attention' },
  negotiate: { text: '追蹤協商', tone: 'progress' },
  letter: { text: '寄存證信函或面訪', tone: 'attention' },
  court: { text: '追蹤法律程序', tone: 'problem' },
  recover: { text: '追償', tone: 'neutral' },
};

type Step = { action: LateAction; /** Days from one contact to the next. */ everyDays: number };

/** Steps by days late; each holds from its day to that of the next. */
export const lateSteps: readonly (Step & { fromDay: number })[] = [
  { fromDay: 1, action: 'message', everyDays: 3 },
  { fromDay: 8, action: 'call', everyDays: 3 },
  { fromDay: 31, action: 'call', everyDays: 7 },
  { fromDay: 91, action: 'letter', everyDays: 14 },
  { fromDay: 181, action: 'court', everyDays: 30 },
];

/** Steps of loans whose status decides what is due, however late they are. */
export const statusSteps: readonly (Step & { status: number })[] = [
  { status: 75, action: 'negotiate', everyDays: 7 },
  { status: 80, action: 'court', everyDays: 14 },
  { status: 95, action: 'recover', everyDays: 30 },
];

/**
 * Most contacts with one borrower. The rules on collection forbid harassment without naming a
 * number; these are the company's limits, which the server enforces.
 */
export const contactLimits = { callsADay: 3, messagesADay: 1, messagesAWeek: 3 } as const;

/** Templates that can be sent to a late borrower. */
export const lateTemplates = ['reminder', 'callBack', 'promised', 'help'] as const;
export type LateTemplate = (typeof lateTemplates)[number];

export const lateTemplateText: Record<LateTemplate, { title: string; about: string }> = {
  reminder: { title: '提醒還款', about: '今天應還的金額與還款虛擬帳號' },
  callBack: { title: '請回電', about: '請借款人於催收時段回電' },
  promised: { title: '提醒承諾的還款', about: '承諾的日期、金額與還款虛擬帳號' },
  help: { title: '說明協商方式', about: '延後、降低每期或展延的申請方式' },
};
