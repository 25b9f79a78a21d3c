// A member's notification preferences: read, changed, and applied to each notice.
import {
  type NoticeCategory,
  type Preferences,
  noticeCategories,
  type notices,
} from '#contract/notices/calls.ts';
import type { Input } from '#contract/core/endpoint.ts';
import type { Tx } from '../database/db.ts';
import { type PreferenceRow, lockPreference, putPreference, readPreference } from './queries.ts';

const each = (set: (category: NoticeCategory) => boolean) =>
  Object.fromEntries(noticeCategories.map((one) => [one, set(one)])) as Preferences['email'];

const named = (set: Preferences['email'], on: boolean) =>
  noticeCategories.filter((category) => set[category] === on);

const view = (row: PreferenceRow): Preferences => ({
  email: each((category) => !row.mailOff.includes(category)),
  sms: each((category) => row.smsOn.includes(category)),
  push: each((category) => !row.pushOff.includes(category)),
  smsDeadlines: row.smsDeadlines,
  hideAmounts: row.hideAmounts,
  news: row.news,
});

export async function preferencesOf(tx: Tx, memberId: number): Promise<Preferences> {
  return view(await readPreference(tx, memberId));
}

/** Fields left out of `change` stay unchanged. */
export async function changePreferences(
  tx: Tx,
  memberId: number,
  change: Input<typeof notices.setPreferences>,
  now: Date,
): Promise<Preferences> {
  await lockPreference(tx, memberId);
  const before = await preferencesOf(tx, memberId);
  const after = {
    email: { ...before.email, ...change.email },
    sms: { ...before.sms, ...change.sms },
    push: { ...before.push, ...change.push },
    smsDeadlines: change.smsDeadlines ?? before.smsDeadlines,
    hideAmounts: change.hideAmounts ?? before.hideAmounts,
    news: change.news ?? before.news,
  };
  const { smsDeadlines, hideAmounts, news } = after;
  const row = {
    mailOff: named(after.email, false),
    smsOn: named(after.sms, true),
    pushOff: named(after.push, false),
  };
  await putPreference(tx, memberId, { ...row, smsDeadlines, hideAmounts, news }, now);
  return after;
}
