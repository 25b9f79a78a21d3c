// API of the security event log: the kinds with their labels, the list and its filters.
import { z } from 'zod';
import type { ServerSide } from '../core/server-side.ts';
import { instantSchema, outputIdSchema } from '../core/lists.ts';

/** All kinds of events with their labels for the office. */
export const securityKinds = {
  signed_in: '登入成功',
  second_factor_asked: '密碼正確，等待第二步驟',
  wrong_password: '密碼錯誤',
  wrong_code: '驗證碼、驗證器或通行密鑰錯誤',
  confirmation_missing: '未再次確認身分即要求敏感操作',
  bad_link: '信件連結無效、過期或已用過',
  replayed: '重複使用一次性驗證碼或請求編號',
  forged_token: '登入憑證不存在或偽造',
  foreign_object: '查詢不存在或他人的資料',
  wrong_role: '同仁超出角色權限',
  not_allowed: '會員或同仁不符操作資格',
  origin_refused: '請求來源不符（疑似跨站偽造）',
  captcha_refused: '未附或未通過人機驗證',
  rate_limited: '操作過於頻繁，已限制',
  malformed: '請求格式遭竄改或無法解讀',
  upload_refused: '拒收上傳檔案',
  virus: '上傳檔案含病毒',
  bank_refused: '銀行通知簽章不符',
  csp_report: '瀏覽器回報遭阻擋的內容',
} as const;
export type SecurityKind = keyof typeof securityKinds;
export const securityKindNames = Object.keys(securityKinds) as [SecurityKind, ...SecurityKind[]];

export const eventSchema = z.object({
  id: outputIdSchema,
  /** Times of the first (`at`) and the last (`until`) of the events that this row combines. */
  at: instantSchema,
  until: instantSchema,
  kind: z.enum(securityKindNames),
  /** Number of events of the same kind, source and call that this row combines. */
  times: z.number(),
  /**
   * Code of the refusal, or the directive that was violated according to a browser's CSP report.
   */
  code: z.string().nullable(),
  call: z.string(),
  /** IPv4 address or IPv6 /64 network; null if this row combines events from many addresses. */
  address: z.string().nullable(),
  /** Readable browser name, and the beginning of the hash of the user agent. */
  agent: z.string().nullable(),
  /** Keyed hash of the e-mail address that was typed; equal addresses have equal hashes. */
  account: z.string().nullable(),
  member: outputIdSchema.nullable(),
  operator: z.object({ id: outputIdSchema, name: z.string() }).nullable(),
  /** Id of the request that caused the first of the events in this row. */
  requestId: z.string().nullable(),
});
export type SecurityEventRow = z.output<typeof eventSchema>;
export type ServerSecurityEventRow = ServerSide<typeof eventSchema>;
