// PDFs with hidden active content that their plain bytes do not show, and a parser for them.
import { deflateSync } from 'node:zlib';

/**
 * Returns a page object with some text and the given additional entries (`more`), such as links.
 */
const page = (more: string) =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R ` +
  `/Resources << /Font << /F 5 0 R >> >> ${more} >>`;
const words = 'BT /F 40 Tf 60 700 Td (Salary 40,000) Tj ET';

/**
 * Returns a complete PDF of one page. `hidden` are the objects with numbers from 10 on, which are
 * deflated in an object stream; the dictionary of the stream ends with a string that looks like the
 * end of the dictionary.
 */
function written(catalog: string, hidden: string[] = [], ofPage = ''): Buffer {
  const plain: [no: number, content: string][] = [
    [2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [3, page(ofPage)],
    [4, `<< /Length ${words.length} >>\nstream\n${words}\nendstream`],
    [5, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'],
  ];
  const packed: [no: number, content: string][] = [
    [1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`],
    ...hidden.map((content, i): [number, string] => [10 + i, content]),
  ];
  let body = '%PDF-1.7\n';
  const rows: number[][] = [];
  const add = (no: number, content: string) => {
    rows[no] = [1, body.length, 0];
    body += `${no} 0 obj\n${content}\nendobj\n`;
  };
  for (const [no, content] of plain) add(no, content);
  let at = 0;
  const places = packed.map(([no, content], i) => {
    rows[no] = [2, 7, i];
    const place = `${no} ${at}`;
    at += content.length + 1;
    return place;
  });
  const heads = `${places.join(' ')} `;
  const deflated = deflateSync(
    Buffer.from(heads + packed.map(([, content]) => content).join(' '), 'latin1'),
  ).toString('latin1');
  const keysOf = `/Type /ObjStm /N ${packed.length} /First ${heads.length}`;
  const dictionary = `${keysOf} /Filter /FlateDecode`;
  add(7, `<< ${dictionary} /Length ${deflated.length} /X <41>>>\nstream\n${deflated}\nendstream`);
  const xref = body.length;
  rows[8] = [1, xref, 0];
  const size = Math.max(...packed.map(([no]) => no), 8) + 1;
  const table = Buffer.alloc(size * 6);
  for (let no = 0; no < size; no += 1) {
    const [kind = 0, place = 0, index = 0] = rows[no] ?? [];
    table.writeUInt8(kind, no * 6);
    table.writeUInt32BE(place, no * 6 + 1);
    table.writeUInt8(index, no * 6 + 5);
  }
  const keys = `/Type /XRef /Size ${size} /W [1 4 1] /Root 1 0 R /Length ${table.length}`;
  body += `8 0 obj\n<< ${keys} >>\nstream\n${table.toString('latin1')}\nendstream\nendobj\n`;
  return Buffer.from(`${body}startxref\n${xref}\n%%EOF\n`, 'latin1');
}

const link = (action: string) =>
  `/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 595 842] /A ${action} >>]`;

/**
 * PDFs that pass a scan of their plain bytes although they have active content; the first is the
 * one that an attacker sent.
 */
export const sneakyPdfs: Record<string, Buffer> = {
  'a script behind <41>>>': written('/Names << /JavaScript << /Names [(a) 10 0 R] >> >>', [
    '<< /S /JavaScript /JS (app.alert\\(1\\)) >>',
  ]),
  'an address': written('', [], link('<< /S /URI /URI (https://example.com/steal) >>')),
  'a share of the network': written(
    '/OpenAction << /S /GoToR /F (\\\\\\\\evil\\\\share\\\\x.pdf) /D [0 /Fit] >>',
    [],
    link('<< /S /URI /URI (file://evil/share/x) >>'),
  ),
  'a program': written('/OpenAction 10 0 R', ['<< /S /Launch /F (cmd.exe) >>']),
  'a file inside': written(
    '/Names << /EmbeddedFiles << /Names [(x.exe) 10 0 R] >> >> /AF [10 0 R]',
    ['<< /Type /Filespec /F (x.exe) /EF << /F 4 0 R >> /EmbeddedFile 4 >>'],
  ),
  'a form of XFA': written('/AcroForm << /XFA 10 0 R /Fields [] >>', ['[(form) 4 0 R]']),
};

/** Names that occur in a PDF made of pictures; any other name means additional content. */
const PLAIN_NAMES = new Set(
  (
    'Type Catalog Pages Kids Count Page Parent MediaBox Contents Resources XObject P Length ' +
    'Subtype Image Width Height ColorSpace DeviceRGB BitsPerComponent Filter DCTDecode Size Root'
  ).split(' '),
);

export type PdfContent = {
  /** Names that do not belong in a PDF of pictures. */
  otherNames: string[];
  pictures: Buffer[];
};

/**
 * Parses a served PDF. Everything outside its pictures must be uncompressed, so that nothing can be
 * hidden there.
 */
export function inspectPdf(pdf: Buffer): PdfContent {
  const pictures: Buffer[] = [];
  let rest = '';
  let at = 0;
  const text = pdf.toString('latin1');
  for (const found of text.matchAll(/\/DCTDecode \/Length (\d+) >>\nstream\n/g)) {
    const from = found.index + found[0].length;
    if (from < at) throw new Error('a picture within a picture');
    const end = from + Number(found[1]);
    if (!text.startsWith('\nendstream\n', end)) throw new Error('a picture without its end');
    pictures.push(pdf.subarray(from, end));
    rest += text.slice(at, from);
    at = end;
  }
  rest += text.slice(at);
  const names = [...rest.matchAll(/\/([^\s/<>[\]()%{}]*)/g)].map(([, name]) => name!);
  const otherNames = [...new Set(names.filter((name) => !PLAIN_NAMES.has(name)))];
  return { otherNames, pictures };
}
