// Chains of certificates up to a trusted one, and the lists by which authorities revoke them.
import { X509Certificate } from 'node:crypto';
import * as pkijs from 'pkijs';
import { SignatureRefused, exact } from './signed-data.ts';

const DISTRIBUTION_POINTS = '2.5.29.31';
/** Extended key usage of timestamp authorities. */
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
/** Longer chains do not occur; the limit ends a search in circles. */
const CHAIN_MAX = 8;

const isWithin = ({ validFromDate, validToDate }: X509Certificate, at: Date): boolean =>
  validFromDate <= at && at <= validToDate;

/** Returns the certificates of PEM text, in order. */
export function certificatesIn(pem: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return blocks.map((block) => new X509Certificate(block));
}

/** Whether an authority has signed its own certificate. */
const isSelfIssued = (one: X509Certificate): boolean =>
  one.checkIssued(one) && one.verify(one.publicKey);

type Trust = { others: readonly X509Certificate[]; trusted: readonly X509Certificate[]; at: Date };

/**
 * Returns the chain from a certificate to a trusted one, all valid at an instant. Throws
 * SignatureRefused if there is none.
 */
export function chainOf(leaf: X509Certificate, { others, trusted, at }: Trust): X509Certificate[] {
  const search = (path: X509Certificate[]): X509Certificate[] | null => {
    const last = path.at(-1)!;
    if (!isWithin(last, at)) return null;
    if (trusted.some((one) => one.raw.equals(last.raw))) return path;
    if (path.length === CHAIN_MAX) return null;
    for (const issuer of [...trusted, ...others]) {
      if (path.some((one) => one.raw.equals(issuer.raw)) || !issuer.ca) continue;
      if (!last.checkIssued(issuer) || !last.verify(issuer.publicKey)) continue;
      const found = search([...path, issuer]);
      if (found) return found;
    }
    return null;
  };
  const chain = search([leaf]);
  if (!chain) {
    const [name] = leaf.subject.split('\n').toReversed();
    throw new SignatureRefused(`no trusted authority vouches for ${name} at ${at.toISOString()}`);
  }
  return chain;
}

/** Throws SignatureRefused unless the certificate is one of a timestamp authority (RFC 3161). */
export function assertStampsTime(certificate: X509Certificate): void {
  // Node names the extended usages of a certificate "key usage".
  const usages = certificate.keyUsage as readonly string[] | undefined;
  if (usages?.length !== 1 || usages[0] !== TIME_STAMPING) {
    throw new SignatureRefused('a timestamp is not by a timestamp authority');
  }
}

const parsed = (certificate: X509Certificate) => pkijs.Certificate.fromBER(exact(certificate.raw));

/** Returns the addresses of a certificate's revocation list; none for a self-issued one. */
export function listAddresses(certificate: X509Certificate): string[] {
  if (isSelfIssued(certificate)) return [];
  const extension = parsed(certificate).extensions?.find(
    ({ extnID }) => extnID === DISTRIBUTION_POINTS,
  );
  const points = extension?.parsedValue as pkijs.CRLDistributionPoints | undefined;
  return (points?.distributionPoints ?? [])
    .flatMap(({ distributionPoint }) => (Array.isArray(distributionPoint) ? distributionPoint : []))
    .flatMap(({ type, value }) => (type === 6 && /^https?:/.test(value) ? [String(value)] : []));
}

/** Returns from when to when a revocation list speaks; throws if it cannot be read. */
export function listTimes(der: Buffer): { from: Date; until: Date | null } {
  const list = pkijs.CertificateRevocationList.fromBER(exact(der));
  return { from: list.thisUpdate.value, until: list.nextUpdate?.value ?? null };
}
