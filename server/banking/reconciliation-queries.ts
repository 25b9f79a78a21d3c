// The SQL of the daily reconciliation: the bank's lines against what was booked, day by day.
import type { Difference, ReconciledDay } from '#contract/banking-reconciliation.ts';
import type { Day } from '#contract/day.ts';
import type { Tx } from '../db.ts';

/** The first day anything moved at all; null before. */
export const firstDay = (tx: Tx) =>
  tx.one<{ day: Day | null }>(
    'banking.firstDay',
    `select least((select min(happened_on) from ledger.transfer),
       (select min(day) from banking.bank_day)) as day`,
  );

type DayRow = Pick<ReconciledDay, 'closing' | 'source' | 'signedBy'> & {
  day: Day;
  signedAt: Date | null;
  note: string | null;
};

const dayFrom = `left join banking.bank_day b on b.day = d.day
  left join banking.sign_off s on s.day = d.day
  left join identity.operator o on o.id = s.signed_by`;
const dayColumns = `d.day, b.closing, b.source, o.name as "signedBy", s.signed_at as "signedAt",
  s.note`;

export const daysBetween = (tx: Tx, from: Day, to: Day) =>
  tx.many<DayRow>(
    'banking.daysBetween',
    `select ${dayColumns} from (select generate_series($1::date, $2::date, interval '1 day')::date
       as day) d ${dayFrom} order by d.day desc`,
    [from, to],
  );

/**
 * Where explaining begins: after the newest day before this one that was signed with bank and
 * books equal, or before the first day the bank ever told of.
 */
export const baseOf = (tx: Tx, day: Day) =>
  tx.maybe<{ after: Day; closing: number }>(
    'banking.baseOf',
    `(select d.day as after, d.closing from banking.sign_off s join banking.bank_day d using (day)
      where s.day < $1 and s.closing = s.books order by s.day desc limit 1)
     union all
     (select d.day - 1, d.closing - coalesce((select sum(amount) from banking.bank_line
        where bank_date = d.day), 0)::bigint
      from banking.bank_day d where d.day <= $1 order by d.day limit 1)
     limit 1`,
    [day],
  );

/** Transfers that a line of the bank's or a payment's end stands for; others are our own. */
const BANKED = `('receipt', 'reversal', 'payout', 'refund_paid', 'return', 'disbursement')`;

/**
 * Every row by which bank and books differ over the days after `after` up to `day`, the latest
 * first. `amount` is how much more the bank has because of it.
 */
const differing = `
  with line as (
    select * from banking.bank_line where bank_date > $1 and bank_date <= $2
  ), booked as (
    select r.bank, r.bank_date, r.seq,
      case r.sign when '+' then r.amount else -r.amount end as amount
    from banking.receipt r
    where r.bank_date > $1 and r.bank_date <= $2 and exists (select from ledger.transfer t
      where t.id in ('receipt:' || r.id, 'reversal:' || r.id))
  ), paid as (
    select reference, settled_on, -amount as amount from banking.payment
    where status = 'confirmed' and settled_on > $1 and settled_on <= $2
  ), told as (
    select reference, max(bank_date) as bank_date, sum(amount)::bigint as amount from line
    where reference is not null group by reference
  ), row as (
    select case when l.seq is null then 'unconfirmed' when b.seq is null then 'unbooked'
        else 'amount' end as kind,
      bank_date as day, seq as reference, coalesce(l.amount, 0) - coalesce(b.amount, 0) as amount
    from (select * from line where reference is null) l
    full join booked b using (bank, bank_date, seq)
    union all
    select case when t.reference is null then 'unconfirmed' when p.reference is not null
        then 'amount' when exists (select from banking.payment x where x.reference = t.reference
          and x.status in ('pending', 'sent')) then 'inFlight' else 'unbooked' end,
      coalesce(t.bank_date, p.settled_on), reference,
      coalesce(t.amount, 0) - coalesce(p.amount, 0)
    from told t full join paid p using (reference)
    union all
    select 'own', t.happened_on, t.id, -e.amount
    from ledger.transfer t
    join ledger.entry e on e.transfer_id = t.id
    join ledger.account a on a.id = e.account_id and a.kind = 'trust_bank'
    where t.happened_on > $1 and t.happened_on <= $2 and t.kind not in ${BANKED}
  )`;

export const differences = (tx: Tx, after: Day, day: Day, limit: number) =>
  tx.many<Difference>(
    'banking.differences',
    `${differing}
     select kind, day, reference, amount from row where amount <> 0
     order by day desc, kind, reference limit $3`,
    [after, day, limit],
  );

export const differenceSums = (tx: Tx, after: Day, day: Day) =>
  tx.many<{ kind: Difference['kind']; count: number; amount: number }>(
    'banking.differenceSums',
    `${differing}
     select kind, count(*) as count, sum(amount)::bigint as amount from row where amount <> 0
     group by kind order by kind`,
    [after, day],
  );

/** Asked as the index has it that holds what is not confirmed. */
export const underWay = (tx: Tx) =>
  tx.one<{ count: number; amount: number }>(
    'banking.underWay',
    `select count(*) as count, coalesce(sum(amount), 0)::bigint as amount from banking.payment
     where status <> 'confirmed' and status = 'sent'`,
  );

export const signOff = (
  tx: Tx,
  day: Day,
  sign: {
    closing: number;
    books: number;
    owed: number;
    unexplained: number;
    note: string;
    by: number;
    now: Date;
  },
) =>
  tx.run(
    'banking.signOff',
    `insert into banking.sign_off (day, closing, books, owed, unexplained, note, signed_by,
       signed_at) values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (day) do nothing`,
    [day, sign.closing, sign.books, sign.owed, sign.unexplained, sign.note, sign.by, sign.now],
  );

/** The last day the bank told of by itself. */
export const lastTold = (tx: Tx) =>
  tx.one<{ day: Day | null }>(
    'banking.lastTold',
    `select max(day) as day from banking.bank_day where source = 'sandbox'`,
  );
