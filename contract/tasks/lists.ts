// The inbox, the list of security events and the audit log: columns on the page and in the export.
import { roles } from '../core/endpoint.ts';
import * as calls from './calls.ts';
import { z } from 'zod';
import { numberText, countSchema } from '../core/wire.ts';
import * as security from './security.ts';
import { idSchema, officePage } from '../core/lists.ts';
import * as audit from './audit.ts';
import { actionText, actorWords, moveText } from '../core/action-words.ts';
import { choiceFilter, dayFilter, idFilter, optionFilter, textFilter } from '../core/filters.ts';
import { list, listsOf } from '../core/list.ts';
import { subjectText, subjectWord } from '../core/subject-words.ts';
import { taskRules } from './kinds.ts';
import { securityKindNames, securityKinds } from './security.ts';
import { decidedText, flagText, taskStatusText } from './words.ts';

export const taskList = list({
  call: 'tasks.listTasks',
  name: '待辦',
  path: '/ops/v1/tasks',
  summary: 'The inbox: by kind and status, oldest due first',
  roles: roles,
  filters: { ...calls.taskFilter },
  page: {
    item_per_page: numberText(z.int().min(1).max(200)).default(50),
    offset: numberText(z.int().min(0).max(10_000_000)).default(0),
  },
  row: calls.listedTask,
  beside: {
    total: countSchema,
    counts: z.record(z.string(), countSchema),
    queues: z.array(calls.queueSchema),
  },
  columns: {
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
  },
});

export const securityEventList = list({
  call: 'tasks.listSecurityEvents',
  name: '資安紀錄',
  path: '/ops/v1/security-events',
  summary: 'Security events, newest first: failed sign-ins, refused access, tries to go around',
  roles: ['auditor', 'admin'],
  filters: {
    kind: choiceFilter('事件', securityKindNames, securityKinds),
    /** Address as the list shows it: an IPv4 address, or the first half of an IPv6 address. */
    address: textFilter(
      '位址',
      z
        .string()
        .regex(/^[0-9a-fA-F.:/]{2,45}$/)
        .optional(),
      { text: 'address' },
    ),
    member: idFilter('會員編號'),
    operator: idFilter('同仁編號'),
    account: textFilter(
      '帳號代碼',
      z
        .string()
        .regex(/^[\w+/=-]{8,100}$/)
        .optional(),
      { text: 'code' },
    ),
    from: dayFilter('自'),
    to: dayFilter('至'),
  },
  page: { before: idSchema.optional(), item_per_page: officePage.item_per_page },
  row: security.eventSchema,
  beside: { older: z.boolean() },
  columns: {
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
    operatorId: { word: '同仁編號', value: (row) => row.operator?.id ?? null },
    operator: { word: '同仁', value: (row) => row.operator?.name ?? null },
    account: '帳號代碼',
    call: '功能代碼',
    code: '結果代碼',
    kind: '事件代碼',
    requestId: '請求編號',
  },
});

/**
 * Columns of the audit log. The exported file has readable texts first, followed by the stored
 * codes, from which the hashes are calculated.
 */
export const auditList = list({
  call: 'tasks.listAudit',
  name: '稽核紀錄',
  path: '/ops/v1/audit',
  summary: 'The audit log, newest first, a page before or after an id',
  roles: audit.roles,
  file: {
    audited: {
      action: 'audit.exported',
      snapshot: (filter, format) => (format === 'xlsx' ? { ...filter, format } : filter),
    },
  },
  formerly: '/ops/v1/audit/export',
  filters: {
    actor: choiceFilter('操作者', audit.auditActors, actorWords),
    actorId: idFilter('操作者編號'),
    /** Type of the subject: `loan`, `order`, `member` and the like. */
    subject: optionFilter(
      '對象',
      z
        .string()
        .regex(/^[a-z_]{1,40}$/)
        .optional(),
      Object.entries(subjectText).map(([value, label]) => ({ value, label })),
    ),
    subjectId: idFilter('對象編號'),
    /** Number of a case or an order as people type it, instead of type and id of the subject. */
    subjectNo: textFilter('案號／訂單編號', z.string().trim().min(1).max(30).optional()),
    /** An action (`loan.approved`) or a prefix that matches all of its actions (`loan.`). */
    action: textFilter(
      '動作',
      z
        .string()
        .regex(/^[a-z_.]{1,60}$/)
        .optional(),
      { text: 'action', placeholder: 'loan.' },
    ),
    from: dayFilter('自'),
    to: dayFilter('至'),
  },
  page: {
    before: idSchema.optional(),
    after: idSchema.optional(),
    item_per_page: numberText(z.int().min(1).max(200)).default(50),
  },
  row: audit.rowSchema,
  beside: {
    /** Whether the log has more rows in either direction. */
    newer: z.boolean(),
    older: z.boolean(),
  },
  columns: {
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
  },
});

export const tasksLists = listsOf(taskList, securityEventList, auditList);
