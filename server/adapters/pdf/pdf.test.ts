// Test of contract PDFs: their text, that they are reproducible, and that their seal is valid.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { money, sum } from '#contract/core/money.ts';
import { createDocuments, printedShares } from './pdf.ts';
import { createDemoP12 } from './key-store.ts';
import { sealPdf } from './pdf-seal.ts';
import { digest, sampleContract } from '../testing/sample-contract.ts';

const now = new Date('2026-11-21T06:30:00Z');
const password = 'demonstration';
const p12 = await createDemoP12({ name: '百溪（示範）', now, password });
const pdf = createDocuments({ seal: { p12, password }, size: 1 });
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'pdf-'));
});
afterAll(async () => {
  pdf.close();
  await rm(folder, { recursive: true });
});

const MISSING =
  'poppler-utils is not installed: run `apt-get install poppler-utils` (pdfsig, pdftotext)';

/**
 * Returns the output of one of poppler's tools for a PDF; pdfsig exits with 1 for a bad signature.
 */
async function poppler(tool: string, before: string[], bytes: Buffer, after: string[] = []) {
  const file = path.join(folder, `${tool}.pdf`);
  await writeFile(file, bytes);
  return promisify(execFile)(tool, [...before, file, ...after]).then(
    ({ stdout }) => stdout,
    (error: { code?: unknown; stdout?: string }) => {
      if (error.code === 'ENOENT') throw new Error(MISSING);
      return error.stdout ?? '';
    },
  );
}
/** Returns the PDF's text without white space, because line breaks depend on the typesetting. */
const textOf = async (bytes: Buffer): Promise<string> =>
  (await poppler('pdftotext', ['-layout'], bytes, ['-'])).replace(/\s+/g, '');

const stroke = '<path d="M40 150C80 20 120 20 140 120S400 190 560 90" fill="none" stroke="#112"/>';
const signature = await sharp(
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="600" height="200">${stroke}</svg>`),
)
  .png()
  .toBuffer();
const certificate = {
  signedAt: new Date('2026-11-21T16:30:05.123Z'),
  address: '2001:db8:85a3::8a2e:370:7334',
  userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Safari/604.1',
  otpReference: 'SMS-0194f3c2',
  otpSentTo: '0912***678',
  draftSha256: digest,
};

describe('a contract', () => {
  test('contains the parties, the terms, every instalment and every investor', async () => {
    const text = await textOf(await pdf.renderContract(sampleContract('draft')));
    for (const said of [
      '借貸契約',
      '契約編號BX-115-000123',
      '中華民國115年11月21日',
      '林小溪',
      'A12****789',
      'NT$100,000',
      '12.00%',
      '19.86%',
      '首期NT$8,885，末期NT$8,884',
      'NT$95,985',
      '撥款後第1個月7,8851,0008,88592,115',
      '12撥款後第12個月8,796888,8840',
      '合計100,0006,619106,619',
      'O20261121002王○33,00033.00%',
      '以臺灣臺北地方法院為第一審管轄法院。',
      '不生契約之效力',
    ]) {
      expect(text).toContain(said);
    }
    expect(text).not.toContain('電子簽署憑證');
  });

  test('contains the signature and how it was made, once signed', async () => {
    const final = sampleContract('final', { signature, certificate });
    const text = await textOf(await pdf.renderContract(final));
    for (const said of ['電子簽署憑證', '11月22日00:30:05（臺北時間）', digest, 'SMS-0194f3c2']) {
      expect(text).toContain(said);
    }
    expect(text).toContain('2001:db8:85a3');
    expect(text).not.toContain('草稿未經簽署');
  });

  test('as an extract names its one investor and contains the master’s hash', async () => {
    const own = { orderNo: 'O20261121003', nameMasked: '李大河', amount: money(17_000), own: true };
    const extract = sampleContract('extract', { investors: [own], masterSha256: digest });
    const text = await textOf(await pdf.renderContract(extract));
    for (const said of ['借貸契約節本', '李大河', '本人出資金額NT$17,000', '17.00%', digest]) {
      expect(text).toContain(said);
    }
    expect(text).not.toMatch(/陳○明|王○/);
  });

  test('as an annex contains dates of the ROC calendar', async () => {
    const disbursedOn = sampleContract('annex').issuedOn;
    const annex = sampleContract('annex', { clauses: [], disbursedOn, masterSha256: digest });
    const text = await textOf(await pdf.renderContract(annex));
    for (const said of ['還款計畫確認書', '撥款日中華民國115年11月21日', '1115/12/247,885']) {
      expect(text).toContain(said);
    }
  });

  test('is the same bytes for the same data, and different for other data', async () => {
    const final = sampleContract('final', { signature, certificate });
    const first = await pdf.renderContract(final);
    await pdf.renderContract(sampleContract('draft'));
    expect((await pdf.renderContract(final)).equals(first)).toBe(true);
    const other = await pdf.renderContract({ ...final, contractNo: 'BX-115-000124' });
    expect(other.equals(first)).toBe(false);
  });

  test('is made despite characters that the font lacks or that print nothing', async () => {
    const name = '\u{E001}野\u0000\u202E\uFFFE溪';
    const borrower = { name, idNumberMasked: 'A1', address: '😀 路' };
    const text = await textOf(await pdf.renderContract(sampleContract('draft', { borrower })));
    expect(text).toContain('〔U+E001〕野溪');
  });

  test.each([
    ['王𡍼𠮷䶮', 'of extensions A and B'],
    ['㐀𫝀𬀩', 'of extensions A, D and E'],
    ['陳\u{2F800}', 'for compatibility'],
  ])('has the rare characters of the name %s (%s) as they are written', async (name) => {
    const borrower = { name, idNumberMasked: 'A1', address: '路' };
    const text = await textOf(await pdf.renderContract(sampleContract('draft', { borrower })));
    expect(text.normalize('NFC')).toContain(name.normalize('NFC'));
  });

  test('spells a character that no font has, beside one that is rare', async () => {
    const borrower = { name: '王\u{323AF}𡍼', idNumberMasked: 'A1', address: '路' };
    const text = await textOf(await pdf.renderContract(sampleContract('draft', { borrower })));
    expect(text).toContain('王〔U+323AF〕𡍼');
  });

  test('treats text that looks like markup as text', async () => {
    const borrower = { name: '#panic() $x$ *粗* @a', idNumberMasked: '\\', address: '<b>`' };
    const text = await textOf(await pdf.renderContract(sampleContract('draft', { borrower })));
    expect(text).toContain('#panic()$x$*粗*@a');
  });

  test('with an unknown template fails with the template’s name', async () => {
    await expect(pdf.renderTypst('nothing', {})).rejects.toThrow('nothing.typ');
  });
});

