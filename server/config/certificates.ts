// Files of certificate authorities, and which hosts need no TLS.
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Returns the content of a file of certificates in PEM; null if it cannot be read as such. */
export function certificatesAt(path: string): string | null {
  try {
    const content = readFileSync(path, 'utf8');
    // Parsing fails unless the content begins with a certificate.
    return new X509Certificate(content).fingerprint256 === '' ? null : content;
  } catch {
    return null;
  }
}

/**
 * Returns whether a host is this machine; other machines cannot listen to a connection within it,
 * so it needs no TLS. An IPv6 address may be in brackets, as in a URL.
 */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
