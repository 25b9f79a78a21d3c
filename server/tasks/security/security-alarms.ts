// Alarms for unusual security events: each opens one task, not one per event.
import type { SecurityKind } from '#contract/tasks/security.ts';
import type { Services } from '../../services.ts';
import type { Work } from '../../work.ts';
import { inWork } from '../../work.ts';
import { openTask } from '../opening.ts';
import {
  type AlarmBy,
  type AlarmMeasure,
  forgetEvents,
  insertAlarm,
  lockAlarms,
  measuredSources,
  raisedSince,
  recentKinds,
} from './security-queries.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/**
 * Number of alarms of one rule in an hour that name their source; further alarms are combined into
 * one.
 */
const SOURCES_AN_HOUR = 5;
const MANY = '*';

type Rule = {
  kinds: readonly SecurityKind[];
  by: AlarmBy;
  measure: AlarmMeasure;
  least: number;
  /** At most an hour, because older events are not looked for. */
  withinMs: number;
  /** Text shown to operators after the source; it contains the number of events. */
  text: (measured: number) => string;
};

const guesses = ['wrong_password', 'wrong_code'] as const;

/**
 * The alarm rules. Each limit is far above the number of mistakes that people make, even if many
 * share one IP address.
 */
export const alarmRules: Readonly<Record<string, Rule>> = {
  accounts_of_address: {
    kinds: guesses,
    by: 'address',
    measure: 'accounts',
    least: 10,
    withinMs: 10 * MINUTE_MS,
    text: (n) => `10 分鐘內試了 ${n} 個帳號的密碼`,
  },
  addresses_of_account: {
    kinds: guesses,
    by: 'account',
    measure: 'addresses',
    least: 5,
    withinMs: HOUR_MS,
    text: (n) => `1 小時內有 ${n} 個位址試同一帳號的密碼`,
  },
  guesses_of_member: {
    kinds: guesses,
    by: 'member',
    measure: 'times',
    least: 30,
    withinMs: HOUR_MS,
    text: (n) => `1 小時內密碼或驗證碼錯誤 ${n} 次`,
  },
  guesses_of_operator: {
    kinds: guesses,
    by: 'operator',
    measure: 'times',
    least: 10,
    withinMs: HOUR_MS,
    text: (n) => `1 小時內密碼或驗證碼錯誤 ${n} 次`,
  },
  objects_of_member: {
    kinds: ['foreign_object'],
    by: 'member',
    measure: 'times',
    least: 20,
    withinMs: 10 * MINUTE_MS,
    text: (n) => `10 分鐘內查詢不存在或他人的資料 ${n} 次`,
  },
  objects_of_address: {
    kinds: ['foreign_object'],
    by: 'address',
    measure: 'times',
    least: 60,
    withinMs: 10 * MINUTE_MS,
    text: (n) => `10 分鐘內查詢不存在或他人的資料 ${n} 次`,
  },
  roles_of_operator: {
    kinds: ['wrong_role'],
    by: 'operator',
    measure: 'times',
    least: 5,
    withinMs: 10 * MINUTE_MS,
    text: (n) => `10 分鐘內超出角色權限 ${n} 次`,
  },
  forged_tokens: {
    kinds: ['forged_token'],
    by: 'address',
    measure: 'times',
    least: 30,
    withinMs: 10 * MINUTE_MS,
    text: (n) => `10 分鐘內使用不存在的登入憑證 ${n} 次`,
  },
  bad_links: {
    kinds: ['bad_link', 'replayed'],
    by: 'address',
    measure: 'times',
    least: 20,
    withinMs: HOUR_MS,
    text: (n) => `1 小時內使用無效連結或重複的驗證碼 ${n} 次`,
  },
  confirmations_missing: {
    kinds: ['confirmation_missing'],
    by: 'member',
    measure: 'times',
    least: 20,
    withinMs: HOUR_MS,
    text: (n) => `1 小時內未確認身分即要求敏感操作 ${n} 次`,
  },
  foreign_origins: {
    kinds: ['origin_refused'],
    by: 'address',
    measure: 'times',
    least: 10,
    withinMs: 10 * MINUTE_MS,
    text: (n) => `10 分鐘內來源不符的後台請求 ${n} 次`,
  },
  captchas: {
    kinds: ['captcha_refused'],
    by: 'address',
    measure: 'times',
    least: 100,
    withinMs: 10 * MINUTE_MS,
    text: (n) => `10 分鐘內未附或未通過人機驗證 ${n} 次`,
  },
  limits: {
    kinds: ['rate_limited'],
    by: 'address',
    measure: 'times',
    least: 300,
    withinMs: 10 * MINUTE_MS,
    text: (n) => `10 分鐘內因操作過於頻繁被拒 ${n} 次`,
  },
  malformed: {
    kinds: ['malformed'],
    by: 'address',
    measure: 'times',
    least: 50,
    withinMs: 10 * MINUTE_MS,
    text: (n) => `10 分鐘內送出遭竄改的請求 ${n} 次`,
  },
  uploads: {
    kinds: ['upload_refused'],
    by: 'member',
    measure: 'times',
    least: 20,
    withinMs: HOUR_MS,
    text: (n) => `1 小時內上傳被拒 ${n} 次`,
  },
  viruses: {
    kinds: ['virus'],
    by: 'all',
    measure: 'times',
    least: 1,
    withinMs: HOUR_MS,
    text: (n) => `1 小時內有 ${n} 個上傳檔案含病毒`,
  },
  bank: {
    kinds: ['bank_refused'],
    by: 'all',
    measure: 'times',
    least: 3,
    withinMs: HOUR_MS,
    text: (n) => `1 小時內有 ${n} 次銀行通知簽章不符`,
  },
  blocked_content: {
    kinds: ['csp_report'],
    by: 'all',
    measure: 'times',
    least: 50,
    withinMs: HOUR_MS,
    text: (n) => `1 小時內瀏覽器回報 ${n} 次遭阻擋的內容`,
  },
};
const FLOOD = 'flood';

