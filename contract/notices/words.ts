// Words for the categories of notices.
import type { NoticeCategory } from './calls.ts';

/** `text` names the category in a list of categories; `title` stands above a notice by itself. */
export const noticeCategoryText: Record<NoticeCategory, { text: string; title: string }> = {
  invest: { text: '出資', title: '出資案通知' },
  loan: { text: '申貸', title: '申貸案通知' },
  account: { text: '帳戶', title: '帳戶通知' },
  other: { text: '其他', title: '通知' },
};
