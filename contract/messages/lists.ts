// The lists of notice texts, broadcasts and deliveries: their columns on the page and in the file.
import { list } from '../core/list.ts';
import { channelText, wayText } from '../core/wording.ts';
import { noticeCategoryText } from '../notices/words.ts';
import {
  audienceGroupText,
  type Broadcast,
  broadcastCategoryText,
  type BroadcastRow,
} from './broadcasts.ts';
import type { WordingRow } from './calls.ts';
import type { Delivery } from './deliveries.ts';
import { broadcastWords, deliveryWords } from './words.ts';

const waysIn = (ways: WordingRow['ways']) => ways.map((way) => wayText[way]).join(' ');
export const wordingList = list<WordingRow>()('通知範本', {
  key: '代號',
  name: '通知',
  category: { word: '分類', value: (row) => noticeCategoryText[row.category].text },
  ways: { word: '管道', value: (row) => waysIn(row.ways) },
  own: { word: '內容', fileWord: '已改寫', value: (row) => waysIn(row.own) },
  changedAt: { word: '最近變更', kind: 'time' },
});

/** The file has the fields of one broadcast, the page only some of them. */
export const broadcastList = list<BroadcastRow & Partial<Broadcast>>()('群發', {
  id: '編號',
  title: '標題',
  category: { word: '分類', words: broadcastCategoryText },
  audience: {
    word: '對象',
    value: ({ audience }) => (audience ? audienceGroupText[audience.group] : null),
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
});

export const deliveryList = list<Delivery>()('寄送紀錄', {
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
});
