// Makes a sealed PDF verifiable for longer than its certificates last (PAdES, ETSI EN 319 142-1,
// level B-LTA): adds the certificates with their revocation lists, and a timestamp over all of it.
import { X509Certificate } from 'node:crypto';
import { type Stamp, TIMESTAMP_MS, type Timestamps } from '../timestamps/timestamps.ts';
import { readSignature } from '../timestamps/signed-data.ts';
import {
  type PdfFile,
  type SecurityStore,
  type SignatureField,
  PdfRefused,
  bodyOf,
  formOf,
  fieldsOf,
  openPdf,
  securityStoreOf,
  signaturesOf,
  signedPageOf,
  streamBody,
  withEntry,
  withRevision,
} from './revisions.ts';

/** Space for a token; those of authorities have 2 to 8 kB. */
const TOKEN_SPACE = 12_288;
const HOLE = `<${'0'.repeat(TOKEN_SPACE * 2)}>`;
const RANGE = '/ByteRange [0 ********** ********** **********]';
/** Tells readers of PDF 1.7 that the file has a security store. */
const EXTENSION = '/Extensions << /ESIC << /BaseVersion /1.7 /ExtensionLevel 5 >> >>';

export type LongTerm = {
  /** Returns the file with another timestamp, and until when this timestamp is valid. */
  extend(pdf: Buffer, limitMs?: number): Promise<{ pdf: Buffer; until: Date }>;
  /** Returns a token over the value of a signature. */
  stamp(signature: Buffer, limitMs?: number): Promise<Stamp>;
};

/** Until when a document's newest timestamp over the whole file is valid; null if it has none. */
export function stampedUntil(pdf: Buffer): Date | null {
  const last = signaturesOf(openPdf(pdf)).at(-1);
  if (!last?.isTimestamp) return null;
  const [signer] = certificatesOf(last);
  if (!signer) throw new PdfRefused('a timestamp without certificate');
  return new X509Certificate(signer).validToDate;
}

export function createLongTerm(timestamps: Timestamps): LongTerm {
  /** Certificates of the authority's last token, which those of the next most likely are. */
  let authority: Buffer[] | null = null;

  async function stamp(data: Buffer, limitMs = TIMESTAMP_MS): Promise<Stamp> {
    const made = await timestamps.stamp(data, limitMs);
    authority = made.certificates;
    return made;
  }

  return {
    stamp,
    async extend(pdf, limitMs = TIMESTAMP_MS) {
      const file = openPdf(pdf);
      const signatures = signaturesOf(file);
      if (signatures.length === 0) throw new PdfRefused('a PDF without seal');
      const own = signatures.flatMap(certificatesOf);
      for (;;) {
        // The store is written before the timestamp over it, so that the authority's certificates
        // must be known already.
        const known: Buffer[] =
          authority ?? (await stamp(signatures[0]!.contents, limitMs)).certificates;
        const certificates = distinct([...own, ...known]);
        const lists = await timestamps.revocationLists(certificates, limitMs);
        const prepared = withStore(file, { certificates, lists });
        const made = await stamp(prepared.data, limitMs);
        // The authority has changed its certificate meanwhile.
        if (!made.certificates.every((one) => known.some((other) => other.equals(one)))) continue;
        return { pdf: filled(prepared, made.token), until: made.until };
      }
    },
  };
}

/** Returns the certificates in a signature and in its timestamp, the signer's first. */
function certificatesOf({ contents }: Pick<SignatureField, 'contents'>): Buffer[] {
  const { certificates, token, signed } = readSignature(contents);
  const serial = signed.signerInfos[0]?.sid as { serialNumber?: { toBigInt(): bigint } };
  const isSigner = (one: X509Certificate) =>
    BigInt(`0x${one.serialNumber}`) === serial.serialNumber?.toBigInt();
  const sorted = [
    ...certificates.filter(isSigner),
    ...certificates.filter((one) => !isSigner(one)),
  ];
  return [...sorted.map(({ raw }) => raw), ...(token ? certificatesOf({ contents: token }) : [])];
}

const distinct = (all: readonly Buffer[]): Buffer[] =>
  all.filter((one, index) => all.findIndex((other) => other.equals(one)) === index);

type Prepared = { pdf: Buffer; holeAt: number; data: Buffer };

/** Appends the security store and the empty timestamp in one revision. */
function withStore(
  file: PdfFile,
  { certificates, lists }: { certificates: readonly Buffer[]; lists: readonly Buffer[] },
): Prepared {
  let next = file.size;
  const objects = new Map<number, string | Buffer>();
  const add = (body: string | Buffer): number => {
    objects.set(next, body);
    return next++;
  };
  const known = securityStoreOf(file);
  const entries = (name: keyof SecurityStore, wanted: readonly Buffer[]) => {
    const before = [...known[name].values()];
    const fresh = wanted.filter((one) => !before.some((other) => other.equals(one)));
    const all = [...known[name].keys(), ...fresh.map((one) => add(streamBody(one)))];
    return `/${name} [${all.map((object) => `${object} 0 R`).join(' ')}]`;
  };
  const certs = entries('Certs', certificates);
  const store = add(`<<\n/Type /DSS\n${certs}\n${entries('CRLs', lists)}\n>>`);
  const stamp = add(
    `<<\n/Type /DocTimeStamp\n/Filter /Adobe.PPKLite\n/SubFilter /ETSI.RFC3161\n${RANGE}\n` +
      `/Contents ${HOLE}\n>>`,
  );
  const page = signedPageOf(file);
  const fields = fieldsOf(file);
  const field = add(
    `<<\n/Type /Annot\n/Subtype /Widget\n/FT /Sig\n/Rect [0 0 0 0]\n/V ${stamp} 0 R\n` +
      `/T (Timestamp${fields.length + 1})\n/F 132\n/P ${page} 0 R\n>>`,
  );
  const listed = (body: string, name: string) =>
    body.replace(new RegExp(`(/${name}\\s*\\[[^\\]]*)\\]`), `$1 ${field} 0 R]`);
  const catalog = bodyOf(file, file.root);
  objects.set(file.root, withStoreEntry(catalog, store));
  objects.set(formOf(file), listed(bodyOf(file, formOf(file)), 'Fields'));
  objects.set(page, listed(bodyOf(file, page), 'Annots'));
  return withRange(withRevision(file, objects), file.bytes.length);
}

function withStoreEntry(catalog: string, store: number): string {
  const rest = catalog.replace(/\s*\/DSS \d+ 0 R/, '');
  const entry = `/DSS ${store} 0 R`;
  return withEntry(rest, rest.includes('/Extensions') ? entry : `${EXTENSION}\n${entry}`);
}

/** Writes the range of the timestamp, which is the whole file but the hole for the token. */
function withRange(pdf: Buffer, from: number): Prepared {
  const holeAt = pdf.indexOf(HOLE, from);
  const after = holeAt + HOLE.length;
  const range = `/ByteRange [0 ${holeAt} ${after} ${pdf.length - after}]`.padEnd(RANGE.length);
  pdf.write(range, pdf.indexOf(RANGE, from), 'latin1');
  return { pdf, holeAt, data: Buffer.concat([pdf.subarray(0, holeAt), pdf.subarray(after)]) };
}

function filled({ pdf, holeAt }: Prepared, token: Buffer): Buffer {
  if (token.length > TOKEN_SPACE) throw new PdfRefused('a token that is too long');
  const done = Buffer.from(pdf);
  done.write(token.toString('hex'), holeAt + 1, 'latin1');
  return done;
}
