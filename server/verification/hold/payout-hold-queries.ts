// SQL of the holds on members' payouts.
import type { Day } from '#contract/core/day.ts';
import type { HoldCause } from '#contract/verification/payout-holds.ts';
import type { Money } from '#contract/core/money.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

export type HoldRow = {
  id: number;
  reason: string;
  heldAt: Date;
  heldBy: string;
  cause: HoldCause;
  lookOn: Day | null;
  /** What is kept back at most; null for all. */
  heldUpTo: Money | null;
  /** Last day of the hold; null if two persons have to lift it. */
  endsOn: Day | null;
};

/** A payout or refund of a member; `isOwn` is false if it goes to the account of a third party. */
export type Claim = { purpose: 'payout' | 'refund'; id: number; isOwn?: boolean };

/** What waits because of a hold: payouts that were not sent, also ungathered ones, and refunds. */
const waiting = sql`(select coalesce(sum(w.amount), 0)::bigint from (
    select amount from servicing.payout where member_id = h.member_id and status = 'payable'
    union all
    select principal + interest + late_interest + penalty + prepayment_fee - fee
    from servicing.distribution where member_id = h.member_id and payout_id is null
    union all
    select amount from investing.refund where member_id = h.member_id and status = 'payable'
  ) w)`;

/** Returns the hold on a member's payouts, with what waits because of it; null if none lasts. */
export const holdOn = (tx: Tx, memberId: number) =>
  tx.maybe<HoldRow & { amount: Money; waitsFor: 'hold' | 'lift' | 'look' | null }>(sql`
    select h.id, h.reason, h.held_at, o.name as held_by, h.cause, h.look_on, h.held_up_to,
      h.ends_on, ${waiting} as amount, t.detail ->> 'act' as waits_for
    from verification.payout_hold h join identity.operator o on o.id = h.held_by
    left join tasks.task t on t.kind = 'payout_hold' and t.subject_type = 'payout_hold'
      and t.subject_id = h.member_id and t.status = 'open'
    where h.member_id = ${memberId} and h.ended_at is null
  `);

/** Locks the hold that lasts, so that two persons decide one after the other. */
export const lockHold = (tx: Tx, memberId: number) =>
  tx.maybe<Omit<HoldRow, 'heldBy'>>(sql`
    select id, reason, held_at, cause, look_on, held_up_to, ends_on
    from verification.payout_hold
    where member_id = ${memberId} and ended_at is null for no key update
  `);

/** Places a hold; returns null if one lasts already. */
export const insertHold = (
  tx: Tx,
  hold: {
    memberId: number;
    reason: string;
    cause: HoldCause;
    lookOn: Day;
    heldUpTo: Money | null;
    endsOn: Day | null;
    by: number;
    now: Date;
  },
) =>
  tx.maybe<{ id: number }>(sql`
    insert into verification.payout_hold (member_id, reason, cause, look_on, held_up_to, ends_on,
      held_by, held_at)
    values (${hold.memberId}, ${hold.reason}, ${hold.cause}, ${hold.lookOn}, ${hold.heldUpTo},
      ${hold.endsOn}, ${hold.by}, ${hold.now})
    on conflict (member_id) where ended_at is null do nothing returning id
  `);

export const endHold = (tx: Tx, id: number, now: Date) =>
  tx.run(sql`update verification.payout_hold set ended_at = ${now} where id = ${id}`);

export const isOnHold = async (tx: Tx, memberId: number): Promise<boolean> =>
  (await tx.maybe(sql`
    select from verification.payout_hold where member_id = ${memberId} and ended_at is null
  `)) !== null;

/** Whether a hold keeps back one payout or refund of a member. */
export const keepsBack = async (tx: Tx, memberId: number, of: Claim): Promise<boolean> =>
  (
    await tx.one<{ kept: boolean }>(sql`
      select verification.keeps_back(${memberId}, ${of.purpose}, ${of.id}) as kept
    `)
  ).kept;

/** Holds whose last day has passed, and on which two persons agreed. */
export const holdsThatEnded = (tx: Tx, today: Day) =>
  tx.many<{ memberId: number }>(sql`
    select h.member_id from verification.payout_hold h
    where h.ended_at is null and h.ends_on < ${today}
      and not exists (select from tasks.task t where t.kind = 'payout_hold'
        and t.subject_type = 'payout_hold' and t.subject_id = h.member_id and t.status = 'open'
        and t.detail ->> 'act' = 'hold')
    order by h.id
  `);

/** The next day on which a hold is looked at. */
export const setLook = (tx: Tx, id: number, on: Day) =>
  tx.run(sql`update verification.payout_hold set look_on = ${on} where id = ${id}`);

/** Holds that are to be looked at again by a day and about which nobody is deciding. */
export const holdsToLookAt = (tx: Tx, today: Day) =>
  tx.many<{ memberId: number; reason: string; cause: HoldCause; heldAt: Date }>(sql`
    select h.member_id, h.reason, h.cause, h.held_at
    from verification.payout_hold h
    where h.ended_at is null and h.look_on <= ${today} and not exists (select from tasks.task t
      where t.kind = 'payout_hold' and t.subject_type = 'payout_hold'
        and t.subject_id = h.member_id and t.status = 'open')
    order by h.id
  `);

/** Returns the oldest holds that last. */
export const oldestHolds = (tx: Tx, limit: number) =>
  tx.many<{ memberId: number; heldAt: Date; amount: Money }>(sql`
    select h.member_id, h.held_at, ${waiting} as amount
    from verification.payout_hold h where h.ended_at is null order by h.held_at, h.id limit ${limit}
  `);

/** Returns the number of holds that last and what waits because of them. */
export const countHolds = (tx: Tx) =>
  tx.one<{ total: number; amount: Money }>(sql`
    select count(*) as total, coalesce(sum(${waiting}), 0)::bigint as amount
    from verification.payout_hold h where h.ended_at is null
  `);
