// SQL of browsers that members have signed in on, and of their second-factor choice.
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

/** Whether the member has signed in on this browser and has not removed it since. */
export const isBrowserKnown = (tx: Tx, memberId: number, name: string) =>
  tx.one<{ known: boolean }>(sql`
    select exists (select from identity.browser where member_id = ${memberId} and name =
      ${name}) as known
  `);

export type SeenBrowser = {
  memberId: number;
  name: string;
  agent: string;
  address: string;
  at: Date;
};

export const seeBrowser = (tx: Tx, browser: SeenBrowser) =>
  tx.one<{ id: number }>(sql`
    insert into identity.browser (member_id, name, agent, address, first_seen_at, last_seen_at)
    values (${browser.memberId}, ${browser.name}, ${browser.agent}, ${browser.address},
      ${browser.at}, ${browser.at})
    on conflict (member_id, name) do update
      set agent = excluded.agent, address = excluded.address, last_seen_at = excluded.last_seen_at
    returning id
  `);

/** Keeps only the `most` browsers that were used most recently. */
export const forgetOldBrowsers = (tx: Tx, memberId: number, most: number) =>
  tx.run(sql`
    delete from identity.browser where id in (
    select id from identity.browser where member_id = ${memberId}
    order by last_seen_at desc, id desc offset ${most})
  `);

export type BrowserRow = {
  id: number;
  agent: string;
  address: string;
  firstSeenAt: Date;
  lastSeenAt: Date;
  isCurrent: boolean;
};

export const browsersOf = (tx: Tx, memberId: number, sessionId: number) =>
  tx.many<BrowserRow>(sql`
    select b.id, b.agent, b.address, b.first_seen_at, b.last_seen_at, exists (
        select from identity.session s where s.id = ${sessionId} and s.browser_id = b.id) as
          is_current
    from identity.browser b where b.member_id = ${memberId} order by b.last_seen_at desc, b.id
      desc
  `);

/** Ends the sessions opened on a browser before it is deleted, except the session `keep`. */
export const endSessionsOfBrowser = (tx: Tx, id: number, keep: number, realNow: Date) =>
  tx.run(sql`
    update identity.session set ended_at = ${realNow}
    where browser_id = ${id} and id <> ${keep} and ended_at is null
  `);

export const deleteBrowser = (tx: Tx, memberId: number, id: number) =>
  tx.maybe<{ agent: string }>(sql`
    delete from identity.browser where member_id = ${memberId} and id = ${id} returning agent
  `);

/** Every browser of the member is asked for the second factor again. */
export const forgetBrowsers = (tx: Tx, memberId: number) =>
  tx.run(sql`delete from identity.browser where member_id = ${memberId}`);

export const ownBrowser = (tx: Tx, memberId: number, id: number) =>
  tx.maybe<{ id: number }>(sql`
    select id from identity.browser where member_id = ${memberId} and id = ${id} for update
  `);

/** The member's own choice whether sign-ins need a second factor; null if they never made one. */
export const factorChoice = (tx: Tx, memberId: number) =>
  tx.one<{ choice: boolean | null }>(
    sql`select second_factor as choice from identity.member where id = ${memberId}`,
  );

export const setFactorChoice = (tx: Tx, memberId: number, on: boolean) =>
  tx.run(sql`update identity.member set second_factor = ${on} where id = ${memberId}`);
