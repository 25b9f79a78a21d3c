// What a token of the API may be allowed to do, and the words and limits that its owner reads.

/** Scopes in the order in which pages list them. */
export const scopes = ['cases:read', 'portfolio:read', 'orders:place'] as const;

/** A group of calls that a token may make. A call without a scope is closed to every token. */
export type Scope = (typeof scopes)[number];

export const scopeText: Record<Scope, { name: string; means: string }> = {
  'cases:read': { name: '查看案件', means: '搜尋與查看募集中的案件、試算報酬' },
  'portfolio:read': {
    name: '查看出資',
    means: '查看出資訂單、持有的案件與收款紀錄，包含金額',
  },
  'orders:place': {
    name: '下單出資',
    means: '以您的名義保留出資額度；設定了扣款授權時，可從您的帳戶扣款支付',
  },
};

/** Bounds of what the orders of one token may come to on a day, in NT$. */
export const DAILY_CAP_MIN = 1_000;
export const DAILY_CAP_MAX = 1_000_000;

/** Days for which a token may be valid. */
export const lifetimes = [30, 90, 365] as const;

/** Most tokens and connected applications of a member that are in force. */
export const ACCESS_MAX = 20;

/** Calls per minute that one token may make. */
export const CALLS_PER_MINUTE = 120;