const sourceText: Record<AlarmBy, (source: string) => string> = {
  address: (source) => `位址 ${source} `,
  account: (source) => `帳號代碼 ${source} `,
  member: (source) => `會員 ${source} `,
  operator: (source) => `同仁 ${source} `,
  all: () => '',
};

type AlarmSource = {
  rule: string;
  source: string;
  measured: number;
  label: string;
  /** Filters with which the office's list shows the events that caused the alarm. */
  see: Record<string, string>;
};

async function raise(
  work: Work,
  { rule, source, measured, label, see }: AlarmSource,
): Promise<void> {
  const { tx, realNow: now } = work;
  const since = new Date(now.getTime() - DAY_MS);
  const alarm = await insertAlarm(tx, { rule, source, measured, now, since });
  if (!alarm) return;
  work.services.log.error({ alarm: rule, source, measured }, 'a security alarm');
  await openTask(work, {
    kind: 'security_alarm',
    subject: { type: 'security_alarm', id: alarm.id, label },
    detail: {
      why: '請到「資安紀錄」查看同一來源的事件，必要時停權、結束登入或封鎖位址，並記下處理結果',
      see,
    },
  });
}

const kindOf = ({ kinds: [kind] }: Rule): Record<string, string> => (kind ? { kind } : {});

async function look(work: Work, name: string, rule: Rule): Promise<void> {
  const { tx, realNow } = work;
  const ago = (ms: number) => new Date(realNow.getTime() - ms);
  const since = ago(rule.withinMs);
  const sources = await measuredSources(tx, { ...rule, name, since, toldSince: ago(DAY_MS) });
  for (const { source, measured } of sources) {
    const { raised } = await raisedSince(tx, name, ago(HOUR_MS));
    if (raised < SOURCES_AN_HOUR) {
      const label = `${sourceText[rule.by](source)}${rule.text(measured)}`;
      const see = rule.by === 'all' ? kindOf(rule) : { [rule.by]: source };
      await raise(work, { rule: name, source, measured, label, see });
      continue;
    }
    const label = `多個來源${rule.text(measured)}`;
    await raise(work, { rule: name, source: MANY, measured, label, see: kindOf(rule) });
    return;
  }
}

/**
 * Checks the events of the last hour against every rule that they concern; runs each minute.
 */
export const raiseAlarms = (services: Services): Promise<void> =>
  inWork(services, async (work) => {
    await lockAlarms(work.tx);
    const recent = await recentKinds(work.tx, new Date(work.realNow.getTime() - HOUR_MS));
    const folded = new Map(recent.map((row) => [row.kind, row.folded]));
    for (const [name, rule] of Object.entries(alarmRules)) {
      if (rule.kinds.some((kind) => folded.has(kind))) await look(work, name, rule);
    }
    const times = [...folded.values()].reduce((all, each) => all + each, 0);
    if (times === 0) return;
    const label = `資安事件過多，1 小時內有 ${times} 次未逐一記錄來源`;
    await raise(work, { rule: FLOOD, source: MANY, measured: times, label, see: {} });
  });

/**
 * Deletes the months of events that ended 180 days ago in real time; a function of the database
 * decides which are old enough.
 */
export const forgetSecurityEvents = (services: Services): Promise<void> =>
  inWork(services, async ({ tx }) => {
    const { forgotten } = await forgetEvents(tx);
    if (forgotten > 0) services.log.info({ rows: forgotten }, 'removed security events past use');
  });
