// How long each table keeps its rows: the one list of retention periods, each with its source. The
// job beside it deletes what is past its period. The comment of each table in the database says why
// it keeps its rows.
import { deliveryRetentionDays, noticeRetentionDays } from '#contract/notices/retention.ts';
import { type Sql, sql } from '../database/sql.ts';
import { DRAFT_DAYS } from '../lending/rules.ts';
import { DELIVERY_DAYS } from '../webhooks/rules.ts';

export type RetentionRule = {
  /** Name of the table. */
  name: string;
  table: Sql;
  /** Joins a row `d` of the table with the selected row `t`, by its key. */
  same: Sql;
  /** Instant of the row `t` from which its period counts; a row without one is kept. */
  since: Sql;
  days: number;
  /**
   * Business time can be moved forward in a demonstration. Whatever a person signs in with follows
   * real time, so that a moved clock does not sign everybody out.
   */
  clock: 'business' | 'real';
  /** Whether the table has monthly partitions, which are dropped as a whole. */
  isMonthly?: true;
  /** Whether the rows are about persons, so that their deletion is recorded in the audit log. */
  isPersonal: boolean;
  /** The law, the privacy policy or the reason that sets the period. */
  source: string;
};

const sameId = sql`d.id = t.id`;
const POLICY = '隱私權政策第六條';
const PURPOSE = '個人資料保護法第十一條第三項: the purpose has ended';

const messages: readonly RetentionRule[] = [
  {
    name: 'notices.notice',
    table: sql`notices.notice`,
    same: sql`d.id = t.id and d.created_at = t.created_at`,
    since: sql`t.created_at`,
    isMonthly: true,
    days: noticeRetentionDays,
    clock: 'business',
    isPersonal: true,
    source: `${POLICY}第四款`,
  },
  {
    name: 'notices.outbox',
    table: sql`notices.outbox`,
    same: sql`d.id = t.id and d.created_at = t.created_at`,
    since: sql`t.created_at`,
    isMonthly: true,
    days: deliveryRetentionDays,
    clock: 'business',
    isPersonal: true,
    source: `${PURPOSE}; a month is enough to answer whether a message was sent`,
  },
  {
    // Its attempts are deleted with it.
    name: 'webhooks.message',
    table: sql`webhooks.message`,
    same: sameId,
    since: sql`t.created_at`,
    days: DELIVERY_DAYS,
    clock: 'real',
    isPersonal: true,
    source: `${PURPOSE}; a month is enough to send an event again`,
  },
  {
    name: 'messages.broadcast_member',
    table: sql`messages.broadcast_member`,
    same: sql`d.broadcast_id = t.broadcast_id and d.member_id = t.member_id`,
    // A row keeps a member from being told twice, so it is needed until its broadcast has ended.
    since: sql`(select b.ended_at from messages.broadcast b where b.id = t.broadcast_id)`,
    days: noticeRetentionDays,
    clock: 'business',
    isPersonal: true,
    source: `${POLICY}第四款: as long as the notice of the broadcast`,
  },
];

const signIns: readonly RetentionRule[] = [
  {
    name: 'identity.session',
    table: sql`identity.session`,
    same: sameId,
    since: sql`coalesce(t.ended_at, t.ends_at)`,
    days: 30,
    clock: 'real',
    isPersonal: true,
    source: `${POLICY}第四款; also to tell an expired session from an invalid one`,
  },
  {
    name: 'identity.operator_session',
    table: sql`identity.operator_session`,
    same: sameId,
    since: sql`coalesce(t.ended_at, t.ends_at)`,
    days: 30,
    clock: 'real',
    isPersonal: true,
    source: 'the same period as for the sessions of members',
  },
  {
    name: 'identity.operator_sign_in',
    table: sql`identity.operator_sign_in`,
    same: sameId,
    since: sql`t.at`,
    days: 365,
    clock: 'real',
    isPersonal: true,
    source: 'a year for audits, shown to the admins at 登入紀錄',
  },
  {
    name: 'identity.impersonation',
    table: sql`identity.impersonation`,
    same: sameId,
    since: sql`coalesce(t.ended_at, t.ends_at, t.link_until)`,
    days: 365,
    clock: 'real',
    isPersonal: true,
    source: 'a year for audits; the audit log keeps what was opened',
  },
  {
    name: 'identity.browser',
    table: sql`identity.browser`,
    same: sameId,
    since: sql`t.last_seen_at`,
    days: 365,
    clock: 'real',
    isPersonal: true,
    source: `${PURPOSE}: a browser unused for a year counts as unknown`,
  },
];

