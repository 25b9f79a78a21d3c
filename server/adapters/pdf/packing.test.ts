// Tests of packed files: every object is as before, readers accept them, and they stay PDF/A-2b.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeStandInKeys, openStandIn, standInTimestamps } from '../timestamps/stand-in.ts';
import { sampleContract } from '../testing/sample-contract.ts';
import { createDemoP12 } from './key-store.ts';
import { packed } from './packing.ts';
import { createDocuments } from './pdf.ts';
import { type PdfFile, bodyOf, openPdf } from './revisions.ts';

/** A file as Typst writes it: a table, two spaces before each entry, streams with their length. */
function plainPdf(bodies: ReadonlyMap<number, string>): Buffer {
  let text = '%PDF-1.7\n%\u0080\u0080\u0080\u0080\n\n';
  const size = Math.max(...bodies.keys()) + 1;
  const rows = ['0000000000 65535 f \n'];
  for (let object = 1; object < size; object += 1) {
    const body = bodies.get(object);
    rows.push(
      body === undefined
        ? '0000000000 00000 f \n'
        : `${String(text.length).padStart(10, '0')} 00000 n \n`,
    );
    if (body !== undefined) text += `${object} 0 obj\n${body}\nendobj\n\n`;
  }
  const trailer = `<<\n  /Size ${size}\n  /Root 1 0 R\n  /ID [(a) (b)]\n>>`;
  const end = `startxref\n${text.length}\n%%EOF`;
  const table = `xref\n0 ${size}\n${rows.join('')}trailer\n${trailer}\n${end}`;
  return Buffer.from(text + table, 'latin1');
}

const stream = (text: string, entries = '') =>
  `<<\n  /Length ${text.length}${entries}\n>>\nstream\n${text}\nendstream`;
const words = 'q 1 0 0 1 0 0 cm endobj stream Q '.repeat(40);
const bodies = new Map([
  [1, '<<\n  /Type /Catalog\n  /Pages 2 0 R\n  /Metadata 8 0 R\n>>'],
  [2, '<<\n  /Type /Pages\n  /Count 2\n  /Kids [3 0 R 4 0 R]\n>>'],
  [3, '<<\n  /Type /Page\n  /Parent 2 0 R\n  /Contents 6 0 R\n  /MediaBox [0 0 9 9]\n>>'],
  [4, '<<\n  /Type /Page\n  /Parent 2 0 R\n  /Contents 6 0 R\n  /MediaBox [0 0 9 9]\n>>'],
  [6, stream(words)],
  [7, '(\u00e9 \\) text)'],
  [8, stream('<x/>', '\n  /Type /Metadata\n  /Subtype /XML')],
  [9, '[1 2 3]'],
]);

/** Returns an object's text, also of one in a stream of objects. */
function textOf({ bytes, places }: PdfFile, object: number): string | null {
  const place = places.get(object) ?? null;
  if (place === null) return null;
  if (typeof place === 'number') {
    const end = places.has(object) ? bytes.indexOf('\nendobj\n', place) : -1;
    return bytes.toString('latin1', place, end).replace(/^\d+ 0 obj\n/, '');
  }
  const [number, index] = place.split(':').map(Number);
  const { head, content } = streamOf({ bytes, places } as PdfFile, number!);
  const first = Number(/\/First (\d+)/.exec(head)![1]);
  const pairs = content.toString('latin1', 0, first).trim().split(/\s+/).map(Number);
  expect(pairs[index! * 2]).toBe(object);
  const [from, to] = [pairs[index! * 2 + 1]!, pairs[index! * 2 + 3] ?? Infinity];
  return content.subarray(first).toString('latin1').slice(from, to).trimEnd();
}

function streamOf({ bytes, places }: PdfFile, object: number) {
  const at = places.get(object) as number;
  const start = bytes.indexOf('stream\n', at) + 'stream\n'.length;
  const head = bytes.toString('latin1', at, start);
  const raw = bytes.subarray(start, start + Number(/\/Length (\d+)/.exec(head)![1]));
  return { head, content: head.includes('/FlateDecode') ? inflateSync(raw) : raw };
}

