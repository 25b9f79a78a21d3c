// Screening list in a file: CSV with a header, replaced as a whole by whoever maintains it.
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import {
  allowsBirthday,
  comparableName,
  comparableNumber,
  type ScreenedPerson,
  type Screening,
  type ScreeningList,
  type ScreeningMatch,
  ScreeningUnavailable,
} from './screening.ts';

/** Time to read the file, so that a network disk that is away holds nobody. */
const READ_MS = 20_000;
const SIZE_MAX = 256 * 1024 * 1024;
/** Lists that were published in several languages give each person many names. */
const MANY = /\s*;\s*/;

/** Columns by our name, and by the name that OpenSanctions gives them (`targets.simple.csv`). */
const columns = {
  name: ['name'],
  aliases: ['aliases'],
  birthday: ['birthday', 'birth_date'],
  idNumber: ['id_number', 'identifiers'],
  list: ['list', 'dataset'],
  listedOn: ['listed_on', 'first_seen'],
} as const;

type Entry = Omit<ScreeningMatch, 'grounds'> & { names: string[]; idNumbers: string[] };

/** Returns the adapter for a file of this path, which is read again when it was replaced. */
export function createListFile(path: string): Screening {
  let known: { mark: string; list: ScreeningList } | null = null;
  const markOf = async () => {
    const { dev, ino, mtimeNs, size } = await stat(path, { bigint: true });
    if (size > SIZE_MAX) throw new ScreeningUnavailable('the list is larger than 256 MB');
    return [dev, ino, mtimeNs, size].join(' ');
  };
  return {
    async current() {
      try {
        const mark = await markOf();
        if (known?.mark === mark) return known.list;
        const bytes = await readFile(path, { signal: AbortSignal.timeout(READ_MS) });
        // A file that is being written over would be a list without its last entries.
        if ((await markOf()) !== mark) {
          throw new ScreeningUnavailable('the list changed while it was read');
        }
        const list = listIn(bytes);
        known = { mark, list };
        return list;
      } catch (error) {
        if (error instanceof ScreeningUnavailable) throw error;
        const { code = 'unknown' } = error as NodeJS.ErrnoException;
        throw new ScreeningUnavailable(`the list cannot be read (${code})`);
      }
    },
  };
}

/** Returns the list in the bytes of a file. Throws ScreeningUnavailable, which names the line. */
function listIn(bytes: Uint8Array): ScreeningList {
  const entries = entriesIn(textOf(bytes));
  const byName = indexOf(entries, ({ names }) => names.map(comparableName));
  const byNumber = indexOf(entries, ({ idNumbers }) => idNumbers.map(comparableNumber));
  return {
    version: createHash('sha256').update(bytes).digest('hex').slice(0, 32),
    matches(person) {
      const named = byName.get(comparableName(person.name)) ?? [];
      const numbered = byNumber.get(comparableNumber(person.idNumber)) ?? [];
      return [...new Set([...named, ...numbered])].flatMap(
        (entry) => matchOf(entry, person, named.includes(entry), numbered.includes(entry)) ?? [],
      );
    },
  };
}

/**
 * Returns the match of a person with an entry. The number alone suffices; the name does not if the
 * list knows the birthday and it is another one.
 */
function matchOf(
  { names: _names, idNumbers: _idNumbers, ...entry }: Entry,
  { birthday }: ScreenedPerson,
  isNamed: boolean,
  isNumbered: boolean,
): ScreeningMatch | null {
  const isBorn = entry.birthdays.some((listed) => allowsBirthday(listed, birthday));
  if (!isNumbered && entry.birthdays.length > 0 && !isBorn) return null;
  const grounds: ScreeningMatch['grounds'] = [];
  if (isNamed) grounds.push('name');
  if (isBorn) grounds.push('birthday');
  if (isNumbered) grounds.push('idNumber');
  return { ...entry, grounds };
}

function indexOf(entries: readonly Entry[], keysOf: (entry: Entry) => string[]) {
  const index = new Map<string, Entry[]>();
  for (const entry of entries) {
    for (const key of new Set(keysOf(entry))) {
      if (key !== '') index.set(key, [...(index.get(key) ?? []), entry]);
    }
  }
  return index;
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ScreeningUnavailable('the list is not text in UTF-8');
  }
}

function entriesIn(text: string): Entry[] {
  let rows: string[][];
  try {
    rows = parse(text, { relax_column_count: true, skip_empty_lines: true, trim: true });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new ScreeningUnavailable(`line ${error['lines'] ?? '?'} of the list is no CSV`);
  }
  const [head = [], ...body] = rows;
  const at = (names: readonly string[]) =>
    head.findIndex((cell) => names.includes(cell.toLowerCase()));
  if (at(columns.name) < 0) throw new ScreeningUnavailable('the list has no column "name"');
  if (body.length === 0) throw new ScreeningUnavailable('the list has no entry');
  return body.map((row, index) =>
    entryOf((column) => row[at(columns[column])] ?? '', `entry ${index + 1} of the list`),
  );
}

const manyIn = (cell: string) => cell.split(MANY).filter((one) => one !== '');

function entryOf(cell: (column: keyof typeof columns) => string, where: string): Entry {
  const name = cell('name');
  if (comparableName(name) === '') throw new ScreeningUnavailable(`${where} has no name`);
  const birthdays = manyIn(cell('birthday'));
  if (!birthdays.every((one) => /^\d{4}(-\d{2}(-\d{2})?)?$/.test(one))) {
    throw new ScreeningUnavailable(`${where} has a birthday that is not YYYY, YYYY-MM or a day`);
  }
  return {
    name,
    birthdays,
    names: [name, ...manyIn(cell('aliases'))],
    idNumbers: manyIn(cell('idNumber')),
    list: cell('list'),
    listedOn: cell('listedOn').slice(0, 10) || null,
  };
}
