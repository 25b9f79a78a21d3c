// The lists of operators, sign-ins and impersonations: their columns on the page and in the file.
import * as operators from './operators.ts';
import { officePage, idSchema } from '../core/lists.ts';
import { z } from 'zod';
import { countSchema } from '../core/wire.ts';
import * as impersonation from './impersonation.ts';
import * as partners from './partners.ts';
import { roleText } from '../core/endpoint.ts';
import { choiceFilter, idFilter } from '../core/filters.ts';
import { list, listsOf } from '../core/list.ts';
import { scopeText } from './scopes.ts';
import { impersonationWords, operatorWords, partnerWords, signInOutcomeWords } from './words.ts';

export const operatorList = list({
  call: 'identity.listOperators',
  name: '同仁',
  path: '/ops/v1/operators',
  summary: 'Who works at the office, by name',
  roles: operators.admin,
  filters: { state: z.enum(operators.operatorStates).optional() },
  page: officePage,
  row: operators.listedOperator,
  beside: { total: countSchema },
  columns: {
    id: '編號',
    name: '姓名',
    email: '電子郵件',
    roles: { word: '角色', value: (row) => row.roles.map((role) => roleText[role]).join('・') },
    loanLimit: { word: '核准借款上限', kind: 'money', value: (row) => row.limits.loan },
    paymentLimit: {
      word: '核准付款上限',
      kind: 'money',
      value: (row) => row.limits.payment,
    },
    loanDayLimit: {
      word: '核准借款單日合計上限',
      kind: 'money',
      value: (row) => row.limits.loanDay,
    },
    paymentDayLimit: {
      word: '核准付款單日合計上限',
      kind: 'money',
      value: (row) => row.limits.paymentDay,
    },
    state: { word: '狀態', words: operatorWords },
    createdAt: '加入時間',
    lastLoginAt: '上次登入',
    sessions: { word: '登入中', kind: 'number' },
    acts: { word: '操作', only: 'page' },
  },
});

export const signInList = list({
  call: 'identity.listSignIns',
  name: '登入紀錄',
  path: '/ops/v1/sign-ins',
  summary: 'Tries to sign in at the office, failed ones too, newest first',
  roles: ['admin', 'auditor'],
  filters: {
    operator: idFilter('同仁編號'),
    outcome: choiceFilter('結果', operators.signInOutcomes, signInOutcomeWords),
  },
  page: { before: idSchema.optional(), item_per_page: officePage.item_per_page },
  row: operators.signIn,
  beside: { older: z.boolean() },
  columns: {
    id: '編號',
    at: { word: '時間', kind: 'time' },
    email: '帳號',
    operatorId: { word: '同仁編號', value: (row) => row.operator?.id ?? null },
    operator: { word: '同仁', value: (row) => row.operator?.name ?? null },
    outcome: { word: '結果', words: signInOutcomeWords },
    address: '位址',
    agent: '裝置',
  },
});

export const impersonationList = list({
  call: 'identity.listImpersonations',
  name: '代看紀錄',
  path: '/ops/v1/impersonations',
  summary: 'Who looked at the site as which member and why, newest first',
  roles: impersonation.readers,
  filters: { ...impersonation.narrowed },
  page: officePage,
  row: impersonation.impersonation,
  beside: { total: countSchema },
  columns: {
    id: '編號',
    createdAt: { word: '建立', fileWord: '建立時間', kind: 'time' },
    operatorId: { word: '同仁編號', value: (row) => row.operator.id },
    operator: { word: '同仁', value: (row) => row.operator.name },
    member: { word: '會員', fileWord: '會員編號', value: (row) => row.member.id },
    reason: '原因',
    state: { word: '狀態', words: impersonationWords },
    openedAt: '開啟時間',
    endsAt: { word: '結束', fileWord: '結束時間', kind: 'time' },
    address: '位址',
    acts: { word: '操作', only: 'page' },
  },
});

export const partnerList = list({
  call: 'identity.listPartners',
  name: '合作應用程式',
  path: '/ops/v1/partners',
  summary: 'Applications of partners, newest first',
  roles: ['admin', 'auditor'],
  filters: { state: z.enum(partners.partnerStates).optional() },
  page: officePage,
  row: partners.partnerSchema,
  beside: { total: countSchema },
  columns: {
    id: '編號',
    name: '名稱',
    clientId: '用戶端代號',
    redirectUris: { word: '回傳網址', value: (row) => row.redirectUris.join(' ') },
    scopes: {
      word: '權限',
      value: (row) => row.scopes.map((one) => scopeText[one].name).join('・'),
    },
    members: { word: '連結會員', kind: 'number' },
    state: { word: '狀態', words: partnerWords },
    createdAt: { word: '提出', fileWord: '提出時間', kind: 'time' },
    acts: { word: '操作', only: 'page' },
  },
});

export const identityLists = listsOf(operatorList, signInList, impersonationList, partnerList);
