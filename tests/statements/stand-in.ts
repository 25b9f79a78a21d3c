// A value that stands in for any argument of a function, and notes the statements it is given.
import { Sql } from '../../server/database/sql.ts';

/** By text. */
export type Statements = Map<string, Sql>;

/** Properties that give more of the same. */
const more = Symbol('more');

export type StandInOptions = {
  /** What every property gives, where it is not more of the same. */
  fields?: unknown;
  /** True where statements find nothing: no rows but of nulls, and none written. */
  isEmpty?: boolean;
};

/**
 * A function, an object, a row and a list at once. Calling it, reading a property of it or walking
 * through it gives more of the same, so that a function finds what it needs and reaches its
 * statements. A statement that is given to it is noted, as if it had been sent.
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
      // With `then` it would pass for a promise.
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
        // As a client is asked, by what statementsOf makes of a statement.
        const query = one as { text?: unknown; values?: unknown[] } | null;
        if (typeof query?.text === 'string' && !(query instanceof Sql)) {
          statements.set(query.text, new Sql([query.text], query.values ?? []));
        }
        // The work of a transaction.
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

/** Runs it. What goes wrong inside does not count: only the noted statements do. */
export function attempt(work: () => unknown): unknown {
  try {
    const result = work();
    if (result instanceof Promise) return result.catch(() => undefined);
    return result;
  } catch {
    return undefined;
  }
}