describe('a packed file', () => {
  const file = openPdf(packed(plainPdf(bodies)));

  test('has each object without a stream as it was, and no others', () => {
    for (const [object, body] of bodies) {
      if (!body.endsWith('endstream')) expect(textOf(file, object), `${object}`).toBe(body);
    }
    expect([file.places.get(0), file.places.get(5)]).toEqual([null, null]);
    expect(file.places.size).toBe(12);
    expect(file.root).toBe(1);
    expect(file.kept).toBe('/ID [(a) (b)]');
  });

  test('packs all but what a seal changes', () => {
    const isPacked = (object: number) => typeof file.places.get(object) === 'string';
    expect([...bodies.keys()].filter(isPacked)).toEqual([4, 7, 9]);
  });

  test('compresses its streams', () => {
    expect(streamOf(file, 6).head).toContain('/FlateDecode');
    expect(streamOf(file, 6).content.toString('latin1')).toBe(words);
    expect(streamOf(file, 8).head).toMatch(/\/Type \/Metadata\s+\/Subtype \/XML/);
    expect(streamOf(file, 8).content.toString('latin1')).toBe('<x/>');
  });

  test('is the same each time', () => {
    expect(packed(plainPdf(bodies)).equals(file.bytes)).toBe(true);
  });

  test('with more than a thousand objects has several streams of them', () => {
    const many = new Map(bodies);
    for (let object = 10; object < 2_500; object += 1) many.set(object, `<< /N ${object} >>`);
    const large = openPdf(packed(plainPdf(many)));
    for (const object of [7, 1_005, 1_006, 2_499]) {
      expect(textOf(large, object)).toBe(many.get(object));
    }
  });

  test('is refused if an object is not where the table says', () => {
    const moved = Buffer.from(
      plainPdf(bodies).toString('latin1').replace('7 0 obj', '5 0 obj'),
      'latin1',
    );
    expect(() => packed(moved)).toThrow('object 7 is not where it should be');
  });
});

describe('a sealed contract', () => {
  const now = () => new Date('2026-11-23T06:30:00Z');
  let folder: string;
  let sealed: Buffer;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'packed-'));
    const p12 = await createDemoP12({ name: '百溪（示範）', now: now(), password: 'x' });
    const standIn = await openStandIn(await makeStandInKeys({ now: now() }), now);
    const timestamps = standInTimestamps(standIn, now);
    const documents = createDocuments({ seal: { p12, password: 'x' }, timestamps, size: 1 });
    const bare = await documents.renderContract(sampleContract('final'));
    sealed = await documents.seal(bare, { reason: '契約', name: '百溪', signedAt: now() });
    documents.close();
  });
  afterAll(() => rm(folder, { recursive: true }));
  const ask = async (program: string, before: string[], after: string[] = []) => {
    const name = path.join(folder, 'sealed.pdf');
    await writeFile(name, sealed);
    return promisify(execFile)(program, [...before, name, ...after]);
  };

  test('is read by poppler without an error, with its headings and tables', async () => {
    const { stdout, stderr } = await ask('pdftotext', [], ['-']);
    expect(stdout).toContain('借貸契約');
    expect(stderr).toBe('');
    const { stdout: structure } = await ask('pdfinfo', ['-struct']);
    for (const kind of ['H1', 'Table', 'TR', 'TD', 'Figure']) expect(structure).toContain(kind);
  });

  test('is read by qpdf without a warning, where it is installed', async (context) => {
    const found = await promisify(execFile)('qpdf', ['--version']).catch(() => null);
    if (!found) context.skip();
    const { stdout, stderr } = await ask('qpdf', ['--check']);
    expect(stdout).toContain('No syntax or stream encoding errors found');
    expect(stderr).toBe('');
  });

  test('has what PDF/A-2b demands of a file, in each of its revisions', () => {
    const text = sealed.toString('latin1');
    expect(text).toMatch(/^%PDF-1\.7\n%[\u0080-\u00ff]{4,}/);
    const file = openPdf(sealed);
    const metadata = /\/Metadata (\d+) 0 R/.exec(bodyOf(file, file.root))![1];
    const xmp = streamOf(file, Number(metadata)).content.toString();
    expect(xmp).toContain('<pdfaid:part>2</pdfaid:part>');
    expect(xmp).toContain('<pdfaid:conformance>B</pdfaid:conformance>');
    const sections = [...text.matchAll(/\/Type \/XRef\b(.*?)>>\nstream/gs)].map(([, one]) => one);
    const identifier = /\/ID \[[^\]]+\]/.exec(sections[0]!)?.[0];
    expect(identifier).toMatch(/\(.{10,}\) \(.{10,}\)/);
    expect(sections).toHaveLength(3);
    for (const section of sections) expect(section).toContain(identifier);
    expect(text).not.toMatch(/\/(Encrypt|LZWDecode|JavaScript|Launch|EmbeddedFiles)\b/);
    // Invisible fields need no appearance, but must be printable.
    expect(text.match(/\/Rect \[0 0 0 0\]/g)).toHaveLength(2);
    expect(text.match(/\/F 132\b/g)).toHaveLength(2);
    expect(text.endsWith('%%EOF\n')).toBe(true);
  });
});
