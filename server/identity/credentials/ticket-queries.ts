// The SQL of sign-ins that wait for their second factor.
import type { Tx } from '../../database/db.ts';

export type TicketRow = {
  id: number;
  memberId: number;
  way: 'password' | 'google';
  googleSubject: string | null;
  isTold: boolean;
};

const columns = `id, member_id as "memberId", way, google_subject as "googleSubject",
  is_told as "isTold"`;

export const insertTicket = (
  tx: Tx,
  ticket: Omit<TicketRow, 'id'> & { hash: Buffer; at: Date; until: Date },
) =>
  tx.one<{ id: number }>(
    'identity.insertTicket',
    `insert into identity.sign_in_ticket
       (token_hash, member_id, way, google_subject, is_told, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [
      ticket.hash,
      ticket.memberId,
      ticket.way,
      ticket.googleSubject,
      ticket.isTold,
      ticket.at,
      ticket.until,
    ],
  );

/** A ticket that is still good. */
export const readTicket = (tx: Tx, hash: Buffer, realNow: Date) =>
  tx.maybe<TicketRow>(
    'identity.readTicket',
    `select ${columns} from identity.sign_in_ticket
     where token_hash = $1 and used_at is null and expires_at > $2`,
    [hash, realNow],
  );

/** Atomic: of several callers at once, one gets the row. */
export const spendTicket = (tx: Tx, id: number, realNow: Date) =>
  tx.maybe<{ id: number }>(
    'identity.spendTicket',
    `update identity.sign_in_ticket set used_at = $2
     where id = $1 and used_at is null and expires_at > $2 returning id`,
    [id, realNow],
  );

/** Ends the sign-ins that wait, because the password they were begun with counts no more. */
export const endTicketsOf = (tx: Tx, memberId: number, realNow: Date) =>
  tx.run(
    'identity.endTicketsOf',
    `update identity.sign_in_ticket set used_at = $2 where member_id = $1 and used_at is null`,
    [memberId, realNow],
  );
