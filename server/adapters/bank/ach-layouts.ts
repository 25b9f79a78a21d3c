// Record layouts of the clearing house's ACH files (台灣票據交換所媒體交換), as data: mandates to register
// (P02) and debits to collect (P01), and the bank's answers to them (R02, R01).

/**
 * One field of a record. `9` holds digits, aligned to the right and filled with zeros; `X` holds
 * text in Big5, aligned to the left and filled with spaces. A field with a value always has it.
 */
export type Field = { name: string; kind: '9' | 'X'; length: number; value?: string };
export type RecordLayout = readonly Field[];

export const collectionTypes = ['P01', 'R01', 'P02', 'R02'] as const;
export type CollectionType = (typeof collectionTypes)[number];

export type FileLayout = {
  /** Length of every record in bytes, without its line break. */
  length: number;
  head: RecordLayout;
  detail: RecordLayout;
  tail: RecordLayout;
};

/** Code of the clearing house as sender or recipient of a file. */
export const CLEARING_HOUSE = '9990250';

const digits = (name: string, length: number): Field => ({ name, kind: '9', length });
const text = (name: string, length: number): Field => ({ name, kind: 'X', length });
const constant = (name: string, value: string): Field => ({
  name,
  kind: 'X',
  value,
  length: value.length,
});
/** Reserved for the clearing house; written as spaces and not read. */
const filler = (length: number): Field => ({ name: 'filler', kind: 'X', length, value: '' });

/** P01 and R01: a debit of an account (SD), which R01 repeats with its result. */
const debits = (code: string, type: 'N' | 'R'): FileLayout => ({
  length: 250,
  head: [
    constant('BOF', 'BOF'),
    constant('CDATA', code),
    digits('TDATE', 8),
    digits('TTIME', 6),
    digits('SORG', 7),
    digits('RORG', 7),
    constant('VERNO', 'V10'),
    filler(210),
  ],
  detail: [
    constant('TYPE', type),
    constant('TXTYPE', 'SD'),
    text('TXID', 3),
    digits('SEQ', 8),
    digits('PBANK', 7),
    digits('PCLNO', 16),
    digits('RBANK', 7),
    digits('RCLNO', 16),
    digits('AMT', 10),
    text('RCODE', 2),
    constant('SCHD', 'B'),
    text('CID', 10),
    text('PID', 10),
    text('SID', 6),
    text('PDATE', 8),
    text('PSEQ', 8),
    text('PSCHD', 1),
    text('CNO', 20),
    text('NOTE', 40),
    text('MEMO', 10),
    digits('CFEE', 5),
    text('NOTEB', 20),
    filler(39),
  ],
  tail: [
    constant('EOF', 'EOF'),
    constant('CDATA', code),
    digits('TDATE', 8),
    digits('SORG', 7),
    digits('RORG', 7),
    digits('TCOUNT', 8),
    digits('TAMT', 16),
    text('YDATE', 8),
    filler(187),
  ],
});

/** P02 and R02: a mandate to add (A) or to cancel (D), which R02 repeats with its result. */
const mandates = (code: string, type: 'N' | 'R'): FileLayout => ({
  length: 220,
  head: [
    constant('BOF', 'BOF'),
    constant('CDATA', code),
    digits('TDATE', 8),
    digits('SORG', 7),
    constant('VERNO', 'V10'),
    filler(193),
  ],
  detail: [
    digits('SEQ', 6),
    text('TXID', 3),
    text('CID', 10),
    digits('RBANK', 7),
    digits('RCLNO', 16),
    text('PID', 10),
    text('CNO', 20),
    text('ADMARK', 1),
    digits('DATE', 8),
    digits('PBANK', 7),
    text('NOTE', 40),
    constant('TYPE', type),
    text('RCODE', 1),
    digits('LIMITAMT', 8),
    filler(1),
    filler(8),
    filler(20),
    filler(53),
  ],
  tail: [constant('EOF', 'EOF'), digits('TCOUNT', 8), filler(209)],
});

export const achLayouts: Record<CollectionType, FileLayout> = {
  P01: debits('ACHP01', 'N'),
  R01: debits('ACHR01', 'R'),
  P02: mandates('ACHP02', 'N'),
  R02: mandates('ACHR02', 'R'),
};
