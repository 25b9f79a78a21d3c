// Turns a query that finds the work of a job into the condition that the job is due.
import type { Tx } from './db.ts';
import type { Sql } from './sql.ts';

/**
 * Returns the statement that a query would send, without sending it. A job is due if its own query
 * would find something, so condition and query cannot drift apart. The query must send one
 * statement at once, and must not lock rows.
 */
export function finds(query: (tx: Tx) => unknown): Sql {
  let statement: Sql | undefined;
  const note = (sent: Sql) => {
    statement = sent;
    // Nobody reads the answer.
    return new Promise<never>(() => {});
  };
  query({ many: note, one: note, maybe: note, planned: note, run: note });
  if (statement === undefined) throw new Error('the query sent no statement');
  return statement;
}
