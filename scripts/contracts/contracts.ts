// `npm run contracts:verify`: verifies a sealed document, now or at another time, without database
// and settings.
import type { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { openPdf, signaturesOf } from '../../server/adapters/pdf/revisions.ts';
import { certificatesIn } from '../../server/adapters/timestamps/chains.ts';
import { verifySignature } from '../../server/adapters/timestamps/signed-data.ts';
import { readOptions } from '../options.ts';
import { verifyPdf } from './verify.ts';

const { values } = readOptions({
  command: 'npm run contracts:verify --',
  purpose: 'Verifies the seal and the timestamps of a document.',
  options: {
    file: { type: 'string', value: 'PDF', about: 'the sealed document' },
    timestamps: { type: 'string', value: 'PEM', about: 'authorities of timestamps to trust' },
    seal: {
      type: 'string',
      value: 'PEM',
      about: 'authorities of seals to trust; without it the certificate in the document',
    },
    at: { type: 'string', value: 'INSTANT', about: 'when it must be valid; without it now' },
  },
});

const say = (line: string) => void process.stdout.write(`${line}\n`);

/** Returns the certificate that sealed the document, for a person to compare. */
async function ownSealOf(pdf: Buffer): Promise<X509Certificate> {
  const [seal] = signaturesOf(openPdf(pdf));
  if (!seal) throw new Error('the document has no seal');
  return (await verifySignature(seal.contents, seal.data)).signer;
}

const { file, timestamps, seal } = values;
const at = values.at === undefined ? new Date() : new Date(values.at);
if (!file || !timestamps || Number.isNaN(at.getTime())) {
  process.stderr.write('Say --file PDF, --timestamps PEM and, if wanted, --at INSTANT.\n');
  process.exit(2);
}
try {
  const pdf = readFileSync(file);
  const own = seal ? null : await ownSealOf(pdf);
  const trusted = {
    seal: own ? [own] : certificatesIn(readFileSync(seal!, 'utf8')),
    timestamps: certificatesIn(readFileSync(timestamps, 'utf8')),
  };
  const verdict = await verifyPdf(pdf, trusted, at);
  say(`Valid at ${at.toISOString()}, sealed before ${verdict.sealedBefore.toISOString()},`);
  say(`by ${verdict.signer.replace(/\n/g, ', ')}, timestamps: ${verdict.timestamps}.`);
  if (own) say(`Compare the certificate of the seal yourself, SHA-256 ${own.fingerprint256}`);
} catch (error) {
  process.stderr.write(`Not valid: ${(error as Error).message}.\n`);
  process.exit(1);
}
