// What a step-up confirms: the act, and the thing that it is about.
import { z } from 'zod';

/** Acts of the specification: they also accept a step-up that names no act. */
const specifiedActs = {
  'sign-contract': '簽署契約',
  'negotiation-agree': '同意協商方案',
  'bank-info': '設定收款帳戶',
  'id-info': '變更身分證件',
  phone: '更換手機門號',
  password: '變更密碼',
} as const;
/** Our own acts: they accept only a step-up that names them. */
const ownActs = {
  token: '建立 API 權杖',
  application: '連結應用程式',
  webhook: '設定 Webhook',
  mandate: '簽署授權扣款',
  closing: '永久關閉帳戶',
  export: '下載個人資料',
  reveal: '顯示完整個人資料',
  passkey: '變更通行密鑰',
  factor: '關閉第二步驟',
} as const;

export const stepUpText = { ...specifiedActs, ...ownActs };
export type StepUpAct = keyof typeof stepUpText;
export const isSpecified = (act: StepUpAct): boolean => act in specifiedActs;

/**
 * What a step-up is for. `object` names the thing, such as a case number; it is compared with what
 * the act does, and is shown in the text message, so that it can contain no words and no link.
 */
export type StepUpFor = { act: StepUpAct; object?: string | undefined };

/** Optional extras of the calls that send a code and that step a session up. */
export const stepUpShape = {
  act: z.enum(Object.keys(stepUpText) as [StepUpAct, ...StepUpAct[]]).optional(),
  object: z
    .string()
    .regex(/^[A-Za-z0-9*-]{1,40}$/)
    .optional(),
};

/** Returns the object of a step-up for a bank account: its bank and its last four digits. */
export const accountObject = (bankCode: string, account: string): string =>
  `${bankCode}-${account.replaceAll(/\D/g, '').slice(-4)}`;

/** The act in the words of a text message. */
export const stepUpWords = ({
  act,
  object,
}: {
  act?: StepUpAct | undefined;
  object?: string | undefined;
}) =>
  act === undefined ? '您接下來的一項操作' : `${stepUpText[act]}${object ? `（${object}）` : ''}`;
