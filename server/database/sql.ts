// SQL statements as tagged templates: values become parameters, fragments become text.

/**
 * A statement or a part of one. Text comes from templates in the source alone, so nothing that a
 * client sent can become part of it.
 */
export class Sql {
  /** The text around the values; one longer than they are. */
  readonly texts: readonly string[];
  readonly values: readonly unknown[];

  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.texts = texts;
    this.values = values;
  }

  /** Fails where a statement is put into a plain string, which would lose its values. */
  toString(): never {
    throw new TypeError('this is SQL: put it into a sql template');
  }

  /** The text as PostgreSQL reads it, with $1, $2 … in the places of the values. */
  get text(): string {
    return this.texts.reduce((text, next, i) => `${text}$${i}${next}`);
  }
}

/**
 * ``sql`select amount from lending.loan where id = ${id}` ``: an interpolated `Sql` is inserted as
 * text with its values; anything else becomes a parameter of its own.
 */
export function sql(strings: TemplateStringsArray, ...parts: readonly unknown[]): Sql {
  const texts = [strings[0] ?? ''];
  const values: unknown[] = [];
  const append = (text: string) => {
    texts[texts.length - 1] += text;
  };
  parts.forEach((part, i) => {
    const after = strings[i + 1] ?? '';
    if (part instanceof Sql) {
      const [first = '', ...rest] = part.texts;
      append(first);
      texts.push(...rest);
      values.push(...part.values);
      append(after);
    } else {
      values.push(part);
      texts.push(after);
    }
  });
  return new Sql(texts, values);
}

/**
 * A fragment of text that no template holds: a name from PostgreSQL's own catalogue, or a statement
 * of a file of ours. Never what a client sent; `tests/tidy` lists who may use it.
 */
export function trusted(text: string): Sql {
  return new Sql([text], []);
}

/**
 * A number of ours that is part of the text, because the planner should know it: a limit, a status
 * that an index is made for.
 */
export function constant(value: number): Sql {
  return trusted(String(value));
}

/** Fragments one after the other, with a comma between them. */
export function list(fragments: readonly Sql[]): Sql {
  return fragments.reduce((joined, next) => sql`${joined}, ${next}`);
}

/** The conditions that are given, joined by "and"; `true` where none is. */
export function allOf(conditions: readonly (Sql | null | undefined)[]): Sql {
  const given = conditions.filter((one) => one !== null && one !== undefined);
  if (given.length === 0) return sql`true`;
  return given.map((one) => sql`(${one})`).reduce((joined, next) => sql`${joined} and ${next}`);
}

/**
 * The condition, or null where its value is not given. The statement then lacks the condition, so
 * that PostgreSQL can use an index, which `value is null or …` would prevent.
 */
export function when(value: unknown, condition: Sql): Sql | null {
  return value === undefined || value === null ? null : condition;
}

const orders = { '<': sql`<`, '>': sql`>`, '<=': sql`<=` } as const;

/**
 * The rows after `last` in an order of columns that never change; null where there is no last row.
 * Paged by it, the last page of a list costs what the first does, and no row is given twice or left
 * out while others arrive.
 */
export function afterRow(
  columns: readonly Sql[],
  order: keyof typeof orders,
  last: readonly unknown[] | null | undefined,
): Sql | null {
  if (!last) return null;
  const values = list(last.map((value) => sql`${value}`));
  return sql`(${list(columns)}) ${orders[order]} (${values})`;
}
