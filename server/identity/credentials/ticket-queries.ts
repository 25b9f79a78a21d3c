// SQL of sign-ins that wait for their second factor.
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';

export type TicketRow = {
  id: number;
  memberId: number;
  way: 'password' | 'google';
  googleSubject: string | null;
  isTold: boolean;
};

const columns = sql`id, member_id, way, google_subject, is_told`;

export const insertTicket = (
  tx: Tx,
  ticket: Omit<TicketRow, 'id'> & { hash: Buffer; at: Date; until: Date },
) =>
  tx.one<{ id: number }>(sql`
    insert into identity.sign_in_ticket
      (token_hash, member_id, way, google_subject, is_told, created_at, expires_at)
    values (${ticket.hash}, ${ticket.memberId}, ${ticket.way}, ${ticket.googleSubject},
      ${ticket.isTold}, ${ticket.at}, ${ticket.until}) returning id
  `);

/** Returns a ticket that is still valid. */
export const readTicket = (tx: Tx, hash: Buffer, realNow: Date) =>
  tx.maybe<TicketRow>(sql`
    select ${columns} from identity.sign_in_ticket
    where token_hash = ${hash} and used_at is null and expires_at > ${realNow}
  `);

/** Marks a ticket as used. Atomic: exactly one concurrent caller gets the row. */
export const spendTicket = (tx: Tx, id: number, realNow: Date) =>
  tx.maybe<{ id: number }>(sql`
    update identity.sign_in_ticket set used_at = ${realNow}
    where id = ${id} and used_at is null and expires_at > ${realNow} returning id
  `);

/**
 * Ends the pending sign-ins of a member, because the password with which they were started is no
 * longer valid.
 */
export const endTicketsOf = (tx: Tx, memberId: number, realNow: Date) =>
  tx.run(sql`
    update identity.sign_in_ticket set used_at = ${realNow} where member_id = ${memberId} and
      used_at is null
  `);
