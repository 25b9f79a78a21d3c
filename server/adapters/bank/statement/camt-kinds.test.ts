// Tests what an ISO 20022 statement may contain beside what banks should write.
import { describe, expect, test } from 'vitest';
import { mappingSchema } from '#contract/banking/statements.ts';
import { readWhole } from '../../testing/statement-files.ts';

const mapping = mappingSchema.parse({ format: 'camt.053', bank: '812', account: '001234567890' });
const A = '99688533500019';

type Parts = {
  ns?: string;
  root?: string;
  message?: string;
  account?: string;
  balances?: [opening: number, closing: number] | null;
};
const balance = (code: string, amount: number) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="TWD">${amount}</Amt>` +
  `<CdtDbtInd>CRDT</CdtDbtInd></Bal>`;
function documentOf(entries: string, parts: Parts = {}): string {
  const { ns = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08', message = 'BkToCstmrStmt' } =
    parts;
  const { root = 'Stmt', balances = null } = parts;
  const { account = '<Acct><Id><Othr><Id>001234567890</Id></Othr></Id><Ccy>TWD</Ccy></Acct>' } =
    parts;
  const all = balances ? balance('OPBD', balances[0]) + balance('CLBD', balances[1]) : '';
  const inner = `<${root}>${account}${all}${entries}</${root}>`;
  return `<Document xmlns="${ns}"><${message}>${inner}</${message}></Document>`;
}
type Entry = {
  amount?: string;
  ref?: string;
  refs?: string;
  sign?: string;
  more?: string;
  details?: string;
};
function entryOf(entry: Entry = {}): string {
  const { amount = '2000', ref = '<NtryRef>E1</NtryRef>', refs = '', sign = 'CRDT' } = entry;
  const { more = '<Sts>BOOK</Sts>', details } = entry;
  const account = `<RltdPties><CdtrAcct><Id><Othr><Id>${A}</Id></Othr></Id></CdtrAcct></RltdPties>`;
  return (
    `<Ntry>${ref}<Amt Ccy="TWD">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd>${more}` +
    `<BookgDt><Dt>2026-11-29</Dt></BookgDt><NtryDtls>` +
    `${details ?? `<TxDtls><Refs>${refs}</Refs>${account}</TxDtls>`}</NtryDtls></Ntry>`
  );
}
function saidOf(xml: string | Buffer): string[] {
  try {
    const { entries, problems, asides } = readWhole(xml, mapping, '2026-11-29');
    return [
      ...entries.map(
        ({ seq, amount, record }) => `${seq} ${amount} ${record?.virtualAccount ?? '-'}`,
      ),
      ...problems.map(({ why }) => why),
      ...asides.map(({ aside }) => `(${aside})`),
    ];
  } catch (error) {
    return [(error as Error).message];
  }
}
const good = `E1 2000 ${A}`;

describe('a file that is another message or no XML is refused by name', () => {
  const iso = 'urn:iso:std:iso:20022:tech:xsd';
  const bomb =
    '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>';
  test.each([
    [
      documentOf('', { ns: `${iso}:camt.052.001.08`, message: 'BkToCstmrAcctRpt', root: 'Rpt' }),
      '052',
    ],
    [documentOf('', { ns: `${iso}:camt.052.001.02` }), '這是 camt.052 訊息'],
    [documentOf('', { ns: `${iso}:camt.054.001.13`, message: 'BkToCstmrDbtCdtNtfctn' }), '054'],
    [documentOf('', { ns: `${iso}:pain.001.001.09`, message: 'CstmrCdtTrfInitn' }), 'pain.001'],
    [documentOf('', { ns: `${iso}:pacs.008.001.08`, message: 'FIToFICstmrCdtTrf' }), 'pacs.008'],
    [`${bomb}${documentOf(entryOf({ amount: '&b;' }))}`, 'DOCTYPE'],
    [documentOf(entryOf({ amount: '&b;' })), '不是正確的 XML'],
    [documentOf(entryOf()).slice(0, -10), '不是正確的 XML'],
    [`${documentOf(entryOf())}more`, '不是正確的 XML'],
    [documentOf('<a>'.repeat(40) + '</a>'.repeat(40)), '巢狀超過 32 層'],
    ['<a>'.repeat(37_000), '巢狀超過 32 層'],
    [documentOf(entryOf({ amount: '20<x/>00' })), '元素之間有文字'],
    [`<?xml version="1.0" encoding="ISO-8859-1"?>${documentOf('')}`, '無法讀取 ISO-8859-1 編碼'],
    [`<?xml version="1.0" encoding="GB18030"?>${documentOf('')}`, '無法讀取 GB18030 編碼'],
    [`<?xml version='1.0' encoding='Shift_JIS'?>${documentOf('')}`, '無法讀取 Shift_JIS 編碼'],
    ['日期,時間,序號\n', '不是正確的 XML'],
    ['', 'camt.053'],
  ])('%s', (xml, why) => {
    const [message = '', ...more] = saidOf(xml);
    expect(message).toContain(why);
    expect(more).toEqual([]);
  });
});

describe('what XML may write in other ways is read', () => {
  const plain = documentOf(entryOf());
  const wide = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
  test.each([
    ['CDATA', documentOf(entryOf({ amount: '<![CDATA[2000]]>' }))],
    ['a reference to a character', documentOf(entryOf({ amount: '20&#48;&#x30;' }))],
    ['a comment', documentOf(entryOf({ amount: '20<!-- -->00' }))],
    ['zeros in front', documentOf(entryOf({ amount: '0000000000000000002000.00' }))],
    ['two marks and an end of DOS', `\ufeff\ufeff${plain}\r\n\x1a`],
    ['UTF-16', wide(`<?xml version="1.0" encoding="UTF-16"?>${plain}`)],
    ['UTF-16 the other way', wide(plain).swap16()],
    ['UTF-16 without a mark', Buffer.from(plain, 'utf16le')],
    ['Big5 as declared', `<?xml version="1.0" encoding="Big5"?>${plain}`],
    ['version 13', plain.replace('001.08', '001.13')],
    ['no namespace', plain.replace(/ xmlns="[^"]*"/, '')],
    ['a prefix', plain.replace(/<(\/?)(?=[A-Z])/g, '<$1camt:').replace('xmlns=', 'xmlns:camt=')],
  ])('%s', (_how, xml) => {
    expect(saidOf(xml)).toEqual([good]);
  });
});

describe('numbers at the transaction serve where the entry has none', () => {
  const of = (refs: string, ref = '') => saidOf(documentOf(entryOf({ ref, refs })));
  test.each([
    ['<AcctSvcrRef>T1</AcctSvcrRef><InstrId>T2</InstrId>', '', 'T1'],
    ['<InstrId>T2</InstrId><TxId>T3</TxId>', '', 'T2'],
    ['<TxId>T3</TxId>', '', 'T3'],
    ['<AcctSvcrRef>NOTPROVIDED</AcctSvcrRef><TxId>T3</TxId>', '', 'T3'],
    ['<TxId>T3</TxId>', '<AcctSvcrRef>NOTPROVIDED</AcctSvcrRef><NtryRef>E9</NtryRef>', 'E9'],
  ])('%s %s', (refs, ref, seq) => {
    expect(of(refs, ref)).toEqual([`${seq} 2000 ${A}`]);
  });
  test.each(['', '<EndToEndId>NOTPROVIDED</EndToEndId>', '<TxId>NOT PROVIDED</TxId>'])(
    'none is named: %s',
    (refs) => expect(of(refs)).toEqual(['沒有交易序號']),
  );
});

describe('a reversal', () => {
  const of = (more: string, refs: string, sign = 'DBIT') =>
    saidOf(documentOf(entryOf({ more: `${more}<Sts>BOOK</Sts>`, refs, sign })));
  test.each(['1', 'true', ' true '])('says so by %s', (yes) => {
    const said = of(`<RvslInd>${yes}</RvslInd>`, '<AcctSvcrRef>S201</AcctSvcrRef>');
    expect(said).toEqual([`E1 -2000 ${A}`]);
    expect(of(`<RvslInd>${yes}</RvslInd>`, '<AcctSvcrRef>E1</AcctSvcrRef>')).toEqual([
      '沖正沒有指明原交易序號',
    ]);
  });
  test('of a debit is no payment to a virtual account', () => {
    expect(of('<RvslInd>1</RvslInd>', '', 'CRDT')).toEqual(['E1 2000 0']);
  });
  test.each(['0', 'false', ''])('is none by %j, but the number that it names is kept', (no) => {
    const indicator = no === '' ? '' : `<RvslInd>${no}</RvslInd>`;
    const refs = '<AcctSvcrRef>S201</AcctSvcrRef>';
    const xml = documentOf(entryOf({ more: `${indicator}<Sts>BOOK</Sts>`, refs, sign: 'DBIT' }));
    const { entries } = readWhole(xml, mapping, '2026-11-29');
    expect(entries.map(({ record, names }) => [record, names?.seqs])).toEqual([[null, ['S201']]]);
  });
});

describe('charges', () => {
  const tx = (amount: number, charges = '') =>
    `<TxDtls><Amt Ccy="TWD">${amount}</Amt>${charges}<RltdPties><CdtrAcct><Id><Othr><Id>${A}</Id>` +
    `</Othr></Id></CdtrAcct></RltdPties></TxDtls>`;
  const record = (amount: number, sign = 'DBIT') =>
    `<Rcrd><Amt Ccy="TWD">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd></Rcrd>`;
  const of = (amount: number, details: string, more = '<Sts>BOOK</Sts>') =>
    saidOf(documentOf(entryOf({ amount: String(amount), details, more })));
  test('of a single transaction are a line of their own', () => {
    expect(of(1970, tx(2000, `<Chrgs>${record(30)}</Chrgs>`))).toEqual([good, 'E1-fee -30 -']);
    expect(of(1970, tx(2000), `<Sts>BOOK</Sts><Chrgs>${record(30)}</Chrgs>`)).toEqual([
      good,
      'E1-fee -30 -',
    ]);
  });
  test('in several records, or as older versions write them', () => {
    const several = `<Chrgs>${record(30)}${record(5, 'CRDT')}</Chrgs>`;
    expect(of(1975, tx(2000, several))).toEqual([good, 'E1-fee -25 -']);
    const old = '<Chrgs><Amt Ccy="TWD">30</Amt><CdtDbtInd>DBIT</CdtDbtInd></Chrgs>';
    expect(of(1970, tx(2000, old))).toEqual([good, 'E1-fee -30 -']);
  });
  test('that explain nothing are named, and those not deducted ignored', () => {
    expect(of(1960, tx(2000, `<Chrgs>${record(30)}</Chrgs>`))[0]).toContain('合計');
    expect(of(2000, tx(2000, `<Chrgs>${record(30)}</Chrgs>`))).toEqual([good]);
    expect(of(1999, tx(2000))[0]).toContain('合計');
    expect(of(2000, tx(1500) + tx(400))[0]).toContain('合計');
  });
});

describe('an entry that is not what it seems', () => {
  test.each([
    [entryOf({ more: '' }), '狀態沒有已入帳'],
    [entryOf({ more: '<Sts><Prtry>DONE</Prtry></Sts>' }), '狀態沒有已入帳'],
    [entryOf({ more: '<Sts>XXXX</Sts>' }), '狀態是 XXXX'],
    [entryOf({ amount: '20.00.00' }), '不是整數金額'],
    [entryOf({ amount: '2,00' }), '不是整數金額'],
    [entryOf({ sign: '' }), '不是整數金額'],
    [entryOf().replace('<Dt>2026-11-29', '<Dt>2027-11-29'), '還沒有到'],
    [entryOf().replace('<Dt>2026-11-29', '<Dt>'), '沒有日期'],
    [entryOf().replaceAll(A, 'VA-1'), '不是帳號：VA-1'],
  ])('is named: %s', (entry, why) => {
    const [second, first] = saidOf(documentOf(entry + entryOf({ ref: '<NtryRef>E2</NtryRef>' })));
    expect(first).toContain(why);
    expect(second).toBe(`E2 2000 ${A}`);
  });
  test('announced entries are left to a later statement, and 0 is none', () => {
    const all = ['PDNG', 'INFO', 'FUTR'].map((code) => entryOf({ more: `<Sts>${code}</Sts>` }));
    expect(saidOf(documentOf(all.join('')))).toEqual([]);
    expect(saidOf(documentOf(entryOf({ amount: '0.00' })))).toEqual(['(金額為 0)']);
  });
  test('entries of no account or of another are not read', () => {
    expect(saidOf(documentOf(entryOf(), { account: '' }))[0]).toContain('哪個帳戶');
    const foreign = '<Acct><Id><Othr><Id>99</Id></Othr></Id></Acct>';
    expect(saidOf(documentOf(entryOf(), { account: foreign }))).toHaveLength(1);
    const shorter = '<Acct><Id><Othr><Id>1234567890</Id></Othr></Id></Acct>';
    expect(saidOf(documentOf(entryOf(), { account: shorter }))).toEqual([good]);
  });
  test('a number twice is two entries only if the bank’s closing balance says so', () => {
    const twice = entryOf() + entryOf();
    expect(saidOf(documentOf(twice, { balances: [0, 4_000] }))).toEqual([good, `E1#2 2000 ${A}`]);
    for (const balances of [null, [0, 2_000] as [number, number]]) {
      const said = saidOf(documentOf(twice, { balances }));
      expect(said.filter((line) => line.includes('同日同序號'))).toHaveLength(2);
    }
  });
});