const codes: readonly RetentionRule[] = [
  {
    name: 'identity.api_token',
    table: sql`identity.api_token`,
    same: sql`d.token_hash = t.token_hash`,
    since: sql`t.expires_at`,
    days: 30,
    clock: 'real',
    isPersonal: true,
    source: `${PURPOSE}; a month answers that a token has expired`,
  },
  {
    name: 'identity.email_token',
    table: sql`identity.email_token`,
    same: sameId,
    since: sql`t.expires_at`,
    days: 2,
    clock: 'real',
    isPersonal: true,
    source: `${PURPOSE}; two days answer that a link has expired`,
  },
  {
    name: 'identity.operator_setup',
    table: sql`identity.operator_setup`,
    same: sameId,
    since: sql`t.expires_at`,
    days: 2,
    clock: 'real',
    isPersonal: true,
    source: 'two days answer that a link has expired',
  },
  {
    name: 'identity.sign_in_ticket',
    table: sql`identity.sign_in_ticket`,
    same: sameId,
    since: sql`t.expires_at`,
    days: 2,
    clock: 'real',
    isPersonal: true,
    source: `${PURPOSE}; two days answer that a sign-in has expired`,
  },
  {
    name: 'identity.sms_code',
    table: sql`identity.sms_code`,
    same: sameId,
    since: sql`t.created_at`,
    days: 2,
    clock: 'real',
    isPersonal: true,
    source: `${PURPOSE}; limits of codes count one day`,
  },
  {
    name: 'identity.challenge',
    table: sql`identity.challenge`,
    same: sql`d.hash = t.hash`,
    since: sql`t.expires_at`,
    days: 0,
    clock: 'real',
    isPersonal: false,
    source: 'of no use once it has expired',
  },
  {
    name: 'identity.login_failure',
    table: sql`identity.login_failure`,
    same: sql`d.key = t.key and d.at = t.at`,
    since: sql`t.at`,
    days: 1,
    clock: 'real',
    isPersonal: true,
    source: `${PURPOSE}; throttling counts less than one day`,
  },
  {
    name: 'identity.captcha_used',
    table: sql`identity.captcha_used`,
    same: sql`d.salt = t.salt`,
    since: sql`t.used_at`,
    days: 1,
    clock: 'real',
    isPersonal: false,
    source: 'a solved captcha is accepted for minutes',
  },
  {
    name: 'identity.throttle',
    table: sql`identity.throttle`,
    same: sql`d.key = t.key`,
    since: sql`t.free_at`,
    days: 1,
    clock: 'real',
    isPersonal: false,
    source: 'a limit that is free again needs no row',
  },
];

const work: readonly RetentionRule[] = [
  {
    name: 'lending.draft',
    table: sql`lending.draft`,
    same: sql`d.member_id = t.member_id`,
    since: sql`t.saved_at`,
    days: DRAFT_DAYS,
    clock: 'real',
    isPersonal: true,
    source: `${POLICY}第三款`,
  },
  {
    name: 'content.preview',
    table: sql`content.preview`,
    same: sql`d.token = t.token`,
    since: sql`t.expires_at`,
    days: 0,
    clock: 'real',
    isPersonal: false,
    source: 'of no use once it has expired',
  },
  {
    name: 'app.idempotency',
    table: sql`app.idempotency`,
    same: sql`d.actor = t.actor and d.key = t.key`,
    since: sql`t.created_at`,
    days: 3,
    clock: 'real',
    isPersonal: true,
    source: `${PURPOSE}; callers repeat a request within 72 hours`,
  },
  {
    name: 'app.file_fault',
    table: sql`app.file_fault`,
    same: sameId,
    since: sql`t.repaired_at`,
    days: 365,
    clock: 'real',
    isPersonal: false,
    source: 'a year for audits; a fault that is not repaired stays',
  },
];

/** Every rule of retention; the job deletes by them in this order. */
export const retentionRules: readonly RetentionRule[] = [
  ...messages,
  ...signIns,
  ...codes,
  ...work,
];

/**
 * Tables whose old rows a function of the database deletes, with the period in days. The function
 * measures the age itself, so that somebody with the program's role cannot delete their traces.
 * Security events are deleted by whole months, so that the last ones live for up to 211 days.
 */
export const ownerDeleted: Readonly<Record<string, number>> = {
  'tasks.security_event': 180,
  'tasks.security_alarm': 180,
};
