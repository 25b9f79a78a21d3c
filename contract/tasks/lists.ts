// The inbox and the list of security events: their columns on the page and in the file.
import { list } from '../core/list.ts';
import type { Task } from './calls.ts';
import { taskRules } from './kinds.ts';
import { type SecurityEventRow, securityKinds } from './security.ts';
import { decidedText, taskStatusText } from './words.ts';

export const taskList = list<Task>()('待辦', {
  id: '編號',
  kind: { word: '類型', value: (row) => taskRules[row.kind].text },
  subject: { word: '主旨', fileWord: '對象', value: (row) => row.subject.label },
  status: { word: '狀態', words: taskStatusText },
  waiting: { word: '已等待', only: 'page' },
  createdAt: { word: '送件', fileWord: '建立時間', kind: 'time' },
  dueAt: '期限',
  assignee: { word: '承辦', fileWord: '處理人', value: (row) => row.assignee?.name ?? null },
  maker: '經辦',
  checker: { word: '決定者', fileWord: '覆核' },
  decision: {
    word: '結果',
    fileWord: '決定',
    value: (row) => (row.status === 'open' ? null : decidedText(row.kind, row.decision)),
  },
  reason: '原因',
});

export const securityEventList = list<SecurityEventRow>()('資安紀錄', {
  id: '編號',
  at: { word: '時間', fileWord: '首次時間', kind: 'time' },
  until: '最後時間',
  event: { word: '事件', value: (row) => securityKinds[row.kind] },
  times: '次數',
  address: '位址',
  subject: { word: '對象', only: 'page' },
  details: { word: '內容', only: 'page' },
  agent: '裝置',
  member: '會員編號',
  operatorId: { word: '同事編號', value: (row) => row.operator?.id ?? null },
  operator: { word: '同事', value: (row) => row.operator?.name ?? null },
  account: '帳號代碼',
  call: '功能代碼',
  code: '結果代碼',
  kind: '事件代碼',
  requestId: '請求編號',
});
