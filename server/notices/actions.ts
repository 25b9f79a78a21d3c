// Actions of notices: the notification centre, preferences and devices of a member.
import type { notices } from '#contract/notices/calls.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions } from '../call.ts';
import { inFull } from '../tables/long-list.ts';
import {
  type NoticeRow,
  countUnread,
  listNotices,
  noticeIds,
  noticesById,
  readAll,
  readNotice,
} from './queries.ts';
import { changePreferences, preferencesOf } from './preferences.ts';
import { addDevice, channelsOf, removeDevice } from './push/devices.ts';

const view = (row: NoticeRow) => ({
  id: row.id,
  category: row.category,
  title: row.title,
  body: row.body,
  link: row.link,
  createdAt: row.createdAt,
  readAt: row.readAt,
});

export const noticesActions: Actions<{ notices: typeof notices }>['notices'] = {
  async listNotices({ tx, member }, { category, item_per_page, offset, page }) {
    const from = page ? (page - 1) * item_per_page : offset;
    if (!Number.isSafeInteger(from)) return { data: [], total: 0, unread: await unreadOf() };
    const of = category ?? null;
    return inFull(item_per_page, {
      async first(limit) {
        const rows = await listNotices(tx, member.id, of, limit, from);
        return { data: rows.map(view), total: rows[0]?.total ?? 0, unread: await unreadOf() };
      },
      ids: async () => (await noticeIds(tx, member.id, of, item_per_page, from)).ids,
      page: async (ids) => (await noticesById(tx, member.id, ids)).map(view),
    });
    async function unreadOf() {
      const unread = await countUnread(tx, member.id);
      return Object.fromEntries(unread.map((row) => [row.category, row.unread]));
    }
  },

  async getNotice({ isPrefetch, tx, member, now }, { id }) {
    const row = isPrefetch
      ? (await noticesById(tx, member.id, [id]))[0]
      : await readNotice(tx, member.id, id, now);
    if (!row) throw new Refusal('NOT_FOUND');
    return { data: view(row) };
  },

  async readAllNotices({ tx, member, now }, { category }) {
    return { data: { read: await readAll(tx, member.id, category ?? null, now) } };
  },

  async preferences({ tx, member }) {
    return { data: await preferencesOf(tx, member.id) };
  },

  async setPreferences({ tx, member, now }, change) {
    return { data: await changePreferences(tx, member.id, change, now) };
  },

  async channels(context) {
    return { data: await channelsOf(context, context.member.id) };
  },

  async addPushDevice(context, input) {
    return { data: { id: await addDevice(context, context.member, input) } };
  },

  async removePushDevice({ tx, member }, { id }) {
    await removeDevice(tx, member.id, id);
    return { data: { ok: true } };
  },
};
