// The list of members: its columns on the page and in the exported file.
import * as members from './members.ts';
import { z } from 'zod';
import { daySchema, countSchema } from '../core/wire.ts';
import { list, listsOf } from '../core/list.ts';
import { purposeText } from '../identity/words.ts';
import { memberFiles } from './members.ts';
import { standingWords, verificationWords } from './words.ts';

export const memberList = list({
  call: 'verification.findMembers',
  name: '會員',
  method: 'POST',
  path: '/ops/v1/members/search',
  summary:
    'Members by e-mail (its beginning), id, case, order or ID number, phone or its last 4 digits',
  roles: members.readers,
  // The search is in the body, so that personal data never appears in a URL or an access log.
  filters: {
    q: z.string().trim().max(120).default(''),
    standing: z.enum(members.memberStandings).optional(),
    file: z.enum(members.memberFiles).optional(),
    purpose: z.enum(members.memberPurposes).optional(),
    /** First and last day of the registration. */
    from: daySchema.optional(),
    to: daySchema.optional(),
    /** The order of registration. */
    direction: z.enum(['asc', 'desc']).default('desc'),
  },
  // The search may be somebody's personal number, so only the fact of a search is recorded.
  file: {
    audited: {
      snapshot: ({ q, ...filter }, format) => ({
        table: '會員',
        format,
        ...filter,
        searched: q !== '',
      }),
    },
  },
  page: members.page,
  row: members.memberHit,
  beside: { total: countSchema },
  columns: {
    id: '會員編號',
    nameMasked: { word: '會員', fileWord: '姓名' },
    emailMasked: '電子郵件',
    stage: '身分驗證步驟',
    status: {
      word: '身分驗證',
      value: (row) => verificationWords[memberFiles[row.status] ?? 'begun'].office.text,
    },
    standing: { word: '帳戶', words: standingWords },
    purpose: { word: '註冊用途', words: purposeText },
    createdAt: { word: '註冊', fileWord: '註冊時間', kind: 'time' },
  },
});

export const verificationLists = listsOf(memberList);
