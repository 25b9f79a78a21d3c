// Seals a PDF: a PAdES baseline signature (ETSI EN 319 142-1) over the whole file, at level B-B, or
// at level B-T if a timestamp can be had. The signing time is in the PDF, not in the signature.
import {
  type SigningIdentity,
  addToken,
  derOf,
  signData,
  signatureValue,
} from '../timestamps/signed-data.ts';
import { type KeyStore, identityOf } from './key-store.ts';
import { PdfRefused, bodyOf, openPdf } from './revisions.ts';
import { SPARE, filled, withField } from './signature-field.ts';

export type Seal = KeyStore & {
  /** Reason for the seal and name of the signer, as a PDF reader shows them. */
  reason: string;
  name: string;
  /** The time of signing, from the real clock. */
  signedAt: Date;
};

export type StampSignature = {
  /** Returns a timestamp token over the value of a signature. */
  stamp(signature: Buffer): Promise<Buffer>;
  /** Length of the longest token so far; 0 before the first one. */
  tokenLength(): number;
};

/** What surrounds a token in a signature, at most. */
const TOKEN_FRAME = 48;
/** The first token shows how long tokens are, and a second one can only be of another server. */
const TRIES = 4;

/**
 * Returns the sealed PDF. Throws if the password, the key store or the timestamp is wrong, and
 * PdfRefused if the file is not as Typst writes it, or is sealed already.
 */
export async function sealPdf(pdf: Buffer, seal: Seal, stamping?: StampSignature): Promise<Buffer> {
  const identity = await identityOf(seal);
  const file = openPdf(pdf);
  if (bodyOf(file, file.root).includes('/AcroForm')) {
    throw new PdfRefused('a PDF that is sealed already');
  }
  const signature = signatureEntries(seal);
  for (let left = TRIES; left > 0; left -= 1) {
    const space =
      (await lengthOf(identity)) + (stamping ? TOKEN_FRAME + stamping.tokenLength() + SPARE : 0);
    const prepared = withField(file, new Map(), { signature, name: 'Signature', space });
    const signed = await signData(prepared.data, identity);
    if (stamping) addToken(signed, await stamping.stamp(signatureValue(signed)));
    const der = derOf(signed);
    if (der.length <= space) return filled(prepared, der);
  }
  throw new PdfRefused(`${TRIES} signatures in a row that were longer than the ones before`);
}

function signatureEntries({ reason, name, signedAt }: Seal): string {
  const at = signedAt.toISOString().replace(/\D/g, '').slice(0, 14);
  return [
    '/Type /Sig',
    '/Filter /Adobe.PPKLite',
    '/SubFilter /ETSI.CAdES.detached',
    `/Reason ${textOf(reason)}`,
    `/M (D:${at}Z)`,
    `/Name ${textOf(name)}`,
    '/Location (Taiwan)',
  ].join('\n');
}

/** Returns a text in UTF-16 with its mark, as a string in hexadecimal digits. */
const textOf = (text: string): string =>
  `<${Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex')}>`;

const lengths = new WeakMap<SigningIdentity, Promise<number>>();

/**
 * Returns the length of a signature without timestamp, which depends only on the certificates and
 * the size of the RSA key.
 */
function lengthOf(identity: SigningIdentity): Promise<number> {
  const known = lengths.get(identity);
  if (known) return known;
  const length = signData(Buffer.alloc(0), identity).then((signed) => derOf(signed).length);
  lengths.set(identity, length);
  return length;
}
