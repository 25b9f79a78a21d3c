// The contract as HTML and as PDF says the same words, and its seal is checked by other tools.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { lending } from '#contract/lending.ts';
import { useServer } from '../../tests/server.ts';
import {
  funded,
  newOffice,
  signature,
  stepUp,
  type Borrower,
  type Office,
} from './testing/cases.ts';

const server = useServer({ environment: { TRUST_PROXY: 'yes' } });
let office: Office;
beforeAll(async () => {
  office = await newOffice(server);
});

const as = ({ token }: Borrower) => ({ token });
const pdfOf = async (borrower: Borrower) =>
  Buffer.from((await server.ok(lending.contract, {}, as(borrower))) as unknown as Uint8Array);

/** What one of poppler's tools says of a PDF; pdfsig exits with 1 for a bad signature. */
async function poppler(tool: string, options: readonly string[], pdf: Buffer, end: string[] = []) {
  const folder = await mkdtemp(join(tmpdir(), 'contract-'));
  const path = join(folder, 'contract.pdf');
  await writeFile(path, pdf);
  const { stdout } = await promisify(execFile)(tool, [...options, path, ...end]).catch(
    (error: { stdout: string }) => error,
  );
  await rm(folder, { recursive: true });
  return stdout;
}

/** The text of all pages without what stands at the edges of each, and without spaces. */
async function textOf(pdf: Buffer): Promise<string> {
  const text = await poppler('pdftotext', ['-raw'], pdf, ['-']);
  const pages = text.split('\f').map((page) => page.split('\n').filter((line) => line.trim()));
  const repeated = (line: string) =>
    pages.filter((lines) => lines.some((one) => one === line)).length > pages.length / 2;
  const isNumber = (line: string) =>
    /^(第\s*)?\d+\s*[/／]?\s*(頁.*)?\d*\s*(頁)?$/.test(line.trim());
  return pages
    .flatMap((lines) => lines.filter((line) => !repeated(line) && !isNumber(line)))
    .join('')
    .replace(/\s+/g, '');
}

test('every clause of the page stands in the PDF, word for word, before and after', async () => {
  const { borrower } = await funded(server, office);
  const missing = async () => {
    const { data } = await server.ok(lending.contractDetails, {}, as(borrower));
    const text = await textOf(await pdfOf(borrower));
    const words = data.clauses.flatMap(({ title, paragraphs }) => [title, ...paragraphs]);
    expect(words.length).toBeGreaterThan(20);
    return words.filter((one) => !text.includes(one.replace(/\s+/g, '')));
  };
  expect(await missing()).toEqual([]);
  await server.ok(lending.stylemap, { stylemap: await signature() }, as(borrower));
  await stepUp(server, borrower);
  await server.ok(lending.signContract, {}, as(borrower));
  expect(await missing()).toEqual([]);
});

test('another tool finds the seal whole, and broken after one byte', async () => {
  const { borrower } = await funded(server, office);
  await server.ok(lending.stylemap, { stylemap: await signature() }, as(borrower));
  await stepUp(server, borrower);
  await server.ok(lending.signContract, {}, as(borrower));
  const pdf = await pdfOf(borrower);
  const verdict = (bytes: Buffer) => poppler('pdfsig', ['-nocert'], bytes);
  expect(await verdict(pdf)).toContain('Signature is Valid');
  const changed = Buffer.from(pdf);
  const at = changed.indexOf('stream\n') + 20;
  changed[at] = (changed[at] ?? 0) ^ 1;
  expect(await verdict(changed)).toContain('Digest Mismatch');
});
