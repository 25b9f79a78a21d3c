// Guesses how a bank writes its statement table from the first rows of a file, so that a person
// only corrects what is wrong.
import type { StatementMapping, TableMapping } from './statements.ts';

/** A kind of transaction needs a list of what the bank calls each kind, so it is not among them. */
export type ColumnField = Exclude<keyof TableMapping['columns'], 'type'>;

/** Fields with their names, in the order in which a person looks for them. */
export const columnFields: readonly (readonly [ColumnField, string])[] = [
  ['date', '日期'],
  ['time', '時間'],
  ['seq', '交易序號'],
  ['credit', '存入'],
  ['debit', '支出'],
  ['balance', '餘額'],
  ['virtualAccount', '虛擬帳號'],
  ['fromBank', '付款銀行'],
  ['fromAccount', '付款帳號'],
  ['fromName', '付款人戶名'],
  ['reference', '我方付款參考編號'],
  ['reverses', '沖正的原序號'],
  ['memo', '附言'],
];

/** Fields without which no line can be booked. */
export const neededColumns: readonly ColumnField[] = ['date', 'seq', 'credit', 'virtualAccount'];

/** What banks in Taiwan call the columns; the first pattern that fits a name decides. */
const patterns: readonly (readonly [ColumnField, RegExp])[] = [
  ['reverses', /原.*序號|沖正/],
  ['virtualAccount', /虛擬|繳款帳號|銷帳/],
  ['fromName', /戶名|姓名|付款人$|匯款人$/],
  ['fromAccount', /(轉出|付款|匯款|對方).*(帳號|帳戶)/],
  ['fromBank', /(轉出|付款|匯款|對方).*(行|銀行|代碼)/],
  ['reference', /參考|備註二|客戶編號/],
  ['time', /時間/],
  ['date', /日期|交易日|帳務日|入帳日/],
  ['seq', /序號|流水號|交易編號/],
  ['balance', /餘額|結存/],
  ['debit', /支出|提出|借方|轉出金額|付款金額/],
  ['credit', /存入|收入|貸方|金額/],
  ['memo', /附言|備註|說明|摘要/],
];

/** Returns a field for each column that has a familiar name; each field is guessed once. */
export function guessColumns(head: readonly string[]): Map<string, ColumnField> {
  const taken = new Set<ColumnField>();
  const found = new Map<string, ColumnField>();
  for (const name of head) {
    const [field] = patterns.find(([one, pattern]) => !taken.has(one) && pattern.test(name)) ?? [];
    if (field === undefined) continue;
    taken.add(field);
    found.set(name, field);
  }
  return found;
}

const delimiters = [',', ';', '\t'] as const;

/** Returns the delimiter that divides the first lines into the most columns. */
export function guessDelimiter(text: string): TableMapping['delimiter'] {
  const lines = text.split(/\r?\n/).slice(0, 20);
  const most = (delimiter: string) =>
    Math.max(...lines.map((line) => line.split(delimiter).length));
  return delimiters.reduce((best, one) => (most(one) > most(best) ? one : best));
}

/** Returns how many rows stand above the head: the first row with three texts and no number. */
export function guessSkip(rows: readonly (readonly string[])[]): number {
  const isHead = (row: readonly string[]) => {
    const cells = row.filter((cell) => cell.trim() !== '');
    return cells.length >= 3 && cells.every((cell) => !/\d{2,}/.test(cell));
  };
  return Math.max(0, rows.slice(0, 21).findIndex(isHead));
}

/** Returns whether days count years of the Republic of China: 115/11/21 or 1151121. */
export const guessDates = (days: readonly string[]): TableMapping['dates'] =>
  days.some((text) => /^\d{2,3}[./-]\d{1,2}[./-]\d{1,2}$|^\d{7}$/.test(text.trim()))
    ? 'roc'
    : 'gregorian';

/** The head and the format of a table's file, as far as they are read before a layout is chosen. */
export type TableHead = Pick<TableMapping, 'encoding' | 'delimiter' | 'skip'> & {
  head: readonly string[];
};

/** Whether a layout describes files with this head. */
export function fitsHead(mapping: StatementMapping, of: TableHead): boolean {
  if ('format' in mapping) return false;
  const names = Object.values(mapping.columns).filter((name) => name !== undefined && name !== '');
  return (
    mapping.encoding === of.encoding &&
    mapping.delimiter === of.delimiter &&
    mapping.skip === of.skip &&
    names.every((name) => of.head.includes(name))
  );
}
