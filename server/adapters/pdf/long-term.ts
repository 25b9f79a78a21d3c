// Makes a sealed PDF verifiable for longer than its certificates last (PAdES, ETSI EN 319 142-1,
// level B-LTA): adds the certificates with their revocation lists, and a timestamp over all of it.
import { X509Certificate } from 'node:crypto';
import {
  type Stamp,
  TIMESTAMP_MS,
  TimestampUnavailable,
  type Timestamps,
} from '../timestamps/timestamps.ts';
import { readSignature } from '../timestamps/signed-data.ts';
import {
  type PdfFile,
  type SecurityStore,
  type SignatureField,
  PdfRefused,
  bodyOf,
  openPdf,
  securityStoreOf,
  signaturesOf,
  streamBody,
  withEntry,
} from './revisions.ts';
import { type Prepared, SPARE, filled, withField } from './signature-field.ts';

/** Tells readers of PDF 1.7 that the file has a security store. */
const EXTENSION = '/Extensions << /ESIC << /BaseVersion /1.7 /ExtensionLevel 5 >> >>';

export type LongTerm = {
  /** Returns the file with another timestamp, and until when this timestamp is valid. */
  extend(pdf: Buffer, limitMs?: number): Promise<{ pdf: Buffer; until: Date }>;
  /** Returns a token over the value of a signature. */
  stamp(signature: Buffer, limitMs?: number): Promise<Stamp>;
  /** Length of the longest token so far, by which fields are measured; 0 before the first one. */
  tokenLength(): number;
};

/** An authority that changes its certificate, or the length of its tokens, so often is at fault. */
const TRIES = 8;

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
  let longest = 0;

  async function stamp(data: Buffer, limitMs = TIMESTAMP_MS): Promise<Stamp> {
    const made = await timestamps.stamp(data, limitMs);
    authority = made.certificates;
    longest = Math.max(longest, made.token.length);
    return made;
  }

  return {
    stamp,
    tokenLength: () => longest,
    async extend(pdf, limitMs = TIMESTAMP_MS) {
      const file = openPdf(pdf);
      const signatures = signaturesOf(file);
      if (signatures.length === 0) throw new PdfRefused('a PDF without seal');
      const own = signatures.flatMap(certificatesOf);
      for (let left = TRIES; left > 0; left -= 1) {
        // The store is written before the timestamp over it, so that the authority's certificates
        // must be known already.
        const known: Buffer[] =
          authority ?? (await stamp(signatures[0]!.contents, limitMs)).certificates;
        const certificates = distinct([...own, ...known]);
        const lists = await timestamps.revocationLists(certificates, limitMs);
        const prepared = withStore(file, { certificates, lists, space: longest + SPARE });
        const made = await stamp(prepared.data, limitMs);
        // The authority has changed its certificate meanwhile.
        if (!made.certificates.every((one) => known.some((other) => other.equals(one)))) continue;
        if (made.token.length > prepared.space) continue;
        return { pdf: filled(prepared, made.token), until: made.until };
      }
      throw new TimestampUnavailable('no timestamp: no two tokens of the authority are alike');
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

/** Appends the security store and the empty timestamp in one revision. */
function withStore(
  file: PdfFile,
  wanted: { certificates: readonly Buffer[]; lists: readonly Buffer[]; space: number },
): Prepared {
  let next = file.size;
  const objects = new Map<number, string | Buffer>();
  const add = (body: string | Buffer): number => {
    objects.set(next, body);
    return next++;
  };
  const known = securityStoreOf(file);
  const entries = (name: keyof SecurityStore, all: readonly Buffer[]) => {
    const before = [...known[name].values()];
    const fresh = all.filter((one) => !before.some((other) => other.equals(one)));
    const numbers = [...known[name].keys(), ...fresh.map((one) => add(streamBody(one)))];
    return `/${name} [${numbers.map((object) => `${object} 0 R`).join(' ')}]`;
  };
  const certs = entries('Certs', wanted.certificates);
  const store = add(`<<\n/Type /DSS\n${certs}\n${entries('CRLs', wanted.lists)}\n>>`);
  objects.set(file.root, withStoreEntry(bodyOf(file, file.root), store));
  const signature = '/Type /DocTimeStamp\n/Filter /Adobe.PPKLite\n/SubFilter /ETSI.RFC3161';
  return withField(file, objects, { signature, name: 'Timestamp', space: wanted.space });
}

function withStoreEntry(catalog: string, store: number): string {
  const rest = catalog.replace(/\s*\/DSS \d+ 0 R/, '');
  const entry = `/DSS ${store} 0 R`;
  return withEntry(rest, rest.includes('/Extensions') ? entry : `${EXTENSION}\n${entry}`);
}
