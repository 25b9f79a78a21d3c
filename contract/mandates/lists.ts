// The lists of mandates, debits and their files: columns on the page and in the exported file.
import * as office from './office.ts';
import {
  mandateStatuses,
  debitStatuses,
  debitSubjects,
  debitSubjectText,
  debitWords,
  mandateWords,
  withdrawnText,
} from './status.ts';
import { z } from 'zod';
import { officePage } from '../core/lists.ts';
import { countSchema, moneySchema } from '../core/wire.ts';
import { choiceFilter, dayFilter, idFilter } from '../core/filters.ts';
import { list, listsOf } from '../core/list.ts';
import type { OfficeDebit } from './office.ts';
import { debitCodeText } from './return-codes.ts';
import { coversText, fileTypeText } from './words.ts';

export const mandateList = list({
  call: 'mandates.listMandates',
  name: '授權扣款',
  path: '/ops/v1/mandates',
  summary: 'Mandates by status and member, newest first',
  roles: office.readers,
  filters: {
    status: choiceFilter('狀態', mandateStatuses, mandateWords),
    member: idFilter('會員編號'),
  },
  page: officePage,
  row: office.mandateRow,
  beside: { total: countSchema },
  columns: {
    id: '編號',
    memberId: { word: '會員', fileWord: '會員編號' },
    status: { word: '狀態', words: mandateWords },
    covers: { word: '範圍', value: coversText },
    bankCode: { word: '銀行', fileWord: '銀行代碼' },
    accountTail: { word: '帳號末四碼', value: (row) => row.accountTail },
    ceiling: { word: '每筆上限', kind: 'money' },
    signedAt: { word: '簽署時間', kind: 'time' },
    failures: { word: '連續未成功', kind: 'count' },
    reason: '原因',
  },
});

/** What the bank answered, or why a debit was not sent. */
export const debitResult = ({ code, status, withdrawn }: OfficeDebit): string | null =>
  withdrawn !== null
    ? withdrawnText[withdrawn]
    : status === 'refused' && code !== null
      ? `${code} ${debitCodeText(code)}`
      : null;

export const debitList = list({
  call: 'mandates.listDebits',
  name: '扣款',
  path: '/ops/v1/debits',
  summary: 'Debits by status, subject, member, file and bank day, newest first',
  roles: office.readers,
  filters: {
    status: choiceFilter('狀態', debitStatuses, debitWords),
    subject: choiceFilter('款項', debitSubjects, debitSubjectText),
    member: idFilter('會員編號'),
    file: idFilter('扣款檔編號'),
    from: dayFilter('扣款日起'),
    to: dayFilter('扣款日迄'),
  },
  page: officePage,
  row: office.debitRow,
  /** `paid` is the sum of the debits that match and were carried out, in NT$. */
  beside: { total: countSchema, paid: moneySchema },
  columns: {
    id: '編號',
    debitOn: '扣款日',
    subject: { word: '款項', words: debitSubjectText },
    caseNo: '案號',
    no: { word: '期別', fileWord: '第幾期' },
    orderId: { word: '訂單', fileWord: '訂單編號' },
    memberId: { word: '會員', fileWord: '會員編號' },
    attempt: { word: '第幾次', kind: 'count' },
    status: { word: '狀態', words: debitWords },
    result: { word: '銀行回覆', value: debitResult },
    retryOn: '再扣日',
    fileId: { word: '扣款檔', fileWord: '扣款檔編號' },
    amount: { word: '金額', kind: 'money' },
  },
});

export const collectionFileList = list({
  call: 'mandates.listCollectionFiles',
  name: '扣款檔',
  path: '/ops/v1/collection-files',
  summary: 'Files with mandates and debits that the bank was given, newest first',
  roles: office.readers,
  filters: { type: z.enum(office.collectionFileTypes).optional() },
  page: officePage,
  row: office.fileRow,
  beside: { total: countSchema },
  columns: {
    reference: '檔名',
    type: { word: '內容', words: fileTypeText },
    records: { word: '筆數', kind: 'count' },
    agreed: { word: '成功', kind: 'count' },
    refused: { word: '未成功', kind: 'count' },
    createdAt: { word: '產生時間', kind: 'time' },
    sentAt: { word: '送交銀行', kind: 'time' },
    attempts: { word: '傳送失敗', kind: 'count' },
    sha256: { word: '雜湊值', fileWord: 'SHA-256' },
    total: { word: '總額', kind: 'money' },
    file: { word: '檔案', only: 'page' },
  },
});

export const mandatesLists = listsOf(mandateList, debitList, collectionFileList);
