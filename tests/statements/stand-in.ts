// A value that can stand in for any argument of a function, and records the statements passed to
// it.
import { Sql } from '../../server/database/sql.ts';

/** By text. */
export type Statements = Map<string, Sql>;

/** Marks properties whose value is another stand-in of the same kind. */
const more = Symbol('more');

export type StandInOptions = {
  /** Value of every property that is not another stand-in. */
  fields?: unknown;
  /**
   * True if statements shall find nothing: their rows contain only nulls, and they write no rows.
   */
  isEmpty?: boolean;
};

/**
 * A function, an object, a row and a list at once. Calling it, reading a property or iterating over
 * it gives more stand-ins, so that a function finds everything it needs and sends its statements. A
 * statement passed to the stand-in is recorded as if it had been sent.
 */
export function standIn(
  statements: Statements,
  { fields = more, isEmpty = false }: StandInOptions = {},
): unknown {
  const nulls = isEmpty ? standIn(statements, { fields: null }) : null;
  const found: Record<string, unknown> = { many: [], planned: [], maybe: null, run: 0, one: nulls };
  const known: Record<PropertyKey, unknown> = {
    [Symbol.toPrimitive]: (hint: string) => (hint === 'number' ? 1 : '1'),
    *[Symbol.iterator]() {
      yield self;
    },
    async *[Symbol.asyncIterator]() {
      yield self;
    },
    length: 1,
    size: 1,
    toJSON: () => null,
    map: (each: (one: unknown, index: number) => unknown) => [each(self, 0)],
    flatMap: (each: (one: unknown, index: number) => unknown) => [each(self, 0)].flat(),
    filter: () => [self],
    toSorted: () => [self],
    entries: () => [[0, self]],
    keys: () => [0],
  };
  const note = (given: readonly unknown[]) => {
    for (const one of given) if (one instanceof Sql) statements.set(one.text, one);
  };
  const self: unknown = new Proxy(() => {}, {
    get(_target, key) {
      if (key in known) return known[key];
      // With a property `then` the stand-in would be taken for a promise.
      if (typeof key === 'symbol' || key === 'then') return undefined;
      if (isEmpty && key in found) {
        return (...given: unknown[]) => {
          note(given);
          return found[key];
        };
      }
      return fields === more ? self : fields;
    },
    has: () => true,
    apply(_target, _self, given: unknown[]) {
      note(given);
      for (const one of given) {
        // A database client gets a statement in this form, which `statementsOf` creates.
        const query = one as { text?: unknown; values?: unknown[] } | null;
        if (typeof query?.text === 'string' && !(query instanceof Sql)) {
          statements.set(query.text, new Sql([query.text], query.values ?? []));
        }
        // A function argument is the work of a transaction, so it is called.
        if (typeof one === 'function' && !standIns.has(one)) return attempt(() => one(self, self));
      }
      return self;
    },
    construct: () => self as object,
  });
  standIns.add(self as object);
  return self;
}

const standIns = new WeakSet<object>();

/**
 * Runs the function. Errors inside it do not matter, because only the recorded statements count.
 */
export function attempt(work: () => unknown): unknown {
  try {
    const result = work();
    if (result instanceof Promise) return result.catch(() => undefined);
    return result;
  } catch {
    return undefined;
  }
}