test('the printed shares of any investors add up to exactly 100.00 %', () => {
  const hundredths = (text: string) => Number(text.replace(/[.%]/g, ''));
  const of = (amounts: readonly number[]) =>
    printedShares(
      sum(amounts.map(money)),
      amounts.map((amount) => ({ amount: money(amount) })),
    );
  expect(of([1_000, 1_000, 1_000])).toEqual(['33.34%', '33.33%', '33.33%']);
  const investors = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 500 });
  fc.assert(
    fc.property(investors, (amounts) => {
      const printed = of(amounts);
      expect(printed.every((text) => /^\d+\.\d\d%$/.test(text))).toBe(true);
      expect(printed.reduce((total, text) => total + hundredths(text), 0)).toBe(10_000);
    }),
  );
  // An extract names one investor of several.
  expect(printedShares(money(100_000), [{ amount: money(17_000) }])).toEqual(['17.00%']);
});

describe('the seal', () => {
  let sealed: Buffer;
  beforeAll(async () => {
    const bare = await pdf.renderContract(sampleContract('final', { signature, certificate }));
    sealed = await pdf.seal(bare, { reason: '借貸契約完成簽署', name: '百溪', signedAt: now });
  });
  const verdict = (bytes: Buffer): Promise<string> => poppler('pdfsig', ['-nocert'], bytes);

  test('is a valid PAdES signature over the whole document', async () => {
    const said = await verdict(sealed);
    expect(said).toContain('Signature is Valid.');
    expect(said).toContain('Total document signed');
    expect(said).toContain('ETSI.CAdES.detached');
    expect(said).toContain('Common Name: 百溪（示範）');
  });

  test('breaks when any bit of the document is changed', async () => {
    const hole = sealed.indexOf('/ByteRange');
    for (const at of [500, 20_000, 60_000, hole - 40, sealed.length - 60]) {
      const altered = Buffer.from(sealed);
      altered[at]! ^= 1;
      expect(await verdict(altered)).not.toContain('Signature is Valid.');
    }
  });

  test('no longer covers the whole document once something is appended', async () => {
    const longer = Buffer.concat([sealed, Buffer.from('\n1 0 obj\n<< >>\nendobj\n')]);
    expect(await verdict(longer)).not.toContain('Total document signed');
  });

  test('is refused with a wrong password', async () => {
    const seal = { reason: '', name: '', signedAt: now, p12: Buffer.from(p12), password: 'wrong' };
    await expect(sealPdf(sealed, seal)).rejects.toThrow(/password/i);
  });
});

test('a report breaks neither the heads of its figures nor amounts of seven digits', async () => {
  const heads = ['本金', '利息', '遲延利息', '違約金', '提前清償分配', '服務費', '淨額'];
  const amounts = ['1,234,567', '123,456', '12,345', '1,234', '12,345', '23,456', '1,345,678'];
  const table = {
    title: '收回明細',
    none: '',
    columns: [
      ...['日期', '案件'].map((label) => ({ label, numeric: false })),
      ...['期別', ...heads].map((label) => ({ label, numeric: true })),
    ],
    rows: [['2026/11/05', 'A20251031-001', '6', ...amounts]],
    totals: ['合計', '', '', ...amounts],
  };
  const bytes = await pdf.renderTypst('report', {
    brand: '百溪',
    company: '百溪股份有限公司',
    title: '出資月結單',
    subtitle: '2026/11/01 至 2026/11/30',
    madeOn: '2026/11/30',
    date: [2026, 11, 30],
    facts: [{ label: '期初在貸本金', value: '$ 0' }],
    tables: [table],
    notes: [],
    foot: '百溪',
  });
  const text = await poppler('pdftotext', ['-layout'], bytes, ['-']);
  const cellsOf = (first: string) =>
    text
      .split('\n')
      .find((line) => line.trim().startsWith(first))
      ?.trim()
      .split(/\s+/);
  expect(cellsOf('日期')).toEqual(['日期', '案件', '期別', ...heads]);
  expect(cellsOf('2026/11/05')).toEqual(['2026/11/05', 'A20251031-001', '6', ...amounts]);
  expect(cellsOf('合計')).toEqual(['合計', ...amounts]);
});
