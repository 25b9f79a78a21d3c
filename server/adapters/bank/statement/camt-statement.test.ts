// Tests that ISO 20022 statements are read into the same records as tables.
import { describe, expect, test } from 'vitest';
import { mappingSchema } from '#contract/banking/statements.ts';
import { readWhole } from '../../testing/statement-files.ts';
import { StatementUnreadable } from './bank-statement.ts';

const mapping = mappingSchema.parse({
  format: 'camt.053',
  bank: '812',
  account: '20001234567890',
});

type Balance = { code: string; amount: number | string; sign?: 'CRDT' | 'DBIT' };
const balanceOf = ({ code, amount, sign = 'CRDT' }: Balance) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="TWD">${amount}</Amt>` +
  `<CdtDbtInd>${sign}</CdtDbtInd><Dt><Dt>2026-11-21</Dt></Dt></Bal>`;

const statementOf = (
  entries: string,
  {
    opening = 1_000,
    closing = 0 as number | null,
    account = '20001234567890',
    currency = 'TWD',
  } = {},
) =>
  `<Stmt><Id>1</Id><Acct><Id><Othr><Id>${account}</Id></Othr></Id><Ccy>${currency}</Ccy></Acct>` +
  balanceOf({ code: 'OPBD', amount: opening }) +
  (closing === null ? '' : balanceOf({ code: 'CLBD', amount: closing })) +
  `${entries}</Stmt>`;

const documentOf = (statements: string, version = '02') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n` +
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt>` +
  `<GrpHdr><MsgId>m</MsgId></GrpHdr>${statements}</BkToCstmrStmt></Document>`;

const entryOf = (
  amount: number | string,
  details = '',
  { sign = 'CRDT', ref = '0001', more = '', status = '<Sts>BOOK</Sts>', currency = 'TWD' } = {},
) =>
  `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd>${more}${status}` +
  `<BookgDt><DtTm>2026-11-21T01:05:30Z</DtTm></BookgDt><AcctSvcrRef>${ref}</AcctSvcrRef>` +
  `<NtryDtls>${details}</NtryDtls></Ntry>`;

const receiptFrom = (account: string) =>
  `<TxDtls><RltdPties><Dbtr><Nm>王小明</Nm></Dbtr>` +
  `<DbtrAcct><Id><Othr><Id>000123456789</Id></Othr></Id></DbtrAcct>` +
  `<CdtrAcct><Id><Othr><Id>${account}</Id></Othr></Id></CdtrAcct></RltdPties>` +
  `<RltdAgts><DbtrAgt><FinInstnId><ClrSysMmbId><MmbId>8220012</MmbId></ClrSysMmbId></FinInstnId>` +
  `</DbtrAgt></RltdAgts><RmtInf><Ustrd>投資</Ustrd><Ustrd>第一筆 &amp; 二</Ustrd></RmtInf></TxDtls>`;

const read = (xml: string | Buffer, by = mapping) => readWhole(xml, by, '2026-11-21');
const unreadable = (xml: string | Buffer) => expect(() => read(xml)).toThrow(StatementUnreadable);

describe('receipts', () => {
  test('a receipt on a virtual account becomes a record with its payer and its time', () => {
    const xml = documentOf(
      statementOf(entryOf('30000.00', receiptFrom('98765432101234')), { closing: 31_000 }),
    );
    const { entries, problems } = read(xml);
    expect(problems).toEqual([]);
    expect(entries).toEqual([
      {
        line: 1,
        date: '2026-11-21',
        seq: '0001',
        time: '09:05:30',
        amount: 30_000,
        reference: null,
        balance: 31_000,
        payment: null,
        names: null,
        record: {
          bank: '812',
          date: '2026-11-21',
          seq: '0001',
          at: new Date('2026-11-21T01:05:30Z'),
          type: 'transfer',
          amount: 30_000,
          sign: '+',
          virtualAccount: '98765432101234',
          fromBank: '822',
          fromAccount: '000123456789',
          fromName: '王小明',
          memo: '投資 第一筆 & 二',
        },
      },
    ]);
  });

  test('newer versions, other prefixes and cash at a counter are read alike', () => {
    const cash =
      '<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>CNTR</Cd><SubFmlyCd>CDPT</SubFmlyCd></Fmly></Domn>' +
      '</BkTxCd>';
    const options = { more: cash, status: '<Sts><Cd>BOOK</Cd></Sts>' };
    const plain = documentOf(
      statementOf(entryOf(500, receiptFrom('98765432101235'), options), { closing: 1_500 }),
      '08',
    );
    const prefixed = plain.replace(/<(\/?)(?=[A-Z])/g, '<$1n:').replace('xmlns=', 'xmlns:n=');
    for (const xml of [plain, prefixed]) {
      const { entries } = read(xml);
      expect(entries[0]?.record).toMatchObject({ type: 'atm_cash', amount: 500 });
    }
  });

  test('an entry of several transactions becomes a line for each', () => {
    const part = (amount: number, account: string) =>
      receiptFrom(account).replace(
        '<TxDtls>',
        `<TxDtls><AmtDtls><TxAmt><Amt Ccy="TWD">${amount}</Amt></TxAmt></AmtDtls>`,
      );
    const parts = part(300, '98765432101236') + part(200, '98765432101237');
    const { entries } = read(documentOf(statementOf(entryOf(500, parts), { closing: 1_500 })));
    expect(entries.map(({ seq, amount, balance }) => [seq, amount, balance])).toEqual([
      ['0001-1', 300, 1_300],
      ['0001-2', 200, 1_500],
    ]);
    const wrong = read(documentOf(statementOf(entryOf(501, parts), { closing: null })));
    expect(wrong.entries).toEqual([]);
    expect(wrong.problems[0]?.why).toContain('合計');
  });

  test('a reversal names the receipt that it reverses, or is a problem', () => {
    const reversed = (ref: string) => `<TxDtls><Refs>${ref}</Refs></TxDtls>` as const;
    const options = { sign: 'DBIT', ref: '0009', more: '<RvslInd>true</RvslInd>' };
    const details = reversed('<AcctSvcrRef>0001</AcctSvcrRef>');
    const { entries } = read(
      documentOf(statementOf(entryOf(400, details, options), { closing: 600 })),
    );
    expect(entries[0]?.record).toMatchObject({ sign: '-', amount: 400, reverses: '0001' });
    const nameless = read(
      documentOf(statementOf(entryOf(400, reversed(''), options), { closing: 600 })),
    );
    expect(nameless.entries).toEqual([]);
    expect(nameless.problems[0]?.why).toContain('沖正');
  });
});

describe('our own payments', () => {
  const ours = (more = '') =>
    `<TxDtls><Refs><EndToEndId>payout-17-1</EndToEndId></Refs>${more}</TxDtls>`;

  test('a debit with our reference confirms the payment, and a credit returns it', () => {
    const returned = ours('<RtrInf><AddtlInf>帳號不存在</AddtlInf></RtrInf>');
    const xml = documentOf(
      statementOf(
        entryOf(885, ours(), { sign: 'DBIT', ref: '0002' }) +
          entryOf(885, returned, { ref: '0003' }),
        { closing: 1_000 },
      ),
    );
    const { entries } = read(xml);
    expect(entries.map(({ payment, record }) => [payment?.outcome, record])).toEqual([
      ['confirmed', null],
      ['returned', null],
    ]);
    expect(entries[1]?.payment).toMatchObject({ reason: '帳號不存在', amount: 885 });
  });

  test('a bank charge is a line that books nothing', () => {
    const { entries } = read(
      documentOf(statementOf(entryOf(15, '', { sign: 'DBIT' }), { closing: 985 })),
    );
    expect(entries[0]).toMatchObject({ amount: -15, record: null, payment: null });
  });
});

describe('what cannot be right', () => {
  test.each([
    ['another account', statementOf(entryOf(500), { account: '11112222333344' }), '末四碼 3344'],
    ['another currency', statementOf(entryOf(500), { currency: 'USD' }), '不是這個格式'],
  ])('%s is a problem, and none of its entries is read', (_name, statement, why) => {
    const { entries, problems } = read(documentOf(statement));
    expect(entries).toEqual([]);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.why).toContain(why);
  });

  test('a closing balance that does not follow is a problem, and closes no day', () => {
    const { entries, problems } = read(documentOf(statementOf(entryOf(500), { closing: 1_499 })));
    expect(entries).toHaveLength(1);
    expect(problems).toEqual([{ line: 2, why: '期末餘額與各筆交易不符' }]);
  });

  test.each([
    [{ amount: '10.50' }, '不是整數金額'],
    [{ amount: 10, currency: 'USD' }, '不是整數金額'],
    [{ amount: 10, ref: '' }, '沒有交易序號'],
  ])('an entry with %j is a problem of its own', ({ amount, ...options }, why) => {
    const good = entryOf(20, receiptFrom('98765432101234'), { ref: '0002' });
    const { entries, problems } = read(
      documentOf(statementOf(entryOf(amount, '', options) + good, { closing: null })),
    );
    expect(problems[0]?.why).toContain(why);
    expect(entries.map(({ seq }) => seq)).toEqual(['0002']);
  });

  test('entries that are not booked are left out', () => {
    const { entries, problems } = read(
      documentOf(statementOf(entryOf(500, '', { status: '<Sts>PDNG</Sts>' }), { closing: 1_000 })),
    );
    expect({ entries, problems }).toEqual({ entries: [], problems: [] });
  });

  test.each([
    ['no XML', '交易日,序號,存入\r\n'],
    ['an empty file', ''],
    ['another message', '<?xml version="1.0"?><Document><CstmrCdtTrfInitn/></Document>'],
    ['a document that ends early', documentOf(statementOf(entryOf(5))).slice(0, -20)],
    ['a document type', `<!DOCTYPE x [<!ENTITY a "b">]>${documentOf(statementOf(''))}`],
    ['an entity', documentOf(statementOf(entryOf('&a;')))],
    [
      'another encoding',
      Buffer.from('<?xml version="1.0"?><Document>\xb4\xfa</Document>', 'latin1'),
    ],
  ])('%s is no statement', (_name, file) => unreadable(file));
});

test('a file of 5,000 entries is read', () => {
  const entries = Array.from({ length: 5_000 }, (_, at) =>
    entryOf(1, receiptFrom('98765432101234'), { ref: String(at) }),
  );
  const xml = documentOf(statementOf(entries.join(''), { closing: 6_000 }));
  const { entries: all } = read(xml);
  expect([all.length, all.at(-1)?.balance]).toEqual([5_000, 6_000]);
});
