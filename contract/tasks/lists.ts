// The inbox, the list of security events and the audit log: columns on the page and in the export.
import { actionText, actorWords, moveText } from '../core/action-words.ts';
import { list } from '../core/list.ts';
import { subjectWord } from '../core/subject-words.ts';
import type { AuditEntry } from './audit.ts';
import type { ListedTask } from './calls.ts';
import { taskRules } from './kinds.ts';
import { type SecurityEventRow, securityKinds } from './security.ts';
import { decidedText, flagText, taskStatusText } from './words.ts';

export const taskList = list<ListedTask>()('待辦', {
  id: '編號',
  kind: { word: '類型', value: (row) => taskRules[row.kind].text },
  subject: { word: '主旨', fileWord: '對象', value: (row) => row.subject.label },
  applicant: '申請人',
  amount: { word: '金額', kind: 'money' },
  grade: '等級',
  flags: {
    word: '旗標',
    value: (row) => row.flags.map((flag) => flagText[flag]).join('、') || null,
  },
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

/**
 * Columns of the audit log. The exported file has readable texts first, followed by the stored
 * codes, from which the hashes are calculated.
 */
export const auditList = list<AuditEntry>()('稽核紀錄', {
  id: '編號',
  at: { word: '時間', fileWord: '發生時間', kind: 'time', exact: true },
  recordedAt: { word: '記錄時間', exact: true },
  actorType: { word: '操作者類型', value: ({ actor }) => actorWords[actor.type] },
  actorId: { word: '操作者編號', value: ({ actor }) => actor.id },
  actor: { word: '操作者', value: ({ actor }) => actor.name },
  subjectType: { word: '對象類型', value: ({ subject }) => subjectWord(subject.type) },
  subjectId: { word: '對象編號', value: ({ subject }) => subject.id },
  subject: { word: '對象', only: 'page' },
  action: { word: '動作', value: ({ action }) => actionText(action) },
  move: { word: '狀態', fileWord: '狀態變化', value: moveText },
  reason: '原因',
  snapshot: { word: '內容', value: ({ snapshot }) => JSON.stringify(snapshot) },
  requestId: '請求編號',
  actorCode: { word: '操作者類型代碼', value: ({ actor }) => actor.type },
  subjectCode: { word: '對象類型代碼', value: ({ subject }) => subject.type },
  actionCode: { word: '動作代碼', value: ({ action }) => action },
  from: '原狀態代碼',
  to: '新狀態代碼',
  position: '鏈上位置',
  hash: '雜湊',
  subjectNumber: { word: '案號／訂單編號', value: ({ subject }) => subject.number },
});
