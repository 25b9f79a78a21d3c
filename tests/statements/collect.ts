// Calls every exported function of a module with placeholder arguments, and collects the SQL
// statements that these calls send.
import { Sql } from '../../server/database/sql.ts';
import { type Statements, attempt, standIn } from './stand-in.ts';

/** `words` are the text values that make a function of the module choose another statement. */
export async function collect(
  module: Record<string, unknown>,
  words: readonly string[],
): Promise<Statements> {
  const found: Statements = new Map();
  const any = standIn(found);
  const empty = standIn(found, { isEmpty: true });
  const page = { limit: 1, offset: 0, direction: 'asc' };
  const others = [
    standIn(found, { fields: null }),
    standIn(found, { fields: undefined }),
    undefined,
    null,
    [],
    0,
    true,
    empty,
    ...words.flatMap((word) => {
      const fields = standIn(found, { fields: word });
      return [word, fields, standIn(found, { fields })];
    }),
  ];
  for (const called of Object.values(module)) {
    if (typeof called !== 'function' || String(called).startsWith('class')) continue;
    // Two more arguments than `length` are passed, because `length` does not count parameters with
    // a default value.
    const places = Array.from({ length: called.length + 2 }, (_, place) => place);
    const argumentLists: unknown[][] = [
      places.map(() => any),
      places.map(() => empty),
      ...others.map((other) => [any, ...places.slice(1).map(() => other)]),
      ...places.flatMap((place) =>
        others.map((other) => places.map((at) => (at === place ? other : any))),
      ),
      // The last argument of a function that reads a list states which part of the list to read.
      ...words.map((word) =>
        places.map((place) => {
          if (place === 0) return any;
          return place === called.length - 1 ? page : standIn(found, { fields: word });
        }),
      ),
    ];
    for (const given of argumentLists) {
      const result = attempt(() => (called as (...all: unknown[]) => unknown)(...given));
      // Conditions of jobs are statements that their file does not send itself.
      if (result instanceof Sql) found.set(result.text, result);
      else await settled(result);
    }
  }
  return found;
}

const isAsyncGenerator = (value: unknown): value is AsyncGenerator =>
  Object.prototype.toString.call(value) === '[object AsyncGenerator]';

/** Waits for promises that a call returned, but not for timers or the network. */
async function settled(result: unknown): Promise<void> {
  const work = isAsyncGenerator(result)
    ? attempt(async () => {
        await result.next();
        await result.next();
        await result.return(undefined);
      })
    : result;
  if (!(work instanceof Promise)) return;
  let timer: NodeJS.Timeout | undefined;
  const soon = new Promise((resolve) => {
    timer = setTimeout(resolve, 20);
  });
  await Promise.race([work, soon]);
  clearTimeout(timer);
}
