// The SQL of browsers that a member has signed in on, and of the choice of a second factor.
import type { Tx } from '../../database/db.ts';

/** Whether the member has signed in on this browser and not made it unknown since. */
export const isBrowserKnown = (tx: Tx, memberId: number, name: string) =>
  tx.one<{ known: boolean }>(
    'identity.isBrowserKnown',
    `select exists (select from identity.browser where member_id = $1 and name = $2) as known`,
    [memberId, name],
  );

export type SeenBrowser = {
  memberId: number;
  name: string;
  agent: string;
  address: string;
  at: Date;
};

export const seeBrowser = (tx: Tx, browser: SeenBrowser) =>
  tx.one<{ id: number }>(
    'identity.seeBrowser',
    `insert into identity.browser (member_id, name, agent, address, first_seen_at, last_seen_at)
     values ($1, $2, $3, $4, $5, $5)
     on conflict (member_id, name) do update
       set agent = excluded.agent, address = excluded.address, last_seen_at = excluded.last_seen_at
     returning id`,
    [browser.memberId, browser.name, browser.agent, browser.address, browser.at],
  );

/** Keeps the `most` browsers that were used last. */
export const forgetOldBrowsers = (tx: Tx, memberId: number, most: number) =>
  tx.run(
    'identity.forgetOldBrowsers',
    `delete from identity.browser where id in (
       select id from identity.browser where member_id = $1
       order by last_seen_at desc, id desc offset $2)`,
    [memberId, most],
  );

export type BrowserRow = {
  id: number;
  agent: string;
  address: string;
  firstSeenAt: Date;
  lastSeenAt: Date;
  isCurrent: boolean;
};

export const browsersOf = (tx: Tx, memberId: number, sessionId: number) =>
  tx.many<BrowserRow>(
    'identity.browsersOf',
    `select b.id, b.agent, b.address, b.first_seen_at as "firstSeenAt",
       b.last_seen_at as "lastSeenAt", exists (
         select from identity.session s where s.id = $2 and s.browser_id = b.id) as "isCurrent"
     from identity.browser b where b.member_id = $1 order by b.last_seen_at desc, b.id desc`,
    [memberId, sessionId],
  );

/** Ends the sessions that were opened on a browser, but for the one to keep; before it goes. */
export const endSessionsOfBrowser = (tx: Tx, id: number, keep: number, realNow: Date) =>
  tx.run(
    'identity.endSessionsOfBrowser',
    `update identity.session set ended_at = $3
     where browser_id = $1 and id <> $2 and ended_at is null`,
    [id, keep, realNow],
  );

export const deleteBrowser = (tx: Tx, memberId: number, id: number) =>
  tx.maybe<{ agent: string }>(
    'identity.deleteBrowser',
    'delete from identity.browser where member_id = $1 and id = $2 returning agent',
    [memberId, id],
  );

export const ownBrowser = (tx: Tx, memberId: number, id: number) =>
  tx.maybe<{ id: number }>(
    'identity.ownBrowser',
    'select id from identity.browser where member_id = $1 and id = $2 for update',
    [memberId, id],
  );

/** What the member set about the second factor; null where they never did. */
export const factorChoice = (tx: Tx, memberId: number) =>
  tx.one<{ choice: boolean | null }>(
    'identity.factorChoice',
    'select second_factor as choice from identity.member where id = $1',
    [memberId],
  );

export const setFactorChoice = (tx: Tx, memberId: number, on: boolean) =>
  tx.run(
    'identity.setFactorChoice',
    'update identity.member set second_factor = $2 where id = $1',
    [memberId, on],
  );
