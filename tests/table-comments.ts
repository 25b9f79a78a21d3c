// Reads what the comment of each table says: how long its rows are kept, which purpose its personal
// data has, and which columns hold it. db/schema/0201.do.app.sql explains the words.

type Rows = <Row>(sql: string) => Promise<Row[]>;

/** How a column stores personal data; `plain` is for columns that hold none. */
export const ways = [
  'sealed',
  'file',
  'fingerprint',
  'hashed',
  'clear',
  'operator',
  'plain',
] as const;
export type Way = (typeof ways)[number];

/** Why rows stay or go. */
export const reasons = ['books', 'contracts', 'traces', 'person', 'period', 'bounded'] as const;

export type TableComment = {
  /** One of `reasons`, and more words about it. */
  reason: string;
  words: string;
  /** Purpose of the personal data; null if there is none. */
  purpose: string | null;
  columns: Readonly<Record<Way, readonly string[]>>;
};

/** Returns the comment of each table of the program, by the name of the table. */
export async function readTableComments(rows: Rows): Promise<Map<string, TableComment>> {
  const found = await rows<{ name: string; text: string | null }>(
    `select n.nspname || '.' || c.relname as name, obj_description(c.oid, 'pg_class') as text
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition
       and n.nspname !~ '^pg_|^(information_schema|graphile_worker|public)$'`,
  );
  return new Map(found.map(({ name, text }) => [name, parse(text ?? '')]));
}

function parse(text: string): TableComment {
  const parts = new Map(
    text.split('; ').map((part) => part.split(': ') as [string, string | undefined]),
  );
  const [reason = '', ...words] = (parts.get('kept') ?? '').split(', ');
  const purpose = parts.get('personal') ?? '';
  const columns = ways.map((way) => [way, parts.get(way)?.split(' ') ?? []]);
  return {
    reason,
    words: words.join(', '),
    purpose: purpose === 'none' ? null : purpose,
    columns: Object.fromEntries(columns) as TableComment['columns'],
  };
}
