// Statement files of fifteen kinds as banks and spreadsheets write them, and what each must become.
import { type Day, addDays } from '#contract/core/day.ts';

const columns = {
  date: '日期',
  time: '時間',
  seq: '序號',
  credit: '存入',
  debit: '支出',
  virtualAccount: '虛擬帳號',
  fromBank: '付款行',
  fromAccount: '付款帳號',
  fromName: '戶名',
  memo: '備註',
};
const table = { bank: '812', columns };
/** The layouts by the names under which an operator chooses them. */
export const layoutsOfKinds = {
  對帳單: table,
  有餘額: { ...table, columns: { ...columns, balance: '餘額' } },
  大五碼: { ...table, encoding: 'big5' as const },
  國際標準: { format: 'camt.053' as const, bank: '812', account: '001234567890' },
};

export type Kind = {
  name: string;
  layout: keyof typeof layoutsOfKinds;
  bytes: Buffer;
  /** What the page says about lines that are not booked; refused: about the whole file. */
  named: readonly RegExp[];
  refused?: RegExp;
  /** Receipts that are booked, each on the account of an order. */
  booked: number;
  /** Whether the day of its lines may be closed by it. */
  closes: boolean;
};
/** Makes a file with a receipt on each of two accounts, as far as it books them. */
type Made = Omit<Kind, 'bytes'> & { make: (one: string, two: string) => string | Buffer };

const head = `${Object.values(columns).join(',')}\r\n`;
let count = 0;

const rowOn =
  (day: Day) =>
  (to: string, cells: Record<string, string> = {}) => {
    count += 1;
    const plain = {
      date: day.replaceAll('-', '/'),
      time: '09:05',
      seq: `K${count}`,
      credit: '3000',
      debit: '',
      to,
      bank: '',
      from: '',
      name: '王小明',
      memo: '',
    };
    return `${Object.values({ ...plain, ...cells }).join(',')}\r\n`;
  };

/** The head in Big5, and in the names a character of the bank's own. */
const big5Of = (body: string) =>
  Buffer.concat([
    Buffer.from(
      'a4e9b4c12caec9b6a12ca7c7b8b92ca673a44a2ca4e4a5582cb5eac0c0b162b8b92ca549b4daa6e6' +
        '2ca549b4dab162b8b92ca4e1a6572cb3c6b5f90d0a',
      'hex',
    ),
    ...body
      .split('王小明')
      .flatMap((part, at) => [Buffer.from(at ? 'a4fd8140a9fa' : '', 'hex'), Buffer.from(part)]),
  ]);

function entryOn(day: Day, to: string, amount = 3_000): string {
  count += 1;
  const record = `<Amt Ccy="TWD">${3_000 - amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd>`;
  const charges = amount === 3_000 ? '' : `<Chrgs><Rcrd>${record}</Rcrd></Chrgs>`;
  return (
    `<Ntry><Amt Ccy="TWD">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt>` +
    `<Dt>${day}</Dt></BookgDt><NtryDtls><TxDtls><Refs><TxId>X${count}</TxId></Refs>` +
    `<Amt Ccy="TWD">3000</Amt>${charges}<RltdPties><CdtrAcct><Id><Othr><Id>${to}</Id></Othr>` +
    `</Id></CdtrAcct></RltdPties></TxDtls></NtryDtls></Ntry>`
  );
}
const xmlOf = (entries: string) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct>` +
  `<Id><Othr><Id>001234567890</Id></Othr></Id></Acct>${entries}</Stmt></BkToCstmrStmt></Document>`;

const clean = { layout: '對帳單', named: [], booked: 2, closes: true } as const;

/** Files with lines that nobody can be sure of. */
function doubtful(day: Day): Made[] {
  const row = rowOn(day);
  const wrong = (name: string, why: RegExp, cells: Record<string, string>): Made => ({
    ...clean,
    name,
    named: [why],
    booked: 1,
    closes: false,
    make: (one, two) => head + row(one, cells) + row(two),
  });
  const nextYear = addDays(day, 365).replaceAll('-', '/');
  const lost = { bank: '4', from: '34567890123' };
  return [
    wrong('科學記號.csv', /科學記號，原來的號碼已經遺失/, { to: '9.96885E+13' }),
    wrong('少了零.csv', /銀行代碼 4 少了前面的 0/, lost),
    wrong('沒有引號的逗號.csv', /有 11 格，標題只有 10 格/, { credit: '3,000' }),
    wrong('一個引號.csv', /引號不成對/, { name: '"王小明' }),
    wrong('明年.csv', /還沒有到/, { date: nextYear }),
    wrong('試算表.csv', /試算表的錯誤/, { name: '#REF!' }),
    {
      ...clean,
      name: '同號無餘額.csv',
      booked: 0,
      closes: false,
      named: [/與第 3 行同日同序號/, /與第 2 行同日同序號/],
      make: (one, two) => head + row(one, { seq: 'T1' }) + row(two, { seq: 'T1' }),
    },
    {
      ...clean,
      name: '巢狀.xml',
      layout: '國際標準',
      booked: 0,
      closes: false,
      refused: /巢狀超過 32 層/,
      make: () => '<a>'.repeat(37_000),
    },
  ];
}

/** Files that are unusual, but leave no doubt. */
function unusual(day: Day): Made[] {
  const row = rowOn(day);
  const spoken = { date: `${day.replaceAll('-', '/')} 上午 9:06`, time: '' };
  const balanced = (to: string, balance: string) => row(to, { seq: 'S1', balance });
  const zero = () => row('', { credit: '0.00' });
  const iso = { ...clean, layout: '國際標準' } as const;
  return [
    {
      ...clean,
      name: '同號有餘額.csv',
      layout: '有餘額',
      make: (one, two) =>
        head.replace('備註', '備註,餘額') + balanced(one, '3000') + balanced(two, '6000'),
    },
    {
      ...clean,
      name: '合計與零.csv',
      make: (one, two) => `${head}${row(one)}${zero()}${row(two)}合計,,,6000,0,,,,,\r\n以下空白`,
    },
    {
      ...clean,
      name: '少零的時間.csv',
      make: (one, two) => head + row(one, { time: '9:05:30' }) + row(two, spoken),
    },
    {
      ...clean,
      name: '造字.csv',
      layout: '大五碼',
      make: (one, two) => big5Of(row(one) + row(two)),
    },
    {
      ...clean,
      name: '萬國碼.txt',
      make: (one, two) => Buffer.from(`\ufeff${head}${row(one)}${row(two)}`, 'utf16le'),
    },
    {
      ...iso,
      name: '明細有號.xml',
      make: (one, two) => xmlOf(entryOn(day, one) + entryOn(day, two)),
    },
    {
      ...iso,
      name: '內扣手續費.xml',
      make: (one, two) => xmlOf(entryOn(day, one, 2_970) + entryOn(day, two, 2_985)),
    },
  ];
}

/** Returns the kinds for a day that has ended; the accounts are those of two unpaid orders each. */
export const statementKinds = (
  day: Day,
  accounts: readonly (readonly [string, string])[],
): Kind[] =>
  [...doubtful(day), ...unusual(day)].map(({ make, ...kind }, at) => ({
    ...kind,
    bytes: Buffer.from(make(...accounts[at]!)),
  }));
