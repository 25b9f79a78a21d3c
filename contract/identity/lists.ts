// The lists of operators, sign-ins and impersonations: their columns on the page and in the file.
import { roleText } from '../core/endpoint.ts';
import { list } from '../core/list.ts';
import type { Impersonation } from './impersonation.ts';
import type { ListedOperator, OperatorSignIn } from './operators.ts';
import type { Partner } from './partners.ts';
import { scopeText } from './scopes.ts';
import { impersonationWords, operatorWords, partnerWords, signInOutcomeWords } from './words.ts';

export const operatorList = list<ListedOperator>()('同事', {
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
});

export const signInList = list<OperatorSignIn>()('登入紀錄', {
  id: '編號',
  at: { word: '時間', kind: 'time' },
  email: '帳號',
  operatorId: { word: '同事編號', value: (row) => row.operator?.id ?? null },
  operator: { word: '同事', value: (row) => row.operator?.name ?? null },
  outcome: { word: '結果', words: signInOutcomeWords },
  address: '位址',
  agent: '裝置',
});

export const impersonationList = list<Impersonation>()('代看紀錄', {
  id: '編號',
  createdAt: { word: '建立', fileWord: '建立時間', kind: 'time' },
  operatorId: { word: '同事編號', value: (row) => row.operator.id },
  operator: { word: '同事', value: (row) => row.operator.name },
  member: { word: '會員', fileWord: '會員編號', value: (row) => row.member.id },
  reason: '原因',
  state: { word: '狀態', words: impersonationWords },
  openedAt: '開啟時間',
  endsAt: { word: '結束', fileWord: '結束時間', kind: 'time' },
  address: '位址',
  acts: { word: '操作', only: 'page' },
});

export const partnerList = list<Partner>()('合作應用程式', {
  id: '編號',
  name: '名稱',
  clientId: '用戶端代號',
  redirectUris: { word: '回傳網址', value: (row) => row.redirectUris.join(' ') },
  scopes: { word: '權限', value: (row) => row.scopes.map((one) => scopeText[one].name).join('・') },
  members: { word: '連結會員', kind: 'number' },
  state: { word: '狀態', words: partnerWords },
  createdAt: { word: '提出', fileWord: '提出時間', kind: 'time' },
  acts: { word: '操作', only: 'page' },
});
