// Back-office API for what members have in common: a device, a number, an account, an address, a
// contact person or a document.
import { z } from 'zod';
import { office } from '../../core/endpoint.ts';
import { idSchema, outputIdSchema } from '../../core/lists.ts';

/** What two members have in common, in the order in which the office shows it. */
export const linkKinds = [
  'account',
  'contactOfOther',
  'memberAsContact',
  'sharedContact',
  'document',
  'device',
  'address',
] as const;
export type LinkKind = (typeof linkKinds)[number];

type LinkWords = {
  text: string;
  about: string;
  /** What was compared with what. */
  compared: string;
};

export const linkText: Record<LinkKind, LinkWords> = {
  account: {
    text: '同一個銀行帳戶',
    about: '這些會員登記過相同的帳號',
    compared: '登記過的銀行帳戶',
  },
  contactOfOther: {
    text: '聯絡人也是會員',
    about: '這位會員的聯絡人電話，是這些會員的手機',
    compared: '申請書的聯絡人電話；其他會員的手機',
  },
  memberAsContact: {
    text: '被列為聯絡人',
    about: '這些會員的聯絡人電話，是這位會員的手機',
    compared: '本人手機；其他會員申請書的聯絡人電話',
  },
  sharedContact: {
    text: '同一位聯絡人',
    about: '這些會員填寫的聯絡人電話相同',
    compared: '申請書的聯絡人電話；其他會員申請書的聯絡人電話',
  },
  document: {
    text: '同一份文件',
    about: '這些會員上傳過內容完全相同的檔案',
    compared: '上傳檔案的內容',
  },
  device: {
    text: '同一個網路位址與瀏覽器',
    about: '可能是同一台裝置，也可能是同一個辦公室或家庭',
    compared: '登入時的網路位址與瀏覽器',
  },
  address: {
    text: '同一個地址',
    about: '戶籍或通訊地址相同；家人同住很常見，不影響申請',
    compared: '戶籍與通訊地址',
  },
};

/** Members of one kind of link that are shown at most. */
export const LINKS_MAX = 20;

const linkSchema = z.object({
  kind: z.enum(linkKinds),
  members: z.array(
    z.object({
      id: outputIdSchema,
      /** Masked; null before the member has given a name. */
      name: z.string().nullable(),
      suspended: z.boolean(),
      closed: z.boolean(),
      /** Whether a loan of the member is overdue or was written off. */
      late: z.boolean(),
    }),
  ),
  /** Whether there are more members than shown. */
  more: z.boolean(),
});
export type MemberLink = z.output<typeof linkSchema>;

export const linksOffice = {
  memberLinks: office.token({
    path: '/ops/v1/members/:id/links',
    // Each look is recorded, so that the answer is never stored for replay.
    summary: 'What a member has in common with other members; the audit log keeps each look',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ data: z.array(linkSchema) }),
    refusals: ['NOT_FOUND'],
    roles: ['reviewer', 'approver', 'auditor', 'admin'],
    perMinute: 60,
  }),
} as const;
