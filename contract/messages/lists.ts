// The lists of notice texts, broadcasts and deliveries: their columns on the page and in the file.
import * as calls from './calls.ts';
import { optionalText, countSchema, numberText } from '../core/wire.ts';
import { noticeCategories } from '../notices/calls.ts';
import { z } from 'zod';
import { officePage, idSchema } from '../core/lists.ts';
import * as broadcasts from './broadcasts.ts';
import * as deliveries from './deliveries.ts';
import { list, listsOf } from '../core/list.ts';
import { channelText, wayText } from '../core/wording.ts';
import { noticeCategoryText } from '../notices/words.ts';
import { audienceGroupText, broadcastCategoryText } from './broadcasts.ts';
import type { WordingRow } from './calls.ts';
import { broadcastWords, deliveryWords } from './words.ts';

const waysIn = (ways: WordingRow['ways']) => ways.map((way) => wayText[way]).join(' ');
export const wordingList = list({
  call: 'messages.listWordings',
  name: '通知範本',
  path: '/ops/v1/wordings',
  summary: 'Every kind of notice, and by which ways its words were written at the office',
  roles: calls.messageReaders,
  filters: {
    q: optionalText(60),
    category: z.enum(noticeCategories).optional(),
    /** If set, only kinds of notices whose text was changed by the office are returned. */
    words: z.literal('own').optional(),
  },
  row: calls.rowSchema,
  columns: {
    key: '代號',
    name: '通知',
    category: { word: '分類', value: (row) => noticeCategoryText[row.category].text },
    ways: { word: '管道', value: (row) => waysIn(row.ways) },
    own: { word: '內容', fileWord: '已改寫', value: (row) => waysIn(row.own) },
    changedAt: { word: '最近變更', kind: 'time' },
  },
});

export const broadcastList = list({
  call: 'messages.listBroadcasts',
  name: '群發',
  path: '/ops/v1/broadcasts',
  summary: 'Messages to many, newest first',
  roles: broadcasts.readers,
  page: officePage,
  row: broadcasts.rowSchema,
  fileRow: broadcasts.broadcastSchema,
  beside: { total: countSchema },
  columns: {
    id: '編號',
    title: '標題',
    category: { word: '分類', words: broadcastCategoryText },
    audience: {
      word: '對象',
      value: ({ audience }) => audienceGroupText[audience.group],
    },
    status: { word: '狀態', words: broadcastWords },
    sendAt: { word: '寄送時間', kind: 'time' },
    counted: '預計人數',
    told: { word: '已通知／送審時人數', fileWord: '已通知' },
    by: { word: '撰寫', fileWord: '經辦' },
    madeAt: '建立時間',
    approvedBy: '覆核',
    approvedAt: '覆核時間',
    endedAt: '寄完時間',
    reason: '原因',
  },
});

export const deliveryList = list({
  call: 'messages.listDeliveries',
  name: '寄送紀錄',
  path: '/ops/v1/deliveries',
  summary: 'Mails and text messages, newest first, a page before or after an id',
  roles: ['reviewer', 'approver', 'finance', 'auditor', 'admin'],
  file: {
    roles: ['auditor', 'admin'],
    refusals: ['TOO_MANY_ROWS'],
    audited: { action: 'deliveries.exported', snapshot: (filter) => filter },
  },
  formerly: '/ops/v1/deliveries/export',
  filters: deliveries.filter,
  page: {
    before: idSchema.optional(),
    after: idSchema.optional(),
    item_per_page: numberText(z.int().min(1).max(200)).default(50),
  },
  row: deliveries.rowSchema,
  beside: { newer: z.boolean(), older: z.boolean() },
  columns: {
    id: '編號',
    channel: { word: '管道', words: channelText },
    state: { word: '狀態', words: deliveryWords },
    recipient: '收件者',
    memberId: { word: '會員', fileWord: '會員編號' },
    broadcastId: '群發編號',
    about: '內容',
    at: { word: '產生時間', kind: 'time' },
    sentAt: { word: '寄出時間', kind: 'time' },
    failures: { word: '失敗', fileWord: '失敗次數' },
    failure: '最近的錯誤',
  },
});

export const messagesLists = listsOf(wordingList, broadcastList, deliveryList);
